#include "profiles/fingerprint.h"

#include <gtest/gtest.h>

#include "profiles/profile.h"

namespace colltune {
namespace {

const Fingerprint kHere = {"MPICH 4.0.2", "Xeon E5", 64};

TEST(Difference, IsEmptyForTheSameMachine) { EXPECT_EQ(Difference(kHere, kHere), ""); }

TEST(Difference, NamesThePartAndBothValues) {
  EXPECT_EQ(Difference({"Open MPI 4.1.4", "Xeon E5", 64}, kHere),
            "the MPI library is 'MPICH 4.0.2', the profile is for 'Open MPI 4.1.4'");
  EXPECT_EQ(Difference({"MPICH 4.0.2", "EPYC", 64}, kHere),
            "the processor is 'Xeon E5', the profile is for 'EPYC'");
  EXPECT_EQ(Difference({"MPICH 4.0.2", "Xeon E5", 128}, kHere),
            "the number of cores is '64', the profile is for '128'");
  EXPECT_EQ(Difference({"MPICH 4.0.2", "Xeon E5", 64, 2}, kHere),
            "the number of sockets is '1', the profile is for '2'");
  EXPECT_EQ(Difference({"MPICH 4.0.2", "Xeon E5", 64, 1, "ch4:ofi"}, kHere),
            "the MPI library's device is 'unknown', the profile is for 'ch4:ofi'");
}

TEST(Difference, NamesEveryPartThatDiffers) {
  EXPECT_EQ(Difference({"SMPI 3.32", "simulated", 1}, kHere),
            "the MPI library is 'MPICH 4.0.2', the profile is for 'SMPI 3.32'; "
            "the processor is 'Xeon E5', the profile is for 'simulated'; "
            "the number of cores is '64', the profile is for '1'");
}

TEST(LibraryName, IsNameAndVersionOfKnownLibraries) {
  EXPECT_EQ(LibraryName("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7\n"), "MPICH 4.0.2");
  EXPECT_EQ(LibraryName("MPICH Version:      4.1rc1"), "MPICH 4.1rc1");
  EXPECT_EQ(LibraryName("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, May 26, 2022"),
            "Open MPI 4.1.4");
  EXPECT_EQ(LibraryName("SMPI Version 3.32. Copyright The SimGrid Team 2007-2022"), "SMPI 3.32");
}

TEST(LibraryName, IsTheFirstLineOfOthers) {
  EXPECT_EQ(LibraryName("  Intel(R) MPI Library 2021.9 for Linux* OS\r\nmore"),
            "Intel(R) MPI Library 2021.9 for Linux* OS");
  EXPECT_EQ(LibraryName("MVAPICH2 Version:\t2.3.7\nreleased"), "MVAPICH2 Version: 2.3.7");
  EXPECT_EQ(LibraryName("MPICH Version:\nno version"), "MPICH Version:");
  EXPECT_EQ(LibraryName(""), "");
}

TEST(DeviceName, IsWhatMpichSays) {
  EXPECT_EQ(DeviceName("MPICH Version:\t4.0.2\nMPICH Device:\tch4:ucx\nMPICH configure: \t--x\n"),
            "ch4:ucx");
  // Profiles of MVAPICH2, whose key is another, have no device.
  EXPECT_EQ(DeviceName("MVAPICH2 Version:\t2.3.7\nMVAPICH2 Device:\tch3:mrail\n"), "unknown");
  EXPECT_EQ(DeviceName("Open MPI v4.1.4, package: Debian OpenMPI"), "unknown");
}

TEST(CpuName, IsTheFirstModelName) {
  EXPECT_EQ(
      CpuName("processor\t: 0\nmodel\t\t: 167\nmodel name\t: Intel(R) Xeon(R)   CPU @ 2.60GHz\n"
              "processor\t: 1\nmodel name\t: other\n"),
      "Intel(R) Xeon(R) CPU @ 2.60GHz");
  EXPECT_EQ(CpuName("model name\t: cut off here"), "cut off here");
}

TEST(CpuName, IsUnknownWithoutModelName) {
  EXPECT_EQ(CpuName("processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\n"), "unknown");
  EXPECT_EQ(CpuName("model name\t:\n"), "unknown");
  EXPECT_EQ(CpuName("model name"), "unknown");
  EXPECT_EQ(CpuName(""), "unknown");
}

TEST(ProfileError, NamesTheLineOnlyWhereThereIsOne) {
  EXPECT_STREQ(ProfileError("a.yaml", 7, "is bad").what(), "a.yaml:7: is bad");
  EXPECT_STREQ(ProfileError("a.yaml", 0, "is bad").what(), "a.yaml: is bad");
  EXPECT_STREQ(ProfileError("a.yaml", -1, "is bad").what(), "a.yaml: is bad");
}

}  // namespace
}  // namespace colltune
