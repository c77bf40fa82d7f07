#include "tuner/intercept/accelerators.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace colltune::intercept {
namespace {

constexpr std::size_t kPage = 4096;

/// Stands for a library; see stand_in.c.
class StandIn {
 public:
  explicit StandIn(const std::string& file)
      : library_(dlopen(("tests/intercept/" + file).c_str(), RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(library_, nullptr) << dlerror();
  }
  void Initialize() const { Find<void()>("StandInInitialize")(); }
  void* Allocate(std::size_t size) const {
    return Find<void*(std::size_t)>("StandInAllocate")(size);
  }
  void Free(void* memory) const { Find<void(void*)>("StandInFree")(memory); }
  int Questions() const { return Find<int()>("StandInQuestions")(); }
  template <typename Function>
  Function* Find(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library_, name));
  }

 private:
  void* library_;
};

/// Memory of the host, which might as well be a device's.
void* MapOfHost() {
  return mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

const void* Behind(const void* address, std::size_t bytes) {
  return static_cast<const char*>(address) + bytes;
}

/// Checks the queries of each library, which is loaded while the program runs.
void AskFor(const std::string& file) {
  if (dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD) != nullptr) {
    GTEST_SKIP() << "the MPI library has loaded " << file;  // Debian's MPICH 5: Level Zero's
  }
  Accelerators accelerators;
  void* const host = MapOfHost();
  EXPECT_FALSE(accelerators.HoldsAt(host)) << "of the library that is not loaded yet";
  const StandIn library(file);
  void* const device = library.Allocate(2 * kPage);
  EXPECT_FALSE(accelerators.HoldsAt(device)) << "of a library that is not initialized";
  library.Initialize();
  EXPECT_TRUE(accelerators.HoldsAt(device));
  const int asked = library.Questions();
  EXPECT_TRUE(accelerators.HoldsAt(device));
  EXPECT_TRUE(accelerators.HoldsAt(Behind(device, 2 * kPage - 1)));
  EXPECT_EQ(library.Questions(), asked) << "once for an allocation";
  EXPECT_FALSE(accelerators.HoldsAt(Behind(device, 2 * kPage)));
  EXPECT_EQ(library.Questions(), asked + 1);
  EXPECT_FALSE(accelerators.HoldsAt(host));
  EXPECT_FALSE(accelerators.HoldsAt(host));
  EXPECT_EQ(library.Questions(), asked + 3) << "of the host's memory each time";
  library.Free(device);
  munmap(host, kPage);
}

// Must be the first test: libraries stay loaded.
TEST(Accelerators, NoneIsLoaded) {
  Accelerators accelerators;
  EXPECT_EQ(accelerators.Present(), Accelerators::kNone);
  EXPECT_FALSE(accelerators.HoldsAt(MapOfHost()));
}

TEST(Accelerators, AskCuda) { AskFor("libcuda.so.1"); }
TEST(Accelerators, AskHsa) { AskFor("libhsa-runtime64.so.1"); }
TEST(Accelerators, AskLevelZero) { AskFor("libze_loader.so.1"); }

TEST(Accelerators, MemoryThatHsaGivesOfTheHostIsTheHosts) {
  const StandIn library("libhsa-runtime64.so.1");
  library.Initialize();
  Accelerators accelerators;
  const int asked = library.Questions();
  EXPECT_FALSE(accelerators.HoldsAt(library.Find<void*()>("StandInPinned")()));
  EXPECT_EQ(library.Questions(), asked + 1);
}

TEST(Accelerators, RememberSomeAllocationsOnly) {
  const StandIn library("libcuda.so.1");
  library.Initialize();
  Accelerators accelerators;
  std::vector<void*> many(100);
  for (void*& one : many) one = library.Allocate(kPage);
  const auto ask_for = [&](std::size_t first, std::size_t last) {
    const int before = library.Questions();
    for (std::size_t i = first; i < last; ++i) EXPECT_TRUE(accelerators.HoldsAt(many[i]));
    return library.Questions() - before;
  };
  EXPECT_EQ(ask_for(0, 100), 100);
  EXPECT_EQ(ask_for(84, 100), 0);
  EXPECT_EQ(ask_for(0, 100), 100);
  // A freed address of a device only costs a copy.
  for (void* one : many) library.Free(one);
  EXPECT_TRUE(accelerators.HoldsAt(many[99]));
}

TEST(Accelerators, AnswerSeveralThreads) {
  const StandIn library("libcuda.so.1");
  library.Initialize();
  Accelerators accelerators;
  void* const device = library.Allocate(kPage);
  void* const host = MapOfHost();
  std::array<int, 4> right{};
  {
    std::vector<std::jthread> threads;
    for (int& count : right) {
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) {
          count += accelerators.HoldsAt(device) && !accelerators.HoldsAt(host) ? 1 : 0;
        }
      });
    }
  }
  for (const int count : right) EXPECT_EQ(count, 1000);
  library.Free(device);
}

TEST(Accelerators, AreNotPresentWithoutADevice) {
  const StandIn library("libcuda.so.1");
  for (const char* device : AcceleratorLibraries().front().devices) {
    if (device != nullptr && access(device, F_OK) == 0) GTEST_SKIP() << "there is " << device;
  }
  EXPECT_EQ(Accelerators().Present(), Accelerators::kNone);
}

TEST(OwnMemory, IsTheFirstStackButNoOtherAndNoMap) {
  const OwnMemory own;
  int on_stack = 0;
  EXPECT_TRUE(own.Contains(&on_stack));
  void* const mapped = MapOfHost();
  EXPECT_FALSE(own.Contains(mapped));
  EXPECT_FALSE(own.Contains(nullptr));
  const std::jthread other([&] {
    int on_its_stack = 0;
    EXPECT_FALSE(own.Contains(&on_its_stack));
  });
}

#ifndef __SANITIZE_ADDRESS__  // whose heap is elsewhere: the program's data have no known end
TEST(OwnMemory, IsTheProgramsDataAndEndsWithItsHeap) {
  const OwnMemory own;
  static int data = 0;
  static int zeros[kPage];
  EXPECT_TRUE(own.Contains(&data));
  EXPECT_TRUE(own.Contains(zeros));
  const auto small = std::make_unique<int>(1);
  EXPECT_TRUE(own.Contains(small.get()));
  const void* const end = sbrk(0);
  EXPECT_TRUE(own.Contains(static_cast<const char*>(end) - 1));
  EXPECT_FALSE(own.Contains(end));
}
#endif

}  // namespace
}  // namespace colltune::intercept
