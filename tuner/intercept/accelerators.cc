#include "tuner/intercept/accelerators.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace colltune::intercept {
namespace {

// Declarations from the libraries' documentation: their headers are not needed to build colltune.

/// CUDA Driver API: cuPointerGetAttributes, CUpointer_attribute and CUmemorytype.
/// cuPointerGetAttributes succeeds also for unknown memory, and fails where cuInit was not called.
namespace cuda {

using Result = int;  // 0: CUDA_SUCCESS
using Address = unsigned long long;
using PointerGetAttributes = Result(unsigned count, const int* attributes, void** values, Address);
using MemGetAddressRange = Result(Address* begin, std::size_t* size, Address);

constexpr int kMemoryType = 2;  // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
constexpr int kIsManaged = 8;   // CU_POINTER_ATTRIBUTE_IS_MANAGED
constexpr unsigned kHost = 1;   // CU_MEMORYTYPE_HOST; 0 where nothing is known

std::optional<AddressRange> Ask(AcceleratorHandle& handle, const void* address) {
  const auto at = static_cast<Address>(reinterpret_cast<std::uintptr_t>(address));
  constexpr std::array<int, 2> kAsked = {kMemoryType, kIsManaged};
  unsigned type = 0;
  unsigned is_managed = 0;
  std::array<void*, 2> values = {&type, &is_managed};
  auto* const attributes = reinterpret_cast<PointerGetAttributes*>(handle.functions[0]);
  if (attributes(kAsked.size(), kAsked.data(), values.data(), at) != 0) return std::nullopt;
  if (is_managed == 0 && type <= kHost) return std::nullopt;
  Address begin = 0;
  std::size_t size = 0;
  auto* const range = reinterpret_cast<MemGetAddressRange*>(handle.functions[1]);
  if (range(&begin, &size, at) != 0) return AddressRange{static_cast<std::uintptr_t>(at), 1};
  return AddressRange{static_cast<std::uintptr_t>(begin), size};
}

}  // namespace cuda

/// HSA, ROCm's runtime on which HIP rests. HIP's own hipPointerGetAttributes would initialize HIP,
/// and its values differ between releases. hsa_ext_amd.h: hsa_amd_pointer_info, which fails where
/// hsa_init was not called; hsa.h: hsa_agent_get_info.
namespace hsa {

using Status = int;  // 0: HSA_STATUS_SUCCESS
struct Agent {
  std::uint64_t handle;
};
struct PointerInfo {
  std::uint32_t size;  // of this struct as the caller declares it
  std::uint32_t type;
  void* agent_base;
  void* host_base;
  std::size_t bytes;
  void* user_data;
  Agent owner;
};
using GetPointerInfo = Status(const void*, PointerInfo*, void* (*allocate)(std::size_t),
                              std::uint32_t* agents, Agent** accessible);
using GetAgentInfo = Status(Agent, int attribute, void* value);

constexpr std::uint32_t kUnknown = 0;  // HSA_EXT_POINTER_TYPE_UNKNOWN
constexpr std::uint32_t kLocked = 2;   // HSA_EXT_POINTER_TYPE_LOCKED: registered host memory
constexpr int kDeviceType = 17;        // HSA_AGENT_INFO_DEVICE
constexpr int kProcessor = 0;          // HSA_DEVICE_TYPE_CPU

std::optional<AddressRange> Ask(AcceleratorHandle& handle, const void* address) {
  PointerInfo info{};
  info.size = sizeof info;
  auto* const pointer_info = reinterpret_cast<GetPointerInfo*>(handle.functions[0]);
  if (pointer_info(address, &info, nullptr, nullptr, nullptr) != 0) return std::nullopt;
  if (info.type == kUnknown || info.type == kLocked) return std::nullopt;
  int owner = -1;
  auto* const agent_info = reinterpret_cast<GetAgentInfo*>(handle.functions[1]);
  if (agent_info(info.owner, kDeviceType, &owner) == 0 && owner == kProcessor) return std::nullopt;
  return AddressRange{reinterpret_cast<std::uintptr_t>(info.agent_base), info.bytes};
}

}  // namespace hsa

/// oneAPI Level Zero, core API: zeMemGetAllocProperties, which takes a context. Intel's driver
/// knows the allocations of all contexts through any context. So one context is created for the
/// queries, which holds no device memory. zeDriverGet fails where zeInit was not called.
namespace level_zero {

using Result = int;  // 0: ZE_RESULT_SUCCESS
using Handle = void*;
struct ContextDescription {
  std::uint32_t kind = 0xd;  // ZE_STRUCTURE_TYPE_CONTEXT_DESC
  const void* next = nullptr;
  std::uint32_t flags = 0;
};
struct AllocProperties {
  std::uint32_t kind = 0x17;  // ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES
  void* next = nullptr;
  std::uint32_t type = 0;
  std::uint64_t id = 0;
  std::uint64_t page_size = 0;
};
using DriverGet = Result(std::uint32_t* count, Handle* drivers);
using ContextCreate = Result(Handle driver, const ContextDescription*, Handle* context);
using MemGetAllocProperties = Result(Handle context, const void*, AllocProperties*, Handle* device);
using MemGetAddressRange = Result(Handle context, const void*, void** begin, std::size_t* size);

constexpr std::uint32_t kHost = 1;  // ZE_MEMORY_TYPE_HOST; 0 where nothing is known

bool HasContext(AcceleratorHandle& handle) {
  if (handle.context != nullptr) return true;
  std::uint32_t count = 1;  // the GPUs' driver comes first
  Handle driver = nullptr;
  auto* const get = reinterpret_cast<DriverGet*>(handle.functions[0]);
  if (get(&count, &driver) != 0 || count == 0) return false;
  const ContextDescription description;
  auto* const create = reinterpret_cast<ContextCreate*>(handle.functions[1]);
  return create(driver, &description, &handle.context) == 0 && handle.context != nullptr;
}

std::optional<AddressRange> Ask(AcceleratorHandle& handle, const void* address) {
  if (!HasContext(handle)) return std::nullopt;
  AllocProperties properties;
  Handle device = nullptr;
  auto* const get = reinterpret_cast<MemGetAllocProperties*>(handle.functions[2]);
  if (get(handle.context, address, &properties, &device) != 0) return std::nullopt;
  if (properties.type <= kHost) return std::nullopt;
  void* begin = nullptr;
  std::size_t size = 0;
  auto* const range = reinterpret_cast<MemGetAddressRange*>(handle.functions[3]);
  if (range(handle.context, address, &begin, &size) != 0) {
    return AddressRange{reinterpret_cast<std::uintptr_t>(address), 1};
  }
  return AddressRange{reinterpret_cast<std::uintptr_t>(begin), size};
}

}  // namespace level_zero

// Device files from the drivers' documentation. All three use /dev/dxg under WSL 2; Tegra has
// /dev/nvmap. MPI libraries load these libraries also where there is no device.
constexpr std::array<AcceleratorLibrary, 3> kLibraries = {{
    {"libcuda.so",
     {"/dev/nvidiactl", "/dev/nvmap", "/dev/dxg"},
     {"cuPointerGetAttributes", "cuMemGetAddressRange_v2"},
     cuda::Ask},
    {"libhsa-runtime64.so",
     {"/dev/kfd", "/dev/dxg"},
     {"hsa_amd_pointer_info", "hsa_agent_get_info"},
     hsa::Ask},
    {"libze_loader.so",
     {"/dev/dri/renderD128", "/dev/dxg"},
     {"zeDriverGet", "zeContextCreate", "zeMemGetAllocProperties", "zeMemGetAddressRange"},
     level_zero::Ask},
}};

bool MayFindDevice(const AcceleratorLibrary& library) {
  return std::ranges::any_of(library.devices, [](const char* device) {
    return device != nullptr && access(device, F_OK) == 0;
  });
}

/// Returns how many libraries were loaded into this process so far.
std::uint64_t Loads() {
  std::uint64_t loads = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* into) {
        *static_cast<std::uint64_t*>(into) = object->dlpi_adds;
        return 1;  // any object holds the process's total: stop at the first
      },
      &loads);
  return loads;
}

