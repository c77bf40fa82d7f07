// Accelerator libraries (CUDA, HSA, Level Zero), which tell device memory from host memory.
//
// A GPU-aware MPI library takes buffers of device memory, which the processor may not touch. Two
// rules keep colltune from touching device memory:
//
// 1. All calls of all ranks go to the MPI library if, on any rank, an accelerator library is loaded
//    at MPI_Init and may find a device: profiles are measured with host buffers. Ranks exchange
//    this together with their nodes, so that all ranks decide alike.
// 2. Otherwise (COLLTUNE_ACCELERATOR=follow, or an accelerator library that is loaded later, for
//    example by a Python module) all ranks follow choices. One rank knows only its own buffers, and
//    cannot leave a call to the MPI library alone. MPI itself sends from and receives into device
//    memory. Where the runner would copy or reduce device memory, MPI copies it to or from the
//    host. So no rank needs to know the kind of the other ranks' buffers.
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

/// Handle of a loaded accelerator library: its functions, in the order of the row's names, and the
/// context that they returned.
struct AcceleratorHandle {
  std::array<void*, 4> functions{};
  void* context = nullptr;
};

/// One row of the table of accelerator libraries.
struct AcceleratorLibrary {
  const char* name;                      ///< prefix of the library's file name
  std::array<const char*, 3> devices;    ///< files; if none exists, the library finds no device
  std::array<const char*, 4> functions;  ///< required to ask the library about an address
  /// Returns the allocation that holds an address, if that is device or managed memory. Does not
  /// initialize the library: if the program has not either, there is no such memory.
  std::optional<AddressRange> (*ask)(AcceleratorHandle&, const void* address);
};

std::span<const AcceleratorLibrary> AcceleratorLibraries();

class Accelerators final : public DeviceMemory {
 public:
  static constexpr int kNone = -1;

  /// Finds the accelerator libraries that are loaded.
  Accelerators();
  Accelerators(const Accelerators&) = delete;
  Accelerators& operator=(const Accelerators&) = delete;

  /// Returns the first row whose library is loaded and may find a device; kNone without one.
  int Present() const;

  bool Holds(const void* base, MPI_Datatype type) noexcept override;

  /// Returns whether an address lies in device or managed memory. Asks the libraries that are
  /// loaded by now.
  ///  - Device allocations: asked once each, then remembered. If the memory was freed since, the
  ///    outdated answer costs a copy by MPI.
  ///  - Host addresses: asked at each call, since the same address may be a device's at the next.
  bool HoldsAt(const void* address) noexcept;

 private:
  static constexpr std::size_t kMostRows = 4;
  static constexpr std::size_t kMostRanges = 16;  // device allocations that are remembered

  void Look() noexcept;

  const OwnMemory own_;
  std::atomic<std::uint64_t> loads_{0};   // loads of libraries in this process before the last Look
  std::atomic<std::uint32_t> loaded_{0};  // bit i: the library of row i can be asked
  std::mutex mutex_;                      // guards the members below
  std::array<AcceleratorHandle, kMostRows> handles_;
  std::array<AddressRange, kMostRanges> ranges_;
  std::size_t next_range_ = 0;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_ACCELERATORS_H_
