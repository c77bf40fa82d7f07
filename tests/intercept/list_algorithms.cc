// Prints the algorithms of a collective that may be preloaded: list_algorithms COLLECTIVE
#include <cstdio>
#include <optional>

#include "algorithms/registry.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::optional<colltune::Collective> collective = colltune::FindCollective(argv[1]);
  if (!collective) return 2;
  for (const colltune::Choice& choice : colltune::StandardChoices(*collective)) {
    if (!IsSafeWithWrongSizes(*choice.algorithm)) continue;
    std::printf("%s\n", ToText(choice).c_str());
  }
}
