#include "profiles/exporters/mpich/mpich_selection.h"

#include <algorithm>
#include <utility>

#include "profiles/exporters/mpich/mpich_answers.h"
#include "profiles/exporters/mpich/mpich_defaults.h"

namespace colltune {
namespace {

using Subject = MpichSubject;
using Test = MpichCondition::Test;

/// A place in a level; after the level's last node where nothing is said.
struct Cursor {
  const MpichLevel* level;
  std::size_t at = 0;

  bool IsEnd() const { return at == level->size(); }
  const MpichNode& Node() const { return (*level)[at]; }
  Cursor Next(bool holds) const { return holds ? Cursor{&Node().below} : Cursor{level, at + 1}; }
};

/// Follows a tree as far as its conditions concern the communicator alone, as MPICH does when a
/// communicator is made. If that leads nowhere, MPICH begins anew in each call.
Cursor Prune(MpichRelease release, const Cursor& root, const MpichAnswers& answers) {
  Cursor cursor = root;
  while (!cursor.IsEnd()) {
    const MpichNode& node = cursor.Node();
    const bool is_any = node.condition.test == Test::kAlways && !node.IsOutcome();
    const bool is_of_communicator = (is_any && TraitsOf(release).has_any) ||
                                    node.condition.subject == Subject::kIntra ||
                                    node.condition.subject == Subject::kOneNode ||
                                    node.condition.subject == Subject::kPowerOfTwo ||
                                    node.condition.subject == Subject::kHierarchy ||
                                    node.condition.subject == Subject::kConsecutive ||
                                    node.condition.subject == Subject::kRanks ||
                                    node.condition.subject == Subject::kRanksPerNode;
    if (!is_of_communicator) return cursor;
    cursor = cursor.Next(answers.Hold(node.condition, true));
  }
  return root;
}

/// Returns a tree's part for a collective.
const MpichLevel& PartOf(const MpichLevel& tree, Collective collective) {
  static const MpichLevel kNothing;
  const auto found = std::ranges::find(tree, ToText(collective), &MpichNode::Value);
  return found == tree.end() ? kNothing : found->below;
}

/// Returns the outcome with its parameters; empty where the tree has none for the call.
std::string Search(MpichRelease release, const MpichLevel& tree, const Call& call) {
  const MpichAnswers answers(release, call);
  Cursor cursor = Prune(release, {&PartOf(tree, call.collective)}, answers);
  while (!cursor.IsEnd() && !cursor.Node().IsOutcome()) {
    cursor = cursor.Next(answers.Hold(cursor.Node().condition, false));
  }
  return cursor.IsEnd() ? "" : cursor.Node().Outcome();
}

/// Adds the size borders of all places that such calls may reach.
void AddBorders(MpichRelease release, const MpichLevel& level, const Call& call,
                std::vector<Bytes>& borders) {
  const MpichAnswers answers(release, call);
  for (const MpichNode& node : level) {
    const auto border = answers.BorderOf(node.condition);
    if (border) borders.push_back(*border);
    const bool early = answers.Hold(node.condition, true);
    const bool late = answers.Hold(node.condition, false);
    if (border || early || late) AddBorders(release, node.below, call, borders);
    if (!border && early && late) return;
  }
}

class MpichSelection final : public Selection {
 public:
  MpichSelection(MpichRelease release, MpichLevel mpir, std::optional<MpichLevel> ch4)
      : release_(release), mpir_(std::move(mpir)), ch4_(std::move(ch4)) {}

  std::string Choose(const Call& call) const override {
    std::string algorithm = Search(release_, mpir_, call);
    if (!ch4_) return algorithm;
    std::string composition = Search(release_, *ch4_, call);
    if (composition.empty()) return algorithm;
    const bool is_own = composition == OwnOf(MpichLayer::kCh4, call);
    if (!FindComposition(release_, composition)->passes_on) return is_own ? "" : composition;
    const bool is_own_algorithm = algorithm == OwnOf(MpichLayer::kMpir, call);
    return is_own && is_own_algorithm ? "" : algorithm;
  }

  std::vector<Bytes> Borders(const Call& call) const override {
    std::vector<Bytes> borders;
    AddBorders(release_, PartOf(mpir_, call.collective), call, borders);
    if (ch4_) {
      AddBorders(release_, PartOf(*ch4_, call.collective), call, borders);
      for (const MpichLayer layer : {MpichLayer::kMpir, MpichLayer::kCh4}) {
        AddBorders(release_, PartOf(MpichDefaults(release_, layer), call.collective), call,
                   borders);
      }
    }
    return borders;
  }

 private:
  std::string OwnOf(MpichLayer layer, const Call& call) const {
    return Search(release_, MpichDefaults(release_, layer), call);
  }

  MpichRelease release_;
  MpichLevel mpir_;
  std::optional<MpichLevel> ch4_;
};

}  // namespace

MpichFacts FactsOf(MpichRelease release, const MpichCollective& collective, const Call& call) {
  MpichFacts facts(release, collective);
  const MpichAnswers answers(release, call);
  for (const Subject subject : {Subject::kIntra, Subject::kOneNode, Subject::kHierarchy}) {
    facts.Narrow(subject, static_cast<int>(answers.Of(subject)));
  }
  facts.Narrow({Subject::kRanks, Test::kAtMost, call.ranks}, true);
  facts.Narrow({Subject::kRanks, Test::kAtMost, call.ranks - 1}, false);
  return facts;
}

std::unique_ptr<Selection> MakeMpichSelection(MpichRelease release, MpichLevel mpir,
                                              std::optional<MpichLevel> ch4) {
  return std::make_unique<MpichSelection>(release, std::move(mpir), std::move(ch4));
}

}  // namespace colltune
