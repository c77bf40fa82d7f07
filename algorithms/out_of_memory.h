// Lack of memory, as an exception that nobody but colltune throws.
#ifndef COLLTUNE_ALGORITHMS_OUT_OF_MEMORY_H_
#define COLLTUNE_ALGORITHMS_OUT_OF_MEMORY_H_

#include <new>

namespace colltune {

/// A std::bad_alloc of colltune's own. The application's error handlers and operations run inside
/// colltune's functions. Exceptions that these throw, also a std::bad_alloc, have to reach the
/// application.
class OutOfMemory : public std::bad_alloc {};

/// Returns make(), and throws OutOfMemory where `make` throws std::bad_alloc. Requires that `make`
/// calls nothing of the application.
template <typename Make>
decltype(auto) Allocate(const Make& make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    throw OutOfMemory();
  }
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_OUT_OF_MEMORY_H_