/// Search for the path of the loaded library whose file name begins with `name`; empty without one.
struct Search {
  const char* name;
  std::array<char, 4096> path{};
};

int Compare(dl_phdr_info* object, std::size_t, void* into) {
  auto& search = *static_cast<Search*>(into);
  const char* const slash = std::strrchr(object->dlpi_name, '/');
  const char* const file = slash == nullptr ? object->dlpi_name : slash + 1;
  if (std::strncmp(file, search.name, std::strlen(search.name)) != 0) return 0;
  std::snprintf(search.path.data(), search.path.size(), "%s", object->dlpi_name);
  return 1;
}

/// Finds the functions of a loaded library, and keeps the library loaded. Returns whether the
/// library is loaded and has all of them.
bool Open(const AcceleratorLibrary& library, AcceleratorHandle& handle) {
  Search search{.name = library.name};
  if (dl_iterate_phdr(Compare, &search) == 0) return false;
  void* const opened = dlopen(search.path.data(), RTLD_LAZY | RTLD_NOLOAD);
  if (opened == nullptr) return false;
  bool has_all = true;
  for (std::size_t i = 0; i < library.functions.size(); ++i) {
    if (library.functions[i] == nullptr) break;
    handle.functions[i] = dlsym(opened, library.functions[i]);
    has_all = has_all && handle.functions[i] != nullptr;
  }
  if (!has_all) dlclose(opened);
  return has_all;
}

}  // namespace

