// Profiles of PGMPITuneLib (Hunold & Carpen-Amarie, HPC Asia 2018): a file for each collective and
// number of processes,
//
//     MPI_Allgather               the collective
//     4                           processes
//     1                           mock-ups, then a line for each: its number here and its name
//     1 allgather_as_gather_bcast
//     2                           ranges, then a line for each: bytes from, to, number
//     1 1023 1
//     4096 8192 1
//
// Its algorithms are mock-ups, made of the MPI library's other collectives. Nobody can choose the
// algorithms inside these, so that no match is exact.
//
// Source: src/tuning/pgmpi_profile_reader.c and src/collectives/*.c of PGMPITuneLib. The library
// reads all files of a folder whose names hold "prf", and keeps one for each collective, whichever
// comes last there: files of several numbers of processes must not lie together. The first range
// that has a size counts; no size of 0 is ever looked up. Sizes are bytes of a block, or of the
// message. Text that is missing or no number leaves variables undefined there, and is refused here.
// An unknown name ends the program.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <stdexcept>

#include "profiles/exporters/flat_rules.h"
#include "profiles/split.h"

namespace colltune {
namespace {

using enum Collective;

// MPICH's and Open MPI's scatterv and gatherv are linear.
constexpr std::array kMatches = {
    Match{kBcast, "scatter_ring_allgather", "bcast_as_scatter_allgather"},
    Match{kBcast, "scatter_recursive_doubling_allgather", "bcast_as_scatter_allgather"},
    Match{kScatter, "flat", "scatter_as_scatterv"},
    Match{kScatter, "flat_nonblocking", "scatter_as_scatterv"},
    Match{kGather, "flat", "gather_as_gatherv"},
    Match{kGather, "flat_nonblocking", "gather_as_gatherv"},
    Match{kReduce, "rabenseifner", "reduce_as_reducescatterblock_gather"},
    Match{kAllreduce, "reduce_bcast", "allreduce_as_reduce_bcast"},
    Match{kAllreduce, "rabenseifner", "allreduce_as_reducescatterblock_allgather"},
    Match{kAllreduce, "ring", "allreduce_as_reducescatterblock_allgather"},
    Match{kAllreduce, "segmented_ring", "allreduce_as_reducescatterblock_allgather"},
    Match{kAllgather, "gather_bcast", "allgather_as_gather_bcast"},
    Match{kReduceScatterBlock, "reduce_scatter", "reducescatterblock_as_reduce_scatter"},
};

/// Further names: the library's own choice, and mock-ups that are unlike all own algorithms, or
/// exist only in some builds.
constexpr std::string_view kDefault = "default";
constexpr std::array<std::string_view, 40> kOtherMockUps = {
    "allgather_as_allgather_circulant",
    "allgather_as_allgather_hier",
    "allgather_as_allgather_lane",
    "allgather_as_allgather_lane_zero",
    "allgather_as_allgatherv",
    "allgather_as_allreduce",
    "allgather_as_alltoall",
    "allreduce_as_allreduce_circulant",
    "allreduce_as_allreduce_hier",
    "allreduce_as_allreduce_lane",
    "allreduce_as_allreduce_redscatter_allgatherv_circulant",
    "allreduce_as_reducescatter_allgatherv",
    "alltoall_as_alltoall_lane",
    "alltoall_as_alltoallv",
    "bcast_as_allgatherv",
    "bcast_as_bcast_hier",
    "bcast_as_bcast_lane",
    "bcast_as_schedule_bcast",
    "gather_as_allgather",
    "gather_as_gather_hier",
    "gather_as_gather_lane",
    "gather_as_reduce",
    "reduce_as_allreduce",
    "reduce_as_reduce_circulant",
    "reduce_as_reduce_hier",
    "reduce_as_reduce_lane",
    "reduce_as_reduce_scatter_circulant",
    "reduce_as_reducescatter",
    "reduce_as_reducescatter_gatherv",
    "reducescatterblock_as_allreduce",
    "reducescatterblock_as_reducescatter",
    "reducescatterblock_as_reducescatterblock_circulant",
    "reducescatterblock_as_reducescatterblock_hier",
    "reducescatterblock_as_reducescatterblock_lane",
    "scan_as_exscan_reducelocal",
    "scan_as_scan_hier",
    "scan_as_scan_lane",
    "scatter_as_bcast",
    "scatter_as_scatter_hier",
    "scatter_as_scatter_lane",
};
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();  // it is read by %d

int OneBlock(Collective, int) { return 1; }

std::string MpiName(Collective collective) {
  std::string name = "MPI_" + std::string(ToText(collective));
  name[4] = static_cast<char>(name[4] - 'a' + 'A');
  return name;
}

/// Most numbers of processes that one region has files for: there is a file for each.
constexpr int kMostFiles = 64;

/// Returns the text of a file: the rules of one collective and number of processes.
std::string FileText(std::span<const FlatRule> rules, int ranks) {
  std::vector<std::string> names;
  std::string ranges;
  for (const FlatRule& rule : rules) {
    auto at = std::ranges::find(names, rule.name);
    if (at == names.end()) at = names.insert(names.end(), rule.name);
    ranges += fmt::format("{} {} {}\n", std::max<std::int64_t>(1, rule.first), rule.last,
                          at - names.begin() + 1);
  }
  std::string text =
      fmt::format("{}\n{}\n{}\n", MpiName(rules.front().collective), ranks, names.size());
  for (std::size_t i = 0; i < names.size(); ++i) text += fmt::format("{} {}\n", i + 1, names[i]);
  return text + fmt::format("{}\n", rules.size()) + ranges;
}

std::vector<ExportedFile> Write(const Profile& profile) {
  std::vector<FlatRule> rules = Flatten(profile.table, kMatches, OneBlock, kMost);
  std::erase_if(rules, [](const FlatRule& rule) { return rule.last == 0; });
  const auto is_of_another_file = [](const FlatRule& one, const FlatRule& next) {
    return one.collective != next.collective || one.first_ranks != next.first_ranks;
  };
  std::vector<ExportedFile> files;
  for (auto first = rules.begin(); first != rules.end();) {
    const auto end = std::adjacent_find(first, rules.end(), is_of_another_file);
    const auto next = end == rules.end() ? end : end + 1;
    const Span all{first->first_ranks, first->last_ranks};
    for (int ranks = all.first; all.Contains(ranks) && ranks - all.first < kMostFiles; ++ranks) {
      files.push_back({fmt::format(".{}.{}.prf", ranks, MpiName(first->collective)),
                       FileText({first, next}, ranks)});
    }
    first = next;
  }
  return files;
}

/// Splits a line at blanks, as scanf does.
std::vector<std::string_view> WordsOf(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kBlanks); at != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// The lines of a file without comments.
class Lines {
 public:
  Lines(std::string_view text, std::string file)
      : lines_(Split(text, '\n')), file_(std::move(file)) {}

