// The libraries of accelerators, which know what kind of memory a buffer is.
//
// A GPU-aware MPI library takes buffers of device memory, which the processor may not touch. Two
// rules keep colltune away from them:
//
// 1. Where such a library is loaded and may find a device on any rank at MPI_Init, all calls of all
//    ranks are the MPI library's own: a profile was measured with buffers of the host. All ranks
//    learn of it in the exchange that tells them their nodes, so that they decide alike.
// 2. Otherwise (COLLTUNE_ACCELERATOR=follow, or a library that is loaded later, as by a Python
//    module) choices are followed on all ranks: a rank knows its own buffers only, and cannot leave
//    a call to the MPI library alone. Messages go from and to device memory by MPI itself; where
//    the runner would copy or reduce such memory, it lets MPI copy it to or from the host. So no
//    rank needs to know what the others' buffers are.
#ifndef COLLTUNE_TUNER_INTERCEPT_ACCELERATORS_H_
#define COLLTUNE_TUNER_INTERCEPT_ACCELERATORS_H_

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "algorithms/run/device_memory.h"
#include "tuner/intercept/own_memory.h"

namespace colltune::intercept {

/// An allocation.
struct AddressRange {
  std::uintptr_t begin = 0;
  std::size_t size = 0;

  bool Contains(std::uintptr_t address) const { return address - begin < size; }
};

/// What is known of a library that is loaded: its functions, in the order of its row's names, and
/// what they gave to be kept.
struct AcceleratorHandle {
  std::array<void*, 4> functions{};
  void* context = nullptr;
};

/// One row of the table of libraries.
struct AcceleratorLibrary {
  const char* name;                      ///< with which the name of its file begins
  std::array<const char*, 3> devices;    ///< files, without all of which it finds no device
  std::array<const char*, 4> functions;  ///< that it must have to be asked
  /// The allocation of an address, if that is device or managed memory. Initializes nothing of the
  /// library's: where the program has not done so, there is no such memory.
  std::optional<AddressRange> (*ask)(AcceleratorHandle&, const void* address);
};

std::span<const AcceleratorLibrary> AcceleratorLibraries();

class Accelerators final : public DeviceMemory {
 public:
  static constexpr int kNone = -1;

  /// Looks which libraries are loaded.
  Accelerators();
  Accelerators(const Accelerators&) = delete;
  Accelerators& operator=(const Accelerators&) = delete;

  /// The first row whose library is loaded and may find a device; kNone if there is none.
  int Present() const;

  bool Holds(const void* base, MPI_Datatype type) noexcept override;

  /// Whether an address is a device's. Asks the libraries that are loaded by now, once for each
  /// allocation of device memory. An address of the host is asked for each time: it may be a
  /// device's at the next call. An answer that has become wrong, as the memory was freed, costs a
  /// copy by MPI.
  bool HoldsAt(const void* address) noexcept;

 private:
  static constexpr std::size_t kMostRows = 4;
  static constexpr std::size_t kMostRanges = 16;  // of allocations that are remembered

  void Look() noexcept;

  const OwnMemory own_;
  std::atomic<std::uint64_t> loads_{0};   // of libraries in this process, when they were looked at
  std::atomic<std::uint32_t> loaded_{0};  // rows whose library can be asked: bits
  std::mutex mutex_;                      // of what follows
  std::array<AcceleratorHandle, kMostRows> handles_;
  std::array<AddressRange, kMostRanges> ranges_;
  std::size_t next_range_ = 0;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_ACCELERATORS_H_
