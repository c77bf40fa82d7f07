// A stand-in for the library of an accelerator, with memory that the processor may not touch:
// CUDA's, or with WITH_HSA that of ROCm, or with WITH_LEVEL_ZERO oneAPI's. The functions that
// colltune asks answer as the libraries' documentations say, and are counted.
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { kMostRanges = 256 };
static struct {
  char* begin;
  size_t size;
} ranges[kMostRanges];
static int initialized = 0, questions = 0, touching = 0;

static int Find(const void* address) {
  for (int i = 0; i < kMostRanges; ++i) {
    if ((uintptr_t)address - (uintptr_t)ranges[i].begin < ranges[i].size) return i;
  }
  return -1;
}

// For tests.
void StandInInitialize(void) { initialized = 1; }

void* StandInAllocate(size_t size) {
  for (int i = 0; i < kMostRanges; ++i) {
    if (ranges[i].size > 0) continue;
    ranges[i].begin = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (ranges[i].begin == MAP_FAILED) return NULL;
    ranges[i].size = size;
    return ranges[i].begin;
  }
  return NULL;
}

void StandInFree(void* memory) {
  const int found = Find(memory);
  munmap(ranges[found].begin, ranges[found].size);
  ranges[found].size = 0;
}

int StandInQuestions(void) { return questions; }

// Makes the device's memory accessible from the first Touch(1) to the last Touch(0), as only a
// library that knows the device can.
void StandInTouch(int begins) {
  const int before = touching;
  touching += begins ? 1 : -1;
  if ((before > 0) == (touching > 0)) return;
  for (int i = 0; i < kMostRanges; ++i) {
    if (ranges[i].size == 0) continue;
    mprotect(ranges[i].begin, ranges[i].size, begins ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
}

#if defined(WITH_HSA)

typedef struct {
  uint64_t handle;
} Agent;
typedef struct {
  uint32_t size, type;
  void *agent_base, *host_base;
  size_t bytes;
  void* user_data;
  Agent owner;
} PointerInfo;
static const Agent kCpu = {3}, kGpu = {4};
static char pinned[16];

// Memory of the host that the runtime has allocated: StandInPinned().
void* StandInPinned(void) { return pinned; }

int hsa_amd_pointer_info(const void* address, PointerInfo* info, void* (*allocate)(size_t),
                         uint32_t* agents, Agent** accessible) {
  (void)allocate, (void)agents, (void)accessible;
  ++questions;
  if (!initialized) return 0x100b;  // HSA_STATUS_ERROR_NOT_INITIALIZED
  const int found = Find(address);
  info->type = 0;  // HSA_EXT_POINTER_TYPE_UNKNOWN
  if ((const char*)address >= pinned && (const char*)address < pinned + sizeof pinned) {
    info->type = 1;  // HSA_EXT_POINTER_TYPE_HSA
    info->agent_base = pinned;
    info->bytes = sizeof pinned;
    info->owner = kCpu;
  } else if (found >= 0) {
    info->type = 1;
    info->agent_base = ranges[found].begin;
    info->bytes = ranges[found].size;
    info->owner = kGpu;
  }
  return 0;
}

int hsa_agent_get_info(Agent agent, int attribute, void* value) {
  if (attribute != 17) return 0x1001;  // HSA_STATUS_ERROR_INVALID_ARGUMENT
  *(int*)value = agent.handle == kCpu.handle ? 0 : 1;
  return 0;
}

#elif defined(WITH_LEVEL_ZERO)

typedef struct {
  uint32_t kind;
  void* next;
  uint32_t type;
  uint64_t id, page_size;
} AllocProperties;
typedef struct {
  uint32_t kind;
  const void* next;
  uint32_t flags;
} ContextDescription;
static char driver, context;

int zeDriverGet(uint32_t* count, void** drivers) {
  if (!initialized) return 0x78000001;  // ZE_RESULT_ERROR_UNINITIALIZED
  *count = 1;
  drivers[0] = &driver;
  return 0;
}

int zeContextCreate(void* of, const ContextDescription* description, void** made) {
  if (of != &driver || description->kind != 0xd) return 0x78000004;
  *made = &context;
  return 0;
}

int zeMemGetAllocProperties(void* of, const void* address, AllocProperties* properties,
                            void** device) {
  (void)device;
  ++questions;
  if (of != &context || properties->kind != 0x17) return 0x78000004;
  properties->type = Find(address) >= 0 ? 3 : 0;  // ZE_MEMORY_TYPE_SHARED, or UNKNOWN
  return 0;
}

int zeMemGetAddressRange(void* of, const void* address, void** begin, size_t* size) {
  const int found = Find(address);
  if (of != &context || found < 0) return 0x78000004;
  *begin = ranges[found].begin;
  *size = ranges[found].size;
  return 0;
}

#else

int cuPointerGetAttributes(unsigned count, const int* attributes, void** values,
                           unsigned long long address) {
  ++questions;
  if (!initialized) return 3;  // CUDA_ERROR_NOT_INITIALIZED
  const int is_device = Find((const void*)(uintptr_t)address) >= 0;
  for (unsigned i = 0; i < count; ++i) {
    unsigned* const value = values[i];
    if (attributes[i] == 2) *value = is_device ? 2 : 0;  // memory type: CU_MEMORYTYPE_DEVICE
    if (attributes[i] == 8) *value = 0;                  // is managed
  }
  return 0;
}

int cuMemGetAddressRange_v2(unsigned long long* begin, size_t* size, unsigned long long address) {
  const int found = Find((const void*)(uintptr_t)address);
  if (found < 0) return 500;  // CUDA_ERROR_NOT_FOUND
  *begin = (uintptr_t)ranges[found].begin;
  *size = ranges[found].size;
  return 0;
}

#endif