  /// Returns the words of the next line, up to a comment. Throws ProfileError for another number of
  /// words.
  std::vector<std::string_view> Next(std::size_t words, std::string_view what) {
    while (at_ < lines_.size() && lines_[at_].starts_with('#')) ++at_;
    if (at_ >= lines_.size()) Refuse(fmt::format("ends before {}", what));
    auto all = WordsOf(lines_[at_++]);
    all.erase(std::ranges::find_if(all, [](auto word) { return word.starts_with('#'); }),
              all.end());
    if (all.size() != words) Refuse(fmt::format("is not {}", what));
    return all;
  }

  int Number(std::string_view word, int least, std::string_view what) {
    try {
      return static_cast<int>(ParseInteger(word, least, kMost, what));
    } catch (const std::invalid_argument& error) {
      Refuse(error.what());
    }
  }

  std::string Where() const { return fmt::format("{}:{}", file_, at_); }

  [[noreturn]] void Refuse(const std::string& reason) const {
    throw ProfileError(file_, static_cast<int>(at_), reason);
  }

 private:
  std::vector<std::string_view> lines_;
  std::string file_;
  std::size_t at_ = 0;  ///< lines read so far, which is the number of the last one
};

constexpr std::array kCollectives = {kAllgather, kAllreduce, kAlltoall,           kBcast,  kGather,
                                     kReduce,    kScan,      kReduceScatterBlock, kScatter};

Collective ParseCollective(std::string_view name, const Lines& lines) {
  const auto found = std::ranges::find_if(
      kCollectives, [&](Collective collective) { return MpiName(collective) == name; });
  if (found == kCollectives.end()) lines.Refuse(fmt::format("unknown collective '{}'", name));
  return *found;
}

/// Returns the beginning of the names of a collective's mock-ups.
std::string MockUpPrefix(Collective collective) {
  return collective == kReduceScatterBlock ? "reducescatterblock_as_"
                                           : std::string(ToText(collective)) + "_as_";
}

/// Returns the mock-up's name; empty for the library's own choice.
std::string ParseMockUp(Collective collective, std::string_view name, const Lines& lines) {
  if (name == kDefault) return "";
  const bool is_known = std::ranges::find(kMatches, name, &Match::name) != kMatches.end() ||
                        std::ranges::find(kOtherMockUps, name) != kOtherMockUps.end();
  if (!is_known || !name.starts_with(MockUpPrefix(collective))) {
    lines.Refuse(fmt::format("unknown mock-up '{}'", name));
  }
  return std::string(name);
}

void ReadFile(const ExportedFile& exported, const std::string& file, std::vector<FlatRule>& rules) {
  Lines lines(exported.text, file + exported.suffix);
  const auto collective = ParseCollective(lines.Next(1, "the name of a collective")[0], lines);
  const int ranks =
      lines.Number(lines.Next(1, "the number of processes")[0], 1, "number of processes");
  const auto is_same = [&](const FlatRule& rule) {
    return rule.collective == collective && rule.first_ranks == ranks;
  };
  if (std::ranges::any_of(rules, is_same)) {
    lines.Refuse(fmt::format("another file is for {} on {} processes", MpiName(collective), ranks));
  }
  std::map<int, std::string> names;
  int left = lines.Number(lines.Next(1, "the number of mock-ups")[0], 0, "number of mock-ups");
  for (; left > 0; --left) {
    const auto words = lines.Next(2, "the number and the name of a mock-up");
    // The first of two entries of the same number counts.
    names.emplace(lines.Number(words[0], 0, "number of a mock-up"),
                  ParseMockUp(collective, words[1], lines));
  }
  left = lines.Number(lines.Next(1, "the number of ranges")[0], 1, "number of ranges");
  for (; left > 0; --left) {
    const auto words = lines.Next(3, "two sizes and the number of a mock-up");
    const int first = lines.Number(words[0], 0, "size");
    const int last = lines.Number(words[1], first, "size");
    const auto name = names.find(lines.Number(words[2], 0, "number of a mock-up"));
    if (name == names.end()) lines.Refuse(fmt::format("no mock-up has the number {}", words[2]));
    rules.push_back(
        {collective, ranks, ranks, std::max(1, first), last, name->second, lines.Where()});
  }
}

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  std::vector<FlatRule> rules;
  for (const ExportedFile& one : files) ReadFile(one, file, rules);
  std::map<Collective, int> ranks;
  std::vector<std::string> notes;
  for (const FlatRule& rule : rules) {
    const auto [first, is_new] = ranks.emplace(rule.collective, rule.first_ranks);
    if (is_new || first->second == rule.first_ranks) continue;
    first->second = rule.first_ranks;
    notes.push_back(
        fmt::format("{}: {} is there for {} processes, too: of one folder PGMPITuneLib "
                    "takes any one of its files",
                    rule.where, MpiName(rule.collective), rule.first_ranks));
  }
  auto selection = FirstOf(std::move(rules), OneBlock);
  selection->notes = std::move(notes);
  return selection;
}

}  // namespace

Exporter PgmpiExporter() {
  return {
      .name = "pgmpi",
      .summary = "PGMPITuneLib: NAME.RANKS.MPI_COLLECTIVE.prf, each file for one of both",
      .use =
          "Put those of one number of ranks into a folder of their own, and run the program with "
          "--ppath=FOLDER, or PGMPI_PROFILE_PATH=FOLDER: of several in one folder PGMPITuneLib "
          "would take any.",
      .counterpart = [](const Call& call,
                        const Choice& choice) { return FindMatch(kMatches, call, choice); },
      .write = Write,
      .read = Read,
      .choice_of = [](Collective collective,
                      const std::string& name) { return FindOurs(kMatches, collective, name); },
      .folder_of = "prf",
  };
}

}  // namespace colltune
