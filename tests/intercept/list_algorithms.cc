// Prints the names of the algorithms of a collective: list_algorithms COLLECTIVE
#include <cstdio>
#include <optional>

#include "algorithms/registry.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::optional<colltune::Collective> collective = colltune::FindCollective(argv[1]);
  if (!collective) return 2;
  for (const colltune::Algorithm& algorithm : colltune::Algorithms(*collective)) {
    std::printf("%.*s\n", static_cast<int>(algorithm.name.size()), algorithm.name.data());
  }
}
