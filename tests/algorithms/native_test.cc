// The native algorithms of the library that the tests run on.
#include "algorithms/native/native.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>

#include "algorithms/registry.h"

namespace colltune {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

bool IsMpich() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int size = 0;
  PMPI_Get_library_version(text.data(), &size);
  return std::string_view(text.data()).starts_with("MPICH");
}

TEST(Native, MpichListsSomeForEveryCollectiveAndOthersNone) {
  for (const Collective collective : AllCollectives()) {
    const auto all = NativeAlgorithms(collective);
    EXPECT_EQ(all.empty(), !IsMpich()) << ToText(collective);
    for (const NativeAlgorithm& one : all) {
      EXPECT_NE(one.name, "auto");
      EXPECT_THAT(one.summary, testing::StartsWith("Force "));
      EXPECT_EQ(&FindNative(collective, one.name), &one);
    }
    // `nb`, which performs the nonblocking collective, is in all lists of MPICH 4.0.
    EXPECT_EQ(std::ranges::count(all, "nb", &NativeAlgorithm::name), IsMpich() ? 1 : 0);
    EXPECT_EQ(NativeChoices(collective).size(), all.size());
  }
}

TEST(Native, UnknownNamesAreRefusedWithTheKnownOnes) {
  EXPECT_THAT([] { NativeSelector(Collective::kBcast, "auto"); },
              ThrowsMessage<std::invalid_argument>(
                  HasSubstr(IsMpich() ? "'auto' for bcast; known are mpich:binomial, mpich:nb"
                                      : "'auto' for bcast; known are none")));
}

TEST(Native, IsSelectedForTheCallAlone) {
  if (!IsMpich()) GTEST_SKIP();
  for (const Collective collective : AllCollectives()) {
    const NativeVariable& variable = *FindNativeVariable(collective);
    for (const NativeAlgorithm& one : NativeAlgorithms(collective)) {
      const NativeSelector selector(collective, one.name);
      EXPECT_EQ(selector.During([&] { return variable.Read(); }), one.value);
      EXPECT_EQ(variable.Read(), NativeVariable::kAuto) << one.name;
      EXPECT_THROW(selector.During([]() -> int { throw std::runtime_error("failed"); }),
                   std::runtime_error);
      EXPECT_EQ(variable.Read(), NativeVariable::kAuto) << one.name;
    }
  }
}

TEST(Native, LeavesToTheProgramWhatItHasSelected) {
  if (!IsMpich()) GTEST_SKIP();
  const NativeVariable& variable = *FindNativeVariable(Collective::kBcast);
  const int own = FindNative(Collective::kBcast, "scatter_ring_allgather").value;
  variable.Write(own);
  const NativeSelector selector(Collective::kBcast, "binomial");
  EXPECT_EQ(selector.During([&] { return variable.Read(); }), own);
  EXPECT_EQ(variable.Read(), own);
  variable.Write(NativeVariable::kAuto);
}

}  // namespace
}  // namespace colltune
