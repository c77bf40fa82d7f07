/* The header as C reads it. */
#include "tests/profiles/exporters/c_header_in_c.h"

#include "tests/profiles/exporters/colltune_table.h"

const char* ChoiceInC(int collective, int ranks, int ranks_per_node, int root, size_t bytes) {
  return colltune_choice((enum colltune_collective)collective, ranks, ranks_per_node, root, bytes);
}
