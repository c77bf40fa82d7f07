// Sizes of MPI's predefined datatypes, kept so that MPI need not be asked at each call.
#ifndef COLLTUNE_TUNER_INTERCEPT_NAMED_TYPES_H_
#define COLLTUNE_TUNER_INTERCEPT_NAMED_TYPES_H_

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "algorithms/run/buffer_view.h"

namespace colltune::intercept {

/// Hash table of predefined datatypes. A predefined handle means the same type as long as the
/// program runs; an application's handle may mean another type after MPI_Type_free. Asking MPICH
/// takes 8 ns, a lookup here less than 1 ns.
class NamedTypes {
 public:
  static constexpr std::int64_t kUnknown = -1;

  /// Requires MPI to be initialized.
  NamedTypes();

  /// Returns the size of an item in bytes. Returns kUnknown for all but predefined types, and for
  /// the few predefined types whose slot another type occupies.
  std::int64_t SizeOf(MPI_Datatype type) const {
    const Known& known = known_[SlotOf(type)];
    return known.type == type ? known.size : kUnknown;
  }

 private:
  struct Known {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    std::int64_t size = kUnknown;
  };
  static constexpr int kBits = 8;  // 2^8 slots, for some 60 types

  // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): multiplication by 2^64 over
  // the golden ratio spreads handles that follow one another.
  static std::size_t SlotOf(MPI_Datatype type) {
    const auto number = static_cast<std::uint64_t>(std::hash<MPI_Datatype>{}(type));
    return static_cast<std::size_t>(number * 0x9e3779b97f4a7c15 >> (64 - kBits));
  }

  std::array<Known, 1 << kBits> known_;
};

/// Returns this process's table. Requires MPI to be initialized.
inline const NamedTypes& OwnTypes() {
  static const NamedTypes types;
  return types;
}

/// Returns TypeSize(type), from the table if possible. Throws MpiError.
inline std::int64_t ItemSize(MPI_Datatype type) {
  const std::int64_t known = OwnTypes().SizeOf(type);
  return known != NamedTypes::kUnknown ? known : TypeSize(type);
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_NAMED_TYPES_H_
