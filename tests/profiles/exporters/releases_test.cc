// The exporter for a release, by its name or by a profile's fingerprint.
#include "profiles/exporters/releases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune {
namespace {

Fingerprint Of(const std::string& mpi, const std::string& device = "ch4:ofi") {
  return {.mpi = mpi, .cpu = "any", .device = device};
}

/// Returns the release that is chosen, with the note after it, or the error.
std::string Chosen(const std::string& format, const std::optional<std::string>& named,
                   const Fingerprint& fingerprint) {
  try {
    const ReleaseChoice choice = ChooseRelease(FindExporter(format), named, fingerprint);
    EXPECT_EQ(choice.exporter->name, format);
    return std::string(choice.exporter->release) + (choice.note.empty() ? "" : "; ") + choice.note;
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(ChooseRelease, TakesTheOneOfTheFingerprint) {
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 4.0.2")), "4.0");
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 4.2.1", "ch4:ucx")), "4.2");
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 4.3")), "4.3");
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 5.0.0rc2")), "5.0");
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 5.0.2", "ch4:ucx")), "5.0-ucx");
}

TEST(ChooseRelease, TakesTheOneThatIsNamed) {
  EXPECT_EQ(Chosen("mpich-json", "5.0", Of("MPICH 5.0.2", "ch4:ucx")), "5.0");
  EXPECT_EQ(Chosen("mpich-json", "4.1", Of("Open MPI 4.1.4")), "4.1");
  EXPECT_EQ(Chosen("mpich-json", "4", Of("MPICH 4.0.2")),
            "--release: unknown release '4' of MPICH; known are 4.0, 4.1, 4.2, 4.3, 5.0, 5.0-ucx");
}

TEST(ChooseRelease, TakesTheOlderOfTwoWithANote) {
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 4.4.1", "ch4:ucx")),
            "4.3; mpich-json: MPICH 4.4.1 is not known; taken for MPICH 4.3");
  EXPECT_EQ(Chosen("mpich-json", {}, Of("MPICH 4.10")),
            "4.3; mpich-json: MPICH 4.10 is not known; taken for MPICH 4.3");
}

TEST(ChooseRelease, RefusesReleasesOutsideOfTheKnownOnes) {
  for (const std::string mpi : {"MPICH 3.4.1", "MPICH 5.1", "MPICH 6.0", "Open MPI 4.1.4",
                                "MPICHX 4.2", "MPICH", "MPICH 4", "MPICH x.y", ""}) {
    EXPECT_EQ(Chosen("mpich-json", {}, Of(mpi)),
              "mpich-json: '" + mpi +
                  "' is no known release of MPICH; name one by --release: 4.0, 4.1, 4.2, 4.3, "
                  "5.0, 5.0-ucx");
  }
}

TEST(ChooseRelease, RefusesANameWhereThereAreNone) {
  EXPECT_EQ(Chosen("csv", {}, Of("Open MPI 4.1.4")), "");
  EXPECT_EQ(Chosen("openmpi-rules", "4.1", Of("Open MPI 4.1.4")),
            "--release: openmpi-rules has no files for some releases alone; leave the option out");
}

TEST(DescribeReleases, NamesThemAll) {
  EXPECT_EQ(DescribeReleases(), "mpich-json: 4.0, 4.1, 4.2, 4.3, 5.0, 5.0-ucx, of MPICH");
}

}  // namespace
}  // namespace colltune
