#include "profiles/exporters/mpich/mpich_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "profiles/exporters/mpich/mpich_facts.h"
#include "profiles/profile.h"

namespace colltune {
namespace {

using Subject = MpichSubject;

constexpr std::string_view kAlgorithm = "algorithm=";

struct Word {
  Subject subject;
  int value;
  std::string_view text;
};

constexpr std::array kWords = {
    Word{Subject::kIntra, 0, "comm_type=inter"},
    Word{Subject::kIntra, 1, "comm_type=intra"},
    Word{Subject::kOneNode, 1, "comm_size=node_comm_size"},
    Word{Subject::kPowerOfTwo, 1, "comm_size=pow2"},
    Word{Subject::kHierarchy, kParent, "comm_hierarchy=parent"},
    Word{Subject::kConsecutive, 1, "is_node_consecutive=yes"},
    Word{Subject::kBelowPow2, 0, "that count<pow2 does not hold"},
    Word{Subject::kInPlace, 0, "is_sendbuf_inplace=no"},
    Word{Subject::kInPlace, 1, "is_sendbuf_inplace=yes"},
    Word{Subject::kRegular, 1, "is_block_regular=yes"},
    Word{Subject::kCommutes, 1, "is_commutative=yes"},
    Word{Subject::kBuiltIn, 1, "is_op_built_in=yes"},
};

std::string_view ToText(Subject subject, int value) {
  const auto found = std::ranges::find_if(
      kWords, [&](const Word& word) { return word.subject == subject && word.value == value; });
  return found->text;
}

/// Returns a parameter's name: "k" for "k=2".
std::string_view NameOf(std::string_view parameter) {
  return parameter.substr(0, parameter.find('='));
}

/// Returns the names of parameters that have colons between.
std::vector<std::string_view> ParameterNames(std::string_view parameters) {
  std::vector<std::string_view> names;
  while (!parameters.empty()) {
    const std::size_t end = std::min(parameters.find(':'), parameters.size());
    names.push_back(NameOf(parameters.substr(0, end)));
    parameters.remove_prefix(std::min(end + 1, parameters.size()));
  }
  return names;
}

std::string Joined(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

class Checker {
 public:
  Checker(MpichRelease release, MpichLayer layer, const MpichCollective& collective,
          const std::string& file)
      : release_(release), layer_(layer), collective_(collective), file_(file) {}

  /// Refuses at every place what MPICH refuses at its start. Without facts it refuses nothing else,
  /// since no call gets there.
  void Check(const MpichLevel& level, std::optional<MpichFacts> facts,
             const std::string& path) const {
    if (level.empty()) Refuse(path, "nothing is said below");
    for (const MpichNode& node : level) {
      const std::string here = path + " / " + node.key;
      if (node.IsOutcome()) {
        if (level.size() > 1) Refuse(here, "stands beside other keys; it must be alone");
        return CheckOutcome(node, facts, here);
      }
      CheckPlace(node, &node == &level.back(), here);
      if (facts) CheckQuestion(node.condition, *facts, here);
      std::optional<MpichFacts> within = facts;
      if (within && !within->Narrow(node.condition, true)) within.reset();
      Check(node.below, within, here);
      if (facts && !facts->Narrow(node.condition, false)) facts.reset();
    }
    if (layer_ == MpichLayer::kMpir && facts) {
      Refuse(path, "for some calls no key holds, and nothing is said; MPICH would abort");
    }
  }

 private:
  [[noreturn]] void Refuse(const std::string& path, const std::string& reason) const {
    throw ProfileError(file_, 0, fmt::format("{}: {}", path, reason));
  }

  void CheckPlace(const MpichNode& node, bool is_last, const std::string& here) const {
    const MpichCondition& condition = node.condition;
    if (condition.subject == Subject::kCollective) Refuse(here, "stands below another collective");
    if (is_last && WantsAnother(condition)) {
      Refuse(here,
             "is the last of its level; MPICH wants one after it, such as one that ends "
             "with =any");
    }
    const bool is_any = condition.test == MpichCondition::kAlways;
    const bool may_go_on = condition.subject == Subject::kHierarchy && !TraitsOf(release_).has_any;
    if (!is_last && is_any && !may_go_on) {
      Refuse(here, "always holds; MPICH wants no other after it");
    }
  }

  void CheckQuestion(const MpichCondition& condition, const MpichFacts& facts,
                     const std::string& here) const {
    if (condition.test == MpichCondition::kAlways) return;
    if (!MayAsk(collective_, condition.subject)) {
      Refuse(here, fmt::format("MPICH cannot tell that of {}, and would abort", collective_.name));
    }
    if (condition.subject != Subject::kTotal && condition.subject != Subject::kAverage) return;
    std::string_view name = collective_.name;
    if (name.starts_with('i')) name.remove_prefix(1);
    if ((name == "gather" || name == "scatter") && !facts.MustBe(Subject::kIntra, 0)) {
      Refuse(here, "MPICH counts elements there, not bytes, and in place ranks disagree on them");
    }
    if (name == "alltoallv" || name == "alltoallw") {
      Refuse(here, "each rank has a size of its own, and they would not choose alike");
    }
    if (name == "alltoall" && !facts.MustBe(Subject::kInPlace, 0)) {
      Refuse(here, "the size of a call in place is not known; ask for is_sendbuf_inplace=no above");
    }
  }

  void CheckOutcome(const MpichNode& node, const std::optional<MpichFacts>& facts,
                    const std::string& here) const {
    const std::string_view name = node.Value();
    const bool is_algorithm = node.key.starts_with(kAlgorithm);
    if (is_algorithm != (layer_ == MpichLayer::kMpir)) {
      Refuse(here, is_algorithm ? "an algorithm in a file for CH4, which takes compositions"
                                : "a composition in a file for MPIR, which takes algorithms");
    }
    const MpichComposition* composition = FindComposition(release_, name);
    if (is_algorithm ? !HasAlgorithm(release_, collective_, name)
                     : !composition || composition->collective != collective_.name) {
      Refuse(here, fmt::format("MPICH {} has none of that name for {}", Name(), collective_.name));
    }
    CheckParameters(node, here);
    if (!facts) return;
    const std::string_view type = TypeOf(name);
    if (type != "allcomm") CheckNeed({name, Subject::kIntra, type == "intra"}, *facts, here);
    for (const MpichNeed& need : MpichNeeds()) {
      if (need.name == name) CheckNeed(need, *facts, here);
    }
  }

  void CheckNeed(const MpichNeed& need, const MpichFacts& facts, const std::string& here) const {
    if (facts.MustBe(need.subject, need.value)) return;
    if (!need.without_data && facts.MustBe(Subject::kEmpty, 1)) return;
    Refuse(here,
           fmt::format("needs {}, which is not certain there", ToText(need.subject, need.value)));
  }

  void CheckParameters(const MpichNode& node, const std::string& here) const {
    const auto known = ParametersOf(release_, node.Value());
    if (!known) Refuse(here, fmt::format("MPICH {} cannot start it from a file", Name()));
    const std::vector<std::string_view> optional = ParameterNames(known->optional);
    std::vector<std::string_view> given;
    for (const MpichNode& parameter : node.below) {
      CheckValue(parameter, here + " / " + parameter.key);
      const std::string_view name = NameOf(parameter.key);
      if (std::ranges::find(optional, name) == optional.end()) given.push_back(name);
    }
    std::ranges::sort(given);
    const std::vector<std::string_view> needed = ParameterNames(known->needed);
    if (given == needed) return;
    Refuse(here, fmt::format("takes {}{}", needed.empty() ? "no parameters" : Joined(needed),
                             given.empty() ? ", all of them" : ", not " + Joined(given)));
  }

  /// MPICH takes an unknown name of a tree for "kary".
  void CheckValue(const MpichNode& parameter, const std::string& here) const {
    const std::string_view value = parameter.Value();
    if (TraitsOf(release_).names_trees && NameOf(parameter.key) == "tree_type") {
      if (std::ranges::find(kMpichTrees, value) != kMpichTrees.end()) return;
      Refuse(here, fmt::format("MPICH {} knows the trees {} by files", Name(),
                               Joined({kMpichTrees.begin(), kMpichTrees.end()})));
    }
    if (value.empty() || value.find_first_not_of("0123456789") != value.npos) {
      Refuse(here, "is no NAME=NUMBER");
    }
  }

  std::string_view Name() const { return TraitsOf(release_).name; }

  MpichRelease release_;
  MpichLayer layer_;
  const MpichCollective& collective_;
  const std::string& file_;
};

}  // namespace

void CheckMpichTree(MpichRelease release, MpichLayer layer, const MpichLevel& tree,
                    const std::string& file) {
  for (const MpichNode& node : tree) {
    if (node.condition.subject != Subject::kCollective) {
      throw ProfileError(file, 0, node.key + ": the outermost keys must be collective=NAME");
    }
    const MpichCollective* collective = FindMpichCollective(node.Value());
    if (!collective) throw ProfileError(file, 0, node.key + ": MPICH has no such collective");
    Checker(release, layer, *collective, file)
        .Check(node.below, MpichFacts(release, *collective), node.key);
  }
  if (layer == MpichLayer::kCh4) return;  // without a tree in CH4 calls go to MPIR
  for (const MpichCollective& collective : MpichCollectives()) {
    const std::string key = fmt::format("collective={}", collective.name);
    if (std::ranges::find(tree, key, &MpichNode::key) == tree.end()) {
      throw ProfileError(file, 0, key + ": is missing; MPICH would abort in the first such call");
    }
  }
}

}  // namespace colltune
