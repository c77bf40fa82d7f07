#include "tuner/session/tuning_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <variant>

#include "measure/network/repetition_limits.h"
#include "tuner/decide/replication.h"
#include "tuner/job/progress.h"
#include "tuner/search/tune_progress.h"

namespace colltune::tune {
namespace {

/// Returns the search's share of a budget; the rest is kept for replications.
double SearchShare(const CourseOptions& options) { return options.guards ? 1 - kConfirmShare : 1; }

class Course {
 public:
  Course(const CourseOptions& options, Search& search, Recorder& recorder, const Ask& ask)
      : options_(options), search_(search), recorder_(recorder), ask_(ask) {}

  bool Run() {
    Replay(recorder_.journal().known(), search_);
    const bool all = !options_.guards || Confirm();
    if (options_.searches) GoOn();
    return all;
  }

 private:
  Seconds Spent() const { return recorder_.journal().known().Spent(); }

  bool Confirm() {
    const Confirmations known = ConfirmationsIn(recorder_.journal().known().entries());
    std::vector<Question> open;
    const ReplicationPlan looks{options_.looks, recorder_.journal().run()};
    for (const Guardable& guardable : Guardables(search_, known, looks)) {
      std::ranges::copy(guardable.open, std::back_inserter(open));
    }
    Seconds spent = known.spent();
    Progress progress("confirm", static_cast<double>(open.size()), options_.quiet);
    double done = 0;
    for (const Question& question : open) {
      const Seconds left = LeftToConfirm(spent);
      if (left <= Seconds(0)) return false;
      progress.Update(done++, fmt::format("{} on {} ranks, {}B", ToText(question.collective),
                                          question.ranks, ToText(question.bytes)));
      try {
        spent += recorder_.AskAnew(question, Within(left)).spent;
      } catch (const OutOfTime&) {
        return false;
      }
    }
    return true;
  }

  std::function<Answer(const Question&)> Within(Seconds most) const {
    return [this, most](const Question& question) { return ask_(question, most); };
  }

  /// Keeps kConfirmShare of the budget for replications, even where the search has overspent.
  Seconds LeftToConfirm(Seconds spent) const {
    if (!options_.budget) return kUnlimited;
    return std::max(*options_.budget - Spent(), kConfirmShare * *options_.budget - spent);
  }

  void GoOn() {
    Seconds end = kUnlimited;
    if (options_.budget) {
      end =
          search_.spent() + SearchShare(options_) * std::max(*options_.budget - Spent(), Seconds{});
      search_.LimitTo(end);
    }
    Progress progress("tune", 1, options_.quiet);
    std::optional<Question> before;
    while (const auto question = search_.Next()) {
      progress.Update(search_.asked() / static_cast<double>(search_.asked() + search_.left()),
                      DoingText(search_, *question, before), TimeLeft(search_));
      try {
        search_.Learn(*question, recorder_.Answer(*question, Within(end - search_.spent())));
      } catch (const OutOfTime&) {
        search_.LimitTo(search_.spent());
      }
      before = question;
    }
  }

  const CourseOptions& options_;
  Search& search_;
  Recorder& recorder_;
  const Ask& ask_;
};

}  // namespace

Confirmations ConfirmationsIn(std::span<const JournalEntry> entries) {
  Confirmations confirmations;
  for (const JournalEntry& entry : entries) {
    if (const auto* answer = std::get_if<JournalAnswer>(&entry)) {
      confirmations.Add(answer->question, answer->answer, answer->run);
    } else if (const auto* hung = std::get_if<JournalHung>(&entry)) {
      confirmations.AddHung(hung->question);
    }
  }
  return confirmations;
}

void Replay(const Answers& known, Search& search) {
  for (auto question = search.Next(); question && known.Knows(*question);
       question = search.Next()) {
    search.Learn(*question, known.Known(*question));
  }
}

Seconds TrialLimit(const CourseOptions& options, Seconds spent, std::size_t open) {
  if (!options.budget) return kUnlimited;
  constexpr double kTrialShare = 0.5;
  const Seconds all = kTrialShare * SearchShare(options) * *options.budget;
  return (all - spent) / static_cast<double>(open);
}

bool RunCourse(const CourseOptions& options, Search& search, Recorder& recorder, const Ask& ask) {
  return Course(options, search, recorder, ask).Run();
}

}  // namespace colltune::tune
