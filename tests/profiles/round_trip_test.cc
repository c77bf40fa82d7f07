// Arbitrary valid profiles, through YAML and through compiled tables.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/machine_bytes.h"
#include "profiles/yaml/yaml.h"
#include "tests/profiles/any_profile.h"
#include "tests/profiles/rules_for.h"

namespace colltune {
namespace {

namespace gen = rc::gen;

RC_GTEST_PROP(Yaml, GivesBackTheProfile, ()) {
  const Profile profile = AnyProfile();
  const std::string text = ToYaml(profile);
  RC_LOG() << text;
  const Profile back = ParseProfile(text, "p.yaml");
  RC_ASSERT(back == profile);
  RC_ASSERT(ToYaml(back) == text);
}

const CompiledTable::Rule* Find(const std::vector<CompiledTable::Rule>& rules, Bytes bytes) {
  const auto found = std::ranges::find_if(
      rules, [&](const auto& rule) { return rule.first <= bytes && bytes <= rule.last; });
  return found == rules.end() ? nullptr : &*found;
}

RC_GTEST_PROP(CompiledTable, DecidesAsTheTableDoes, ()) {
  const DecisionTable table = AnyTable();
  const Fingerprint fingerprint = {AnyName(), AnyName(), *gen::inRange(1, 1000)};
  const CompiledTable compiled(CompileTable(fingerprint, table, {}), "p.table");
  RC_ASSERT(compiled.fingerprint() == fingerprint);
  const auto collective =
      table.rows.empty() ? Collective::kBcast : (*gen::elementOf(table.rows)).collective;
  for (int ranks = 0; ranks < 7; ++ranks) {
    for (int ranks_per_node = 0; ranks_per_node < 7; ++ranks_per_node) {
      const CommunicatorSize on{ranks, *gen::inRange(0, 9), ranks_per_node};
      const Rank root = *gen::inRange(0, std::max(ranks, 1));
      const Placement here{*gen::inRange(0, 3), static_cast<Mapping>(*gen::inRange(0, 4))};
      const Row* row = table.Find(collective, on, root, here);
      const auto rules = RulesFor(compiled, collective, on, root, here);
      for (std::int64_t size = 0; size < 62; ++size) {
        const Bytes bytes{size == 61 ? std::int64_t{1} << 62 : size};
        const Rule* wanted = row == nullptr ? nullptr : row->Find(bytes);
        const CompiledTable::Rule* found = Find(rules, bytes);
        RC_ASSERT((wanted == nullptr) == (found == nullptr));
        if (found != nullptr) RC_ASSERT(found->choice == wanted->choice);
      }
    }
  }
}

RC_GTEST_PROP(CompiledTable, KnowsTheMachineByTheKeysOfItsHosts, ()) {
  const Machine machine = AnyMachine();
  const CompiledTable compiled(CompileTable({AnyName(), AnyName(), 1}, AnyTable(), {}, machine),
                               "p.table");
  RC_ASSERT(*compiled.machine() == WithHostKeys(machine));
  RC_ASSERT(*CompiledTable(compiled.BytesUpTo(3), "p.table").machine() == *compiled.machine());
}

RC_GTEST_PROP(PackedMachine, IsReadBackAndNoOtherBytesAre, ()) {
  const Machine machine = AnyMachine();
  std::string bytes = Pack(machine);
  RC_ASSERT(*UnpackMachine(bytes) == machine);
  RC_ASSERT(!UnpackMachine(bytes + '\0'));
  RC_ASSERT(!UnpackMachine(bytes.substr(0, *gen::inRange<std::size_t>(0, bytes.size()))));
  bytes[*gen::inRange<std::size_t>(0, bytes.size())] ^= *gen::inRange<char>(1, 127);
  UnpackMachine(bytes);  // whatever it says, it neither crashes nor takes all memory
}

}  // namespace
}  // namespace colltune
