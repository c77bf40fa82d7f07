// Values with static storage that are never destroyed.
#ifndef COLLTUNE_ALGORITHMS_NO_DESTRUCTOR_H_
#define COLLTUNE_ALGORITHMS_NO_DESTRUCTOR_H_

#include <cstddef>
#include <new>
#include <utility>

namespace colltune {

/// Holds a value whose destructor must not run, as in `static const NoDestructor table(Make());`.
///
/// A program may call MPI in the destructor of a global object, in a function of atexit, or in a
/// library that is unloaded last. Statics of the preload library would be destroyed before such a
/// call if they were initialised after its registration. So nothing that an entry point may need
/// has a static destructor: it is a constexpr table or a NoDestructor. The memory stays with the
/// process, reachable for leak checkers.
template <typename Value>
class NoDestructor {
 public:
  explicit NoDestructor(Value value) {
    ::new (static_cast<void*>(&memory_)) Value(std::move(value));
  }
  NoDestructor(const NoDestructor&) = delete;
  NoDestructor& operator=(const NoDestructor&) = delete;

  const Value& operator*() const { return *std::launder(reinterpret_cast<const Value*>(&memory_)); }

 private:
  alignas(Value) std::byte memory_[sizeof(Value)];
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NO_DESTRUCTOR_H_
