// MPI's return codes as exceptions, for all code that is not on an application's path.
#ifndef COLLTUNE_ALGORITHMS_MPI_ERROR_H_
#define COLLTUNE_ALGORITHMS_MPI_ERROR_H_

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <stdexcept>
#include <string>

namespace colltune {

/// An MPI call that returned an error; what() has the library's text and where the call stands.
class MpiError : public std::runtime_error {
 public:
  MpiError(int code, const char* file, int line)
      : std::runtime_error(fmt::format("{} ({}:{})", Describe(code), file, line)), code_(code) {}

  int code() const { return code_; }

 private:
  static std::string Describe(int code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    PMPI_Error_string(code, text.data(), &length);
    return {text.data(), static_cast<std::size_t>(length)};
  }

  int code_;
};

/// Throws MpiError unless `code` is MPI_SUCCESS. Only of use on communicators whose error handler
/// returns.
inline void Check(int code, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (code != MPI_SUCCESS) throw MpiError(code, file, line);
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_ERROR_H_