std::span<const AcceleratorLibrary> AcceleratorLibraries() { return kLibraries; }

Accelerators::Accelerators() {
  static_assert(kLibraries.size() <= kMostRows);
  Look();
}

int Accelerators::Present() const {
  for (std::size_t i = 0; i < kLibraries.size(); ++i) {
    if ((loaded_ >> i & 1) != 0 && MayFindDevice(kLibraries[i])) return static_cast<int>(i);
  }
  return kNone;
}

void Accelerators::Look() noexcept {
  const std::uint64_t loads = Loads();
  if (loads == loads_) return;
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < kLibraries.size(); ++i) {
    if ((loaded_ >> i & 1) == 0 && Open(kLibraries[i], handles_[i])) loaded_ |= 1U << i;
  }
  loads_ = loads;
}

bool Accelerators::Holds(const void* base, MPI_Datatype type) noexcept {
  // Everything that MPI addresses from a base lies in the same storage, except for MPI_BOTTOM.
  if (own_.Contains(base)) return false;
  Look();
  if (loaded_ == 0) return false;
  MPI_Aint begin = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_true_extent(type, &begin, &extent);
  return HoldsAt(static_cast<const char*>(base) + begin);
}

bool Accelerators::HoldsAt(const void* address) noexcept {
  if (own_.Contains(address)) return false;
  Look();
  if (loaded_ == 0) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::scoped_lock lock(mutex_);
  const auto is_there = [at](const AddressRange& range) { return range.Contains(at); };
  if (std::ranges::any_of(ranges_, is_there)) return true;
  for (std::size_t i = 0; i < kLibraries.size(); ++i) {
    if ((loaded_ >> i & 1) == 0) continue;
    if (const auto range = kLibraries[i].ask(handles_[i], address)) {
      ranges_[next_range_] = *range;
      next_range_ = (next_range_ + 1) % kMostRanges;
      return true;
    }
  }
  return false;
}

}  // namespace colltune::intercept
