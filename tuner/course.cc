#include "tuner/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

#include "tuner/guard.h"
#include "tuner/progress.h"
#include "tuner/tune_progress.h"

namespace colltune {
namespace {

class Course {
 public:
  Course(const CourseOptions& options, Search& search, Recorder& recorder,
         const std::function<Answer(const Question&)>& ask)
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
    const Looks looks{options_.looks, recorder_.journal().run()};
    for (const Guardable& guardable : Guardables(search_, known, looks)) {
      std::ranges::copy(guardable.open, std::back_inserter(open));
    }
    Seconds spent = known.spent();
    Progress progress("confirm", static_cast<double>(open.size()), options_.quiet);
    double done = 0;
    for (const Question& question : open) {
      if (!MayConfirm(spent)) return false;
      progress.Update(done++, fmt::format("{} on {} ranks, {}B", ToText(question.collective),
                                          question.ranks, ToText(question.bytes)));
      spent += recorder_.AskAnew(question, ask_).spent;
    }
    return true;
  }

  /// Its share is kept for it even where the search took more than its own.
  bool MayConfirm(Seconds spent) const {
    return !options_.budget || Spent() < *options_.budget ||
           spent < kConfirmShare * *options_.budget;
  }

  void GoOn() {
    if (options_.budget) {
      const Seconds left = std::max(*options_.budget - Spent(), Seconds{});
      search_.LimitTo(search_.spent() + (options_.guards ? 1 - kConfirmShare : 1) * left);
    }
    Progress progress("tune", 1, options_.quiet);
    std::optional<Question> before;
    while (const auto question = search_.Next()) {
      progress.Update(search_.asked() / static_cast<double>(search_.asked() + search_.left()),
                      DoingText(search_, *question, before), TimeLeft(search_));
      search_.Learn(*question, recorder_.Answer(*question, ask_));
      before = question;
    }
  }

  const CourseOptions& options_;
  Search& search_;
  Recorder& recorder_;
  const std::function<Answer(const Question&)>& ask_;
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

bool RunCourse(const CourseOptions& options, Search& search, Recorder& recorder,
               const std::function<Answer(const Question&)>& ask) {
  return Course(options, search, recorder, ask).Run();
}

}  // namespace colltune
