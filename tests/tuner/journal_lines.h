// The lines of a journal in the form of the format's description, written by hand.
#ifndef COLLTUNE_TESTS_TUNER_JOURNAL_LINES_H_
#define COLLTUNE_TESTS_TUNER_JOURNAL_LINES_H_

#include <xxhash.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "tuner/journal/journal_text.h"

namespace colltune::tune {

/// Returns a line with its checksum. Those of the two lines below were written with `xxhsum -H3`.
inline std::string LineByHand(const std::string& json) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(json.data(), json.size())));
  return digits + (" " + json) + "\n";
}

inline const std::string kOwnerLine =
    "b4f2450b029072b6 "
    R"({"kind":"journal","version":2,"mpi":"MPICH 4.0.2","cpu":"Some CPU","cores":2,"sockets":1,)"
    R"("device":"ch4:ucx","ranks":16,"ranks_per_node":4,"method":"per_destination","clock":"MPI_Wtime"})"
    "\n";
inline const std::string kRunLine =
    "aca5808f19482c4d "
    R"({"kind":"run","run":1,"date":"2026-01-31T12:00:00Z","command":"colltune tune"})"
    "\n";
inline const std::string kNetworkLine = LineByHand(R"({"kind":"network","samples":"a,b\n1,2\n"})");
inline const std::string kAnswerLine = LineByHand(
    R"({"kind":"answer","run":1,"op":"bcast","ranks":13,"ranks_per_node":4,"bytes":65537,"root":5,)"
    R"("confirms":false,"spent":0.1,"timings":[)"
    R"({"choice":"library","samples":20,"median":1e-5,"low":9.5e-6,"high":1.25e-5},)"
    R"({"choice":"chain","samples":3,"median":2e-5,"low":0.0,"high":"inf"}]})");
inline const std::string kHungLine = LineByHand(
    R"({"kind":"hung","run":1,"op":"alltoall","ranks":16,"ranks_per_node":4,"bytes":8,"root":0,)"
    R"("confirms":false,"choices":["bruck:k=2"]})");

/// The owner that these lines name.
inline JournalOwner OwnerByHand() {
  return {{"MPICH 4.0.2", "Some CPU", 2, 1, "ch4:ucx"}, 16, 4, "per_destination", "MPI_Wtime"};
}

inline Trial AnsweredByHand() {
  return {{Collective::kBcast, {13, 4}, Bytes{65537}, 5}, {"library", "chain"}, false};
}

inline TrialResult AnswerByHand() {
  return {{{"library", 20, Seconds(1e-5), Seconds(9.5e-6), Seconds(1.25e-5), std::nullopt},
           {"chain", 3, Seconds(2e-5), Seconds(0), Seconds(HUGE_VAL), std::nullopt}},
          Seconds(0.1)};
}

inline Trial HungByHand() {
  return {{Collective::kAlltoall, {16, 4}, Bytes{8}, 0}, {"bruck:k=2"}, false};
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_JOURNAL_LINES_H_
