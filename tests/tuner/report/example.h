// A small profile, whose cells can be checked by hand.
#ifndef COLLTUNE_TESTS_TUNER_REPORT_EXAMPLE_H_
#define COLLTUNE_TESTS_TUNER_REPORT_EXAMPLE_H_

#include <utility>

#include "profiles/profile.h"
#include "tests/tuner/timed.h"

namespace colltune::tune {

inline Candidate Predicted(Candidate candidate, double us) {
  candidate.predicted = Seconds(us * kUs);
  return candidate;
}

inline Candidate OnlyPredicted(const char* choice, double us) {
  return Predicted({choice, 0, {}, {}, {}, {}}, us);
}

/// A profile with broadcasts and a barrier:
/// - Broadcasts on 4 ranks: 8 bytes are measured and sure, 1K is measured but not sure, 64K only
///   predicted.
/// - Broadcasts on 8 ranks with root 3: 64 bytes, where the library stays, and a rule without
///   evidence.
/// - A barrier on 4 ranks: measured without a competitor.
inline Profile ExampleProfile() {
  Profile profile;
  profile.fingerprint = {"MPICH 4.0.2", "A CPU", 4, 1, "ch4:ofi"};
  profile.provenance.confidence = 0.99;
  profile.provenance.margin = 0.03;
  profile.provenance.hosts = {"n1", "n2"};
  const Evidence sure{Bytes{8},
                      {Predicted(TimedWithin("flat", 5, 0.1), 4), TimedWithin("library", 10, 0.1),
                       Predicted(TimedWithin("chain", 20, 0.1), 24), OnlyPredicted("binomial", 90)},
                      "flat is fast"};
  const Evidence unsure{Bytes{1024},
                        {Predicted(TimedWithin("knomial:k=4:segment=128K", 50, 9), 55),
                         TimedWithin("library", 55, 9)},
                        "close"};
  const Evidence expected{
      Bytes{65536},
      {OnlyPredicted("knomial:k=8:segment=128K", 60), OnlyPredicted("library", 80)},
      "not measured"};
  const Evidence library{
      Bytes{64}, {TimedWithin("library", 10, 0.1), TimedWithin("flat", 30, 0.1)}, "the library"};
  const Evidence alone{Bytes{0}, {TimedWithin("dissemination:k=2", 7, 1)}, "alone"};
  profile.table.rows = {
      {Collective::kBcast,
       RegionOf(4, 2),
       {{Bytes{0}, Bytes{100}, "flat", {sure}},
        {Bytes{1024}, Bytes{2047}, "knomial:k=4:segment=128K", {unsure}},
        {Bytes{2048}, Bytes{65536}, "knomial:k=8:segment=128K", {expected}}}},
      {Collective::kBcast,
       RegionOf(8, 2),
       {{Bytes{0}, Bytes{1024}, "library", {library}}, {Bytes{4096}, Bytes{8192}, "chain", {}}},
       Roots{3, 3},
       {0, Mapping::kBlock}},
      {Collective::kBarrier, RegionOf(4, 2), {{Bytes{0}, Bytes{0}, "dissemination:k=2", {alone}}}},
  };
  return profile;
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_REPORT_EXAMPLE_H_
