// MPI-3.1, section 14.3: control variables. Their names are in the table of MPI libraries. The
// values are integers without an MPI_T enumeration, and described in a text, as MPICH's are.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "algorithms/mpi/error.h"
#include "algorithms/mpi_libraries/mpi_libraries.h"
#include "algorithms/native/native_variable.h"
#include "algorithms/no_destructor.h"

namespace colltune {
namespace {

class MpiTVariable : public NativeVariable {
 public:
  MpiTVariable(MPI_T_cvar_handle handle, std::vector<NativeAlgorithm> algorithms)
      : NativeVariable(std::move(algorithms)), handle_(handle) {}

  void Write(int value) const override { Check(PMPI_T_cvar_write(handle_, &value)); }
  int Read() const override {
    int value = 0;
    Check(PMPI_T_cvar_read(handle_, &value));
    return value;
  }

 private:
  MPI_T_cvar_handle handle_;
};

/// Returns `pattern` with the collective's name in capitals for its *.
std::string VariableName(std::string_view pattern, Collective collective) {
  const std::size_t star = pattern.find('*');
  std::string name(ToText(collective));
  for (char& c : name) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return fmt::format("{}{}{}", pattern.substr(0, star), name, pattern.substr(star + 1));
}

/// Returns the index of the collective's variable, which may be that of any library in the table:
/// libraries that stem from MPICH have MPICH's variables, by other names of their own.
std::optional<int> FindIndex(Collective collective) {
  for (const MpiLibrary& library : kMpiLibraries) {
    if (library.native_variable.empty()) continue;
    const std::string name = VariableName(library.native_variable, collective);
    int index = 0;
    if (PMPI_T_cvar_get_index(name.c_str(), &index) == MPI_SUCCESS) return index;
  }
  return std::nullopt;
}

/// Algorithms that MPICH lists but performs wrongly. From 4.0.2 on:
/// - `pairwise` takes its result for its input in place;
/// - `noncommutative` writes past its memory for types with holes, and fails an assertion unless
///   the ranks are a power of two.
/// From 4.2.1 on:
/// - `k_brucks` writes past its memory for types with holes;
/// - `recexch_doubling` and `recexch_halving` of allgather crash where a block is sent by another
///   type than it is received by.
constexpr std::array kBroken = {
    std::pair(Collective::kAllgather, std::string_view("recexch_doubling")),
    std::pair(Collective::kAllgather, std::string_view("recexch_halving")),
    std::pair(Collective::kAllgather, std::string_view("k_brucks")),
    std::pair(Collective::kAlltoall, std::string_view("k_brucks")),
    std::pair(Collective::kReduceScatter, std::string_view("pairwise")),
    std::pair(Collective::kReduceScatter, std::string_view("noncommutative")),
    std::pair(Collective::kReduceScatterBlock, std::string_view("pairwise")),
    std::pair(Collective::kReduceScatterBlock, std::string_view("noncommutative")),
};

/// Returns the description of a variable; empty unless the variable is one writable integer that
/// belongs to no object.
std::string Description(int index) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum values = MPI_T_ENUM_NULL;
  int name_size = 0;
  int size = 0;
  int verbosity = 0;
  int bind = 0;
  int scope = 0;
  const auto read = [&](char* text) {
    return PMPI_T_cvar_get_info(index, nullptr, &name_size, &verbosity, &type, &values, text, &size,
                                &bind, &scope);
  };
  if (read(nullptr) != MPI_SUCCESS || type != MPI_INT || bind != MPI_T_BIND_NO_OBJECT ||
      scope == MPI_T_SCOPE_CONSTANT || scope == MPI_T_SCOPE_READONLY || size <= 0) {
    return {};
  }
  std::string text(static_cast<std::size_t>(size), '\0');
  if (read(text.data()) != MPI_SUCCESS) return {};
  text.resize(std::strlen(text.c_str()));  // up to the final '\0', which `size` counts
  return text;
}

std::unique_ptr<MpiTVariable> Make(Collective collective) {
  const std::optional<int> index = FindIndex(collective);
  if (!index) return {};
  auto algorithms = ParseNativeAlgorithms(Description(*index));
  std::erase_if(algorithms, [&](const NativeAlgorithm& one) {
    return std::ranges::find(kBroken, std::pair(collective, std::string_view(one.name))) !=
           kBroken.end();
  });
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (algorithms.empty() ||
      PMPI_T_cvar_handle_alloc(*index, nullptr, &handle, &count) != MPI_SUCCESS || count != 1) {
    return {};
  }
  auto variable = std::make_unique<MpiTVariable>(handle, std::move(algorithms));
  // Rejects another value: the user has set it, and has the last word; or values do not count from
  // 0.
  if (variable->Read() != NativeVariable::kAuto) return {};
  return variable;
}

using All = std::array<std::unique_ptr<MpiTVariable>, kCollectiveNames.size()>;

All MakeAll() {
  All all;
  int provided = 0;
  // Never finalized: the handles are used until the program ends.
  if (PMPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = Make(static_cast<Collective>(i));
  return all;
}

}  // namespace

const NativeVariable* FindNativeVariable(Collective collective) {
  static const NoDestructor all(MakeAll());
  return (*all)[static_cast<std::size_t>(collective)].get();
}

}  // namespace colltune
