// Siblings that communicators of a size have in most jobs.
#ifndef COLLTUNE_TUNER_PROBLEM_USUAL_SIBLINGS_H_
#define COLLTUNE_TUNER_PROBLEM_USUAL_SIBLINGS_H_

#include <map>

#include "tuner/problem/job_layout.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Numbers of siblings of a job's layouts. A job with two ranks on each node of eight cores has no
/// others there: its COMM_WORLD works alone, though three more of its size would fit.
class UsualSiblings {
 public:
  explicit UsualSiblings(const Nodes& nodes);

  /// Returns the layout with as many siblings as communicators of its size have in the largest
  /// share of jobs (ForEachMade), of those that this job has room for; with all that it has room
  /// for where the layout has a progression, or no job makes such communicators.
  Layout Of(const Layout& layout) const;

 private:
  Nodes nodes_;
  std::map<Layout, int> usual_;  // of layouts without a progression
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_USUAL_SIBLINGS_H_
