#include "tests/profiles/bad_profiles.h"

#include <stdexcept>

namespace colltune {
namespace {

// Errors name the line numbers of this text.
constexpr char kGood[] =
    R"(colltune_profile: 1
fingerprint: {mpi: MPICH 4.0.2, cpu: Xeon, cores: 64}
provenance:
  created: now
  command: colltune tune
  method: round_time
  clock: monotonic
  confidence: 0.99
  margin: 0.03
  hosts: [n1]
network:
  - name: hockney
    worst_residual: 0.1
    parameters:
      - {name: alpha, value: 1e-6, unit: s, half_width: 1e-8}
tables:
  bcast:
    - ranks: 16
      ranks_per_node: 8
      rules:
        - bytes: [0, 1024]
          choice: binomial
          evidence:
            - bytes: 8
              reason: fast
              candidates:
                - {choice: binomial, samples: 9, median_us: 12.3, low_us: 12, high_us: 12.5}
                - {choice: flat, samples: 0, predicted_us: 0.5}
            - {bytes: 16, reason: slow, candidates: []}
        - bytes: [1025, 4096]
          choice: library
          evidence: []
    - {ranks: 4, ranks_per_node: 4, rules: []}
    - {ranks: 4, ranks_per_node: 4, roots: [1, 2], rules: []}
  barrier:
    - {ranks: 4, ranks_per_node: 4, rules: []}
machine:
  sizes: [0, 1024]
  hosts:
    - {name: h1, kind: 0, site: 0}
    - {name: h2, kind: 1, site: 5}
  times:
    - {between: far, from: 0, to: 1, next_us: [1, 2], there_us: [3, 4], shared_us: [0, 1]}
    - {between: far, from: 1, to: 0, next_us: [2, 3], there_us: [4, 6], shared_us: [0, 7]}
)";

std::string Nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') + "1" +
         std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace

std::string BadProfile::Text() const {
  std::string text = kGood;
  const std::size_t at = text.find(replace);
  if (at == std::string::npos) throw std::logic_error("the good profile has no " + replace);
  return text.replace(at, replace.size(), by);
}

std::string GoodProfile() { return kGood; }

const std::vector<BadProfile>& BadTexts() {
  using namespace std::string_literals;
  static const std::vector<BadProfile> profiles = {
      {"{mpi", "{{mpi", "2: is not YAML: "},
      {"hosts: [n1]", "hosts: [n1", "11: is not YAML: "},
      {"  method", "   method", "6: is not YAML: "},
      {"now", "no\x01w", "4: byte 0x01 is neither printable nor part of UTF-8"},
      {"now", "no\xffw", "4: byte 0xff is neither printable nor part of UTF-8"},
      {"now", "no\0w"s, "4: byte 0x00 is neither printable"},
      {"now", R"("\N")", R"(4: write \x85 for \N, and \xa0 for \_)"},
      {"now", R"("\_")", R"(4: write \x85 for \N, and \xa0 for \_)"},
      {"now", "&a now", "4: a profile has no anchors (&) and aliases (*)"},
      {"hosts: [n1]", "hosts: &a [n1]", "10: a profile has no anchors"},
      {"network:\n", "network: &a\n", "11: a profile has no anchors"},
      {"now", "*a", "4: is not YAML: "},
      {"now", "!!str now", "4: a profile has no tags (!)"},
      {"tables:\n", "---\ntables:\n", "16: a second document begins here"},
      {"hosts: [n1]", "hosts: " + Nested(20), "10: is nested too deeply"},
      {"hosts: [n1]", "hosts: " + Nested(100000), "10: is nested too deeply"},
      {"  margin: 0.03\n", "  margin: 0.03\n  margin: 0.03\n",
       "10: the key 'margin' stands twice in one mapping"},
      {"  margin: 0.03\n", "  [a, b]: 0.03\n", "9: a key must be a name"},
  };
  return profiles;
}

const std::vector<BadProfile>& BadShapes() {
  static const std::vector<BadProfile> profiles = {
      {"colltune_profile: 1", "colltune: 1", "1: is not a colltune profile: it has no "},
      {"colltune_profile: 1", "colltune_profile: 3",
       "1: is a profile of version 3, this program reads up to 2"},
      {"colltune_profile: 1", "colltune_profile: one", "1: colltune_profile is 'one', not a whole"},
      {"colltune_profile: 1", "colltune_profile: 0", "1: colltune_profile is '0', not a whole"},
      {"network:", "networks:",
       "11: unknown key 'networks' in a profile; known are colltune_profile, fingerprint, "
       "provenance, network, machine, tables"},
      {"cores: 64", "core: 64",
       "2: unknown key 'core' in fingerprint; known are mpi, cpu, cores, "
       "sockets, device"},
      {", cores: 64", "", "2: fingerprint has no 'cores'"},
      {"  method: round_time\n", "", "4: provenance has no 'method'"},
      {"unit: s, ", "", "15: a parameter has no 'unit'"},
      {"      ranks_per_node: 8\n", "", "18: a row has no 'ranks_per_node'"},
      {"          choice: binomial\n", "", "21: a rule has no 'choice'"},
      {"              reason: fast\n", "", "24: evidence has no 'reason'"},
      {", high_us: 12.5", "", "27: a candidate has no 'high_us'"},
      {"low_us: 12, ", "low: 12, ", "27: unknown key 'low' in a candidate"},
      {"  bcast:", "  broadcast:", "17: unknown key 'broadcast' in tables; known are bcast"},
      {"cores: 64", "cores: '64'", "2: cores is the text \"64\", not a whole number from 1 to "},
      {"cores: 64", "cores: 6.4", "2: cores is '6.4', not a whole number"},
      {"cores: 64", "cores: 0", "2: cores is '0', not a whole number"},
      {"cores: 64", "cores: 64, sockets: 0", "2: sockets is '0', not a whole number"},
      {"cores: 64", "cores: 64, device: ''", "2: device is empty"},
      {"  margin: 0.03\n", "  margin: 0.03\n  kernel: ''\n", "10: kernel is empty"},
      {"  margin: 0.03\n", "  margin: 0.03\n  job: [16]\n", "10: job is a list, not a text"},
      {"mpi: MPICH 4.0.2", "mpi: ''", "2: mpi is empty"},
      {"cpu: Xeon", "cpu:", "2: cpu is empty, not a text"},
      {"clock: monotonic", "clock:", "7: clock is empty, not a text"},
      {"clock: monotonic", "clock: [a]", "7: clock is a list, not a text"},
      {"hosts: [n1]", "hosts: n1", "10: hosts is 'n1', not a list"},
      {"hosts: [n1]", "hosts: [{a: b}]", "10: a host is a mapping, not a text"},
      {"{mpi: MPICH 4.0.2, cpu: Xeon, cores: 64}", "MPICH",
       "2: fingerprint is 'MPICH', not a mapping"},
      {"evidence: []", "evidence: {}", "32: evidence is a mapping, not a list"},
      {"confidence: 0.99", "confidence: 1.1", "8: confidence is '1.1', not a finite number from 0"},
      {"confidence: 0.99", "confidence: .nan", "8: confidence is '.nan', not a finite number"},
      {"margin: 0.03", "margin: -1", "9: margin is '-1', not a finite number of at least 0"},
      {"worst_residual: 0.1", "worst_residual: inf", "13: worst_residual is 'inf', not a finite"},
      {"worst_residual: 0.1", "worst_residual: 0.1\n    off_by: -0.1",
       "14: off_by is '-0.1', not a finite number of"},
      {"median_us: 12.3", "median_us: -12.3", "27: median_us is '-12.3', not a finite number of"},
      {"median_us: 12.3", "median_us: nan", "27: median_us is 'nan', not a finite number of at"},
      {"samples: 9", "samples: -9", "27: samples is '-9', not a whole number from 0 to 2147483647"},
      {"samples: 9", "samples: 0", "27: median_us of no samples"},
      {"predicted_us: 0.5", "predicted_us: 0.5, again_us: 1", "28: again_us of no samples"},
      {"high_us: 12.5", "high_us: 12.5, again_us: -1", "27: again_us is '-1', not a finite number"},
      {", predicted_us: 0.5", "", "28: a candidate has no 'predicted_us'"},
      {"ranks: 16", "ranks: 0", "18: ranks is '0', not a whole number from 1 to 2147483647"},
      {"ranks: 16", "ranks: 2147483648", "18: ranks is '2147483648', not a whole number from 1"},
      {"ranks_per_node: 8", "ranks_per_node: 0", "19: ranks_per_node is '0', not a whole number"},
      {"[0, 1024]", "[0]", "21: the bytes of a rule are [first, last]"},
      {"[0, 1024]", "[0, 1, 2]", "21: the bytes of a rule are [first, last]"},
      {"[0, 1024]", "1024", "21: bytes is '1024', not a list"},
      {"[0, 1024]", "[-1, 1024]", "21: first is '-1', not a whole number from 0 to 46116860184"},
      {"[0, 1024]", "[0, 1K]", "21: last is '1K', not a whole number from 0 to 461168601842738790"},
      {"[1025, 4096]", "[1025, 9223372036854775807]", "30: last is '9223372036854775807', not a"},
      {"roots: [1, 2]", "roots: 1", "34: roots is '1', not a list"},
      {"roots: [1, 2]", "sites: 65537", "34: sites is '65537', not a whole number from 1 to 65536"},
      {"roots: [1, 2]", "mapping: any", "34: mapping is 'any', not block, cyclic or mixed"},
      {"roots: [1, 2]", "sites: 0", "34: sites is '0', not a whole number from 1 to 65536"},
      {"roots: [1, 2]", "roots: [1]", "34: the roots of a row are [first, last]"},
      {"roots: [1, 2]", "roots: [-1, 2]", "34: first root is '-1', not a whole number from 0 to 3"},
      {"barrier:\n    - {ranks: 4, ranks_per_node: 4,",
       "barrier:\n    - {ranks: 4, ranks_per_node: 4, roots: [0, 0],", "36: barrier has no root"},
      {"margin: 0.03", "margin: 0.03\n  between_runs: -0.1",
       "10: between_runs is '-0.1', not a finite number of"},
      {"choice: library", "choice: mpich:Nb",
       "31: an algorithm inside the library is mpich: and a name of a-z"},
      {"choice: library", "choice: 'chain '",
       "31: unknown algorithm 'chain ' for bcast; known are library"},
      {"choice: library", "choice: knomial:k", "31: size '' "},
      {"choice: library", "choice:", "31: choice is empty, not a text"},
      {"  sizes: [0, 1024]\n", "", "38: machine has no 'sizes'"},
      {"[0, 1024]\n  hosts", "[]\n  hosts", "38: 0 sizes, not 1 to 64"},
      {"[0, 1024]\n  hosts", "[0, -1]\n  hosts", "38: a size is '-1', not a whole number"},
      {"[0, 1024]\n  hosts", "[0, 0]\n  hosts", "38: sizes do not rise"},
      {"kind: 1", "kind: 64", "41: kind is '64', not a whole number from 0 to 63"},
      {"site: 5", "site: -1", "41: site is '-1', not a whole number from 0 to 65535"},
      {"{name: h2, ", "{", "41: a host has no 'name'"},
      {"far, from: 0", "near, from: 0", "43: between is not one of: host, site, far"},
      {"from: 1", "from: -1", "44: from is '-1', not a whole number from 0 to 1"},
      {"next_us: [1, 2]", "next_us: 1", "43: next_us is '1', not a list"},
      {"next_us: [1, 2]", "next_us: [1, -2]", "43: next_us is '-2', not a finite number of at"},
      {", shared_us: [0, 7]", "", "44: times has no 'shared_us'"},
  };
  return profiles;
}

const std::vector<BadProfile>& BadMeanings() {
  static const std::vector<BadProfile> profiles = {
      {"value: 1e-6", "value: 1e999", "15: value is '1e999', not a finite number"},
      {"median_us: 12.3", "median_us: 11", "27: median_us is not between low_us and high_us"},
      {"median_us: 12.3", "median_us: 13", "27: median_us is not between low_us and high_us"},
      {"ranks_per_node: 8", "ranks_per_node: 17",
       "19: ranks_per_node is '17', not a whole number from 1 to 16"},
      {"          choice: binomial", "          choice: spiral",
       "22: unknown algorithm 'spiral' for bcast; known are library, flat"},
      {"{choice: flat", "{choice: flatt", "28: unknown algorithm 'flatt' for bcast; known are "},
      {"{choice: flat", "{choice: binomial", "28: the candidate 'binomial' stands twice"},
      {"[0, 1024]", "[1024, 0]", "21: there is no size from 1024 to 0"},
      {"[1025, 4096]", "[1024, 4096]",
       "30: the rules for 0 to 1024 and 1024 to 4096 bytes overlap (line 21)"},
      {"[0, 1024]", "[0, 9999]",
       "30: the rules for 0 to 9999 and 1025 to 4096 bytes overlap (line 21)"},
      {"[0, 1024]", "[2000, 2001]", "24: evidence of 8 bytes in a rule for 2000 to 2001"},
      {"[0, 1024]", "[0, 15]", "29: evidence of 16 bytes in a rule for 0 to 15"},
      {"bytes: 16", "bytes: 8", "29: evidence of 8 bytes stands twice (line 24)"},
      {"{ranks: 4, ranks_per_node: 4,", "{ranks: 16, ranks_per_node: 8,",
       "33: a row for 16 ranks, 8 per node stands twice (line 18)"},
      {"roots: [1, 2]", "sites: 3",
       "34: of the rows for 4 ranks, 4 per node some have a key 'sites' and others have none (line "
       "33)"},
      {"roots: [1, 2]", "mapping: block",
       "34: of the rows for 4 ranks, 4 per node some have a key 'mapping' and others have none "
       "(line 33)"},
      {"4, rules: []}\n    - {ranks: 4, ranks_per_node: 4, roots: [1, 2]",
       "4, mapping: mixed, rules: []}\n    - {ranks: 4, ranks_per_node: 4, mapping: mixed",
       "34: a row for 4 ranks, 4 per node, mixed stands twice (line 33)"},
      {"4, rules: []}\n    - {ranks: 4, ranks_per_node: 4, roots: [1, 2]",
       "4, sites: 2, rules: []}\n    - {ranks: 4, ranks_per_node: 4, sites: 2",
       "34: a row for 4 ranks, 4 per node, on 2 sites stands twice (line 33)"},
      {"roots: [1, 2]", "roots: [2, 1]", "34: last root is '1', not a whole number from 2 to 3"},
      {"roots: [1, 2]", "roots: [1, 4]", "34: last root is '4', not a whole number from 1 to 3"},
      {"4, rules: []}\n", "4, roots: [2, 3], rules: []}\n",
       "34: the rows for 4 ranks, 4 per node overlap in roots 1 to 2 and 2 to 3 (line 33)"},
      {"choice: library", "choice: knomial:k=1",
       "31: k '1' of knomial is not from 2 to 2147483648"},
      {"choice: library", "choice: knomial:m=4",
       "31: unknown parameter 'm' of knomial; known are k"},
      {"name: h2", "name: h1", "41: the host 'h1' stands twice"},
      {"[0, 1024]\n  hosts", "[9, 1]\n  hosts", "38: sizes do not rise"},
      {"from: 1", "from: 2", "44: from is '2', not a whole number from 0 to 1"},
      {"from: 1, to: 0", "from: 0, to: 1", "44: times of these kinds stand twice"},
      {"[4, 6]", "[4]", "44: there_us has 1 times, for 2 sizes"},
      {"[4, 6]", "[0, 6]", "44: a message that takes no time to be there"},
  };
  return profiles;
}

}  // namespace colltune
