#include "measure/clock/node_clocks.h"

#include <ctime>

#if defined(__x86_64__) && !defined(COLLTUNE_SMPI)
#include <cpuid.h>
#include <x86intrin.h>
#endif

#include "algorithms/mpi/built_for.h"

namespace colltune::measure {
namespace {

/// Waits by reading the clock over and over.
class SpinningClock : public Clock {
 public:
  void WaitUntil(Seconds time) const override {
    while (Now() < time) {
    }
  }
};

class MonotonicRaw : public SpinningClock {
 public:
  std::string_view name() const override { return "monotonic_raw"; }
  Scope scope() const override { return Scope::kNode; }

  Seconds Now() const override {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  }
};

}  // namespace

std::string WhyNoMonotonicRaw() {
  return kBuiltFor.library.simulates ? "the simulation has a clock of its own" : "";
}

const Clock& MonotonicRawClock() {
  static const MonotonicRaw clock;
  return clock;
}

#if defined(__x86_64__) && !defined(COLLTUNE_SMPI)
namespace {

// Leaves of CPUID: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID,
// and volume 3B, section "Invariant TSC".
constexpr unsigned kPowerManagement = 0x80000007;
constexpr unsigned kInvariant = 1u << 8;  // in EDX
constexpr unsigned kTscFrequency = 0x15;  // EBX / EAX cycles for each one of a crystal of ECX Hz

struct Registers {
  unsigned a = 0, b = 0, c = 0, d = 0;
};

/// Reads a leaf of CPUID; all zeros where the processor does not have it.
Registers Cpuid(unsigned leaf) {
  Registers r;
  __get_cpuid(leaf, &r.a, &r.b, &r.c, &r.d);
  return r;
}

double Cycles() {
  _mm_lfence();  // all earlier instructions complete before the counter is read
  return static_cast<double>(__rdtsc());
}

class Tsc : public SpinningClock {
 public:
  std::string_view name() const override { return "tsc"; }
  Scope scope() const override { return calibrated_ ? Scope::kProcess : Scope::kNode; }
  Seconds Now() const override { return Seconds(Cycles() * seconds_per_cycle_); }

 private:
  static double Told() {
    const Registers r = Cpuid(kTscFrequency);
    // Leaf 16h, the frequency in whole MHz that the processor is sold under, can be off by 1e-3.
    return r.a == 0 || r.b == 0 || r.c == 0 ? 0 : r.a / (static_cast<double>(r.b) * r.c);
  }

  static double Calibrated() {
    // Readings of both clocks lie some 100 ns apart at worst: 5 ppm of 20 ms.
    constexpr Seconds kSpan{20e-3};
    const Clock& raw = MonotonicRawClock();
    const Seconds begin = raw.Now();
    const double first = Cycles();
    raw.WaitUntil(begin + kSpan);
    const Seconds end = raw.Now();
    return (end - begin).count() / (Cycles() - first);
  }

  const bool calibrated_ = Told() <= 0;
  const double seconds_per_cycle_ = calibrated_ ? Calibrated() : Told();
};

}  // namespace

std::string WhyNoTsc() {
  return Cpuid(kPowerManagement).d & kInvariant ? "" : "the cycle counter changes its pace";
}

const Clock& TscClock() {
  static const Tsc clock;
  return clock;
}
#else
std::string WhyNoTsc() {
  return WhyNoMonotonicRaw().empty() ? "no x86 processor" : WhyNoMonotonicRaw();
}

const Clock& TscClock() { return WtimeClock(); }  // not to be called
#endif

}  // namespace colltune::measure
