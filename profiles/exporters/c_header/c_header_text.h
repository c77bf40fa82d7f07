// The text of the header that `--to c-header` writes, around its tables.
#ifndef COLLTUNE_PROFILES_EXPORTERS_C_HEADER_C_HEADER_TEXT_H_
#define COLLTUNE_PROFILES_EXPORTERS_C_HEADER_C_HEADER_TEXT_H_

#include <string_view>

namespace colltune {

/// The lines around the entries of the two tables. The last entry of each is for no call: C has no
/// empty arrays, and the function ends at it.
inline constexpr std::string_view kRowsBegin =
    "static const struct colltune_row colltune_rows[] = {";
inline constexpr std::string_view kRowsEnd = "  {COLLTUNE_BCAST, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};";
inline constexpr std::string_view kRulesBegin =
    "static const struct colltune_rule colltune_rules[] = {";
inline constexpr std::string_view kRulesEnd = "  {0, 0, \"library\"}};";

/// For fmt::format: `collectives`, the lines of the enum; `rows` and `rules`, those of the tables.
inline constexpr std::string_view kHeaderText =
    R"(/* Which algorithm is the fastest for a collective call of MPI, as colltune measured it on one
 * cluster. C99 and C++11; includes nothing but <stddef.h>.
 *
 *   const char *choice = colltune_choice(COLLTUNE_BCAST, ranks, ranks_per_node, root, bytes);
 *
 * `bytes` is, for
 *   bcast, reduce, allreduce, scan, exscan: the size of the message, count x MPI_Type_size;
 *   scatter, gather, allgather, alltoall, reduce_scatter_block: of one rank's block, what it gets
 *     from, or gives to, one other;
 *   allgatherv, reduce_scatter: of one rank's block, the mean of all;
 *   scatterv, gatherv, alltoallv, alltoallw, barrier: nothing; pass 0.
 */
#ifndef COLLTUNE_TABLE_H
#define COLLTUNE_TABLE_H

#include <stddef.h>

enum colltune_collective {{
{collectives}}};

/* Communicators of first_ranks to last_ranks processes, first_per_node to last_per_node of them on
 * the fullest node, on first_nodes to last_nodes nodes, with a root from first_root to last_root,
 * the ends included: `rules` rules, the first of which is that number. */
struct colltune_row {{
  enum colltune_collective collective;
  int first_ranks;
  int last_ranks;
  int first_per_node;
  int last_per_node;
  int first_nodes;
  int last_nodes;
  int first_root;
  int last_root;
  int first_rule;
  int rules;
}};

/* Messages of first to last bytes, both included. */
struct colltune_rule {{
  unsigned long long first;
  unsigned long long last;
  const char *choice;
}};

static const struct colltune_row colltune_rows[] = {{
{rows}  {{COLLTUNE_BCAST, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}};

static const struct colltune_rule colltune_rules[] = {{
{rules}  {{0, 0, "library"}}}};

/* The algorithm with its parameters, such as "binomial" or "knomial:k=4:segment=8K", as
 * `colltune list` explains it; or one inside the MPI library, such as "mpich:binomial"; or
 * "library" for the MPI library's own choice, also where nothing was measured. `root` is 0 where a
 * collective has none. All nodes but one are taken to have `ranks_per_node` ranks. Looks
 * at all rows in turn: remember the answer where calls repeat. */
static inline const char *colltune_choice(enum colltune_collective collective, int ranks,
                                          int ranks_per_node, int root, size_t bytes) {{
  const struct colltune_row *row = colltune_rows;
  const int nodes =
      ranks_per_node < 1 ? 0 : ranks / ranks_per_node + (ranks % ranks_per_node != 0);
  int i;
  for (; row->last_ranks != 0; ++row) {{
    if (row->collective != collective || ranks < row->first_ranks || ranks > row->last_ranks ||
        ranks_per_node < row->first_per_node || ranks_per_node > row->last_per_node ||
        nodes < row->first_nodes || nodes > row->last_nodes || root < row->first_root ||
        root > row->last_root) {{
      continue;
    }}
    for (i = row->first_rule; i < row->first_rule + row->rules; ++i) {{
      if (colltune_rules[i].first <= bytes && bytes <= colltune_rules[i].last) {{
        return colltune_rules[i].choice;
      }}
    }}
    break;
  }}
  return "library";
}}

#endif
)";

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_C_HEADER_C_HEADER_TEXT_H_
