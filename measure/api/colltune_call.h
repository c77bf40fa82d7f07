// Checks the arguments of one call of a collective of colltune.h, and performs it. Algorithms of
// colltune do not check arguments themselves, and an error in them may end the program.
#ifndef COLLTUNE_MEASURE_API_COLLTUNE_CALL_H_
#define COLLTUNE_MEASURE_API_COLLTUNE_CALL_H_

#include <fmt/format.h>

#include "algorithms/buffers.h"
#include "algorithms/run/calls.h"
#include "measure/api/colltune_guard.h"

namespace colltune::measure {

/// Description of a buffer by MPI's arguments. Owns nothing.
struct Described {
  const void* buffer;
  const int* counts;
  int blocks;  // number of counts
  const MPI_Datatype* types;
  int type_count;
  bool scattered = false;
  const int* displacements = nullptr;
};

inline Described Items(const void* buffer, const int& count, const MPI_Datatype& type) {
  return {buffer, &count, 1, &type, 1};
}

/// One call, from the check of its arguments to its end.
class CheckedCall {
 public:
  CheckedCall(Collective collective, colltune_handle* handle, const char* algorithm, Rank root = 0)
      : collective_(collective), handle_(handle) {
    DemandPointer(handle, "handle");
    DemandPointer(algorithm, "algorithm");
    if (root < 0 || root >= ranks()) {
      Refuse(fmt::format("root {} is not from 0 to {}", root, ranks() - 1));
    }
    implementation_ = &Find(algorithm);
    const Shape shape{.ranks = ranks(), .root = root};
    buffers_ = BuffersOf(collective, shape, handle->runner.rank());
    Shape in_place = shape;
    in_place.in_place = true;
    may_be_in_place_ = BuffersOf(collective, in_place, handle->runner.rank()).shared;
  }

  int ranks() const { return handle_->runner.ranks(); }

  // Descriptions of buffers with one block for each rank.
  Described Joined(const void* buffer, const int* counts, const MPI_Datatype& type) const {
    return {buffer, counts, ranks(), &type, 1};
  }
  Described Vector(const void* buffer, const int* counts, const int* displacements,
                   const MPI_Datatype& type) const {
    return {buffer, counts, ranks(), &type, 1, true, displacements};
  }
  Described Typed(const void* buffer, const int* counts, const int* displacements,
                  const MPI_Datatype* types) const {
    return {buffer, counts, ranks(), types, ranks(), true, displacements};
  }

  CheckedCall& Sends(const Described& data) {
    return CheckSide("send", data, buffers_.input > 0, may_be_in_place_ && !Scatters());
  }
  CheckedCall& Receives(const Described& data) {
    return CheckSide("receive", data, buffers_.output > 0, may_be_in_place_ && Scatters());
  }
  CheckedCall& Combines(MPI_Op op) {
    if (op == MPI_OP_NULL) Refuse("the operation is MPI_OP_NULL");
    return *this;
  }

  /// Performs the call by kOwn of calls.h or MPI's kLibrary.
  template <auto kOwn, auto kLibrary, typename... Arguments>
  void Perform(Arguments... arguments) {
    const auto& [choice, native] = *implementation_;
    const auto library = [&] { return kLibrary(arguments..., handle_->runner.comm()); };
    Check(choice.HasSchedule() ? kOwn(handle_->runner, choice, arguments...)
          : native             ? native->During(library)
                               : library());
  }

 private:
  [[noreturn]] void Refuse(const std::string& reason) const {
    throw std::invalid_argument(fmt::format("{}: {}", ToText(collective_), reason));
  }

  const Implementation& Find(const char* algorithm) {
    auto& known = handle_->choices[static_cast<std::size_t>(collective_)];
    const auto found = known.find(std::string_view(algorithm));
    if (found != known.end()) return found->second;
    Implementation made{ParseChoice(collective_, algorithm), {}};
    if (made.choice.IsNative()) {
      const std::string reason = Declines(made.choice, {.ranks = ranks()});
      if (!reason.empty()) throw Declined(fmt::format("{} {}", algorithm, reason));
      made.native.emplace(collective_, made.choice.native);
    }
    return known.emplace(algorithm, std::move(made)).first->second;
  }

  bool Scatters() const {
    return collective_ == Collective::kScatter || collective_ == Collective::kScatterv;
  }

  /// Checks one side of the call, unless it is not `used` on this rank: MPI ignores it then.
  CheckedCall& CheckSide(const char* side, const Described& data, bool used, bool may_be_in_place) {
    if (!used) return *this;
    if (data.buffer == MPI_IN_PLACE) {
      if (!may_be_in_place) Refuse(fmt::format("the {} buffer must not be MPI_IN_PLACE", side));
      return *this;
    }
    if (data.counts == nullptr || data.types == nullptr ||
        (data.scattered && data.displacements == nullptr)) {
      Refuse(fmt::format("an array of the {} side is a null pointer", side));
    }
    for (int i = 0; i < data.type_count; ++i) {
      if (data.types[i] == MPI_DATATYPE_NULL) {
        Refuse(fmt::format("a {} type is MPI_DATATYPE_NULL", side));
      }
    }
    for (int i = 0; i < data.blocks; ++i) {
      const int count = data.counts[i];
      if (count < 0) Refuse(fmt::format("{} count {} is negative", side, count));
      // Types of absolute addresses are used with MPI_BOTTOM, which may be a null pointer.
      if (count > 0 && data.buffer == nullptr && IsPacked(data.types[i % data.type_count])) {
        Refuse(fmt::format("the {} buffer is a null pointer", side));
      }
    }
    return *this;
  }

  Collective collective_;
  colltune_handle* handle_;
  const Implementation* implementation_ = nullptr;
  Buffers buffers_;
  bool may_be_in_place_ = false;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_API_COLLTUNE_CALL_H_
