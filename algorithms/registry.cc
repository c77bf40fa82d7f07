#include "algorithms/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "algorithms/native_names.h"
#include "algorithms/no_destructor.h"

namespace colltune {

// One line for each algorithm, sorted by collective; each is defined in
// <collective>/<algorithm>.cc. The order is that in which `list` prints and ties are broken.
#define COLLTUNE_ALGORITHMS(ADD)                    \
  ADD(BcastFlat)                                    \
  ADD(BcastFlatNonblocking)                         \
  ADD(BcastChain)                                   \
  ADD(BcastChainBackward)                           \
  ADD(BcastChainPipelined)                          \
  ADD(BcastBinary)                                  \
  ADD(BcastBinomial)                                \
  ADD(BcastKnomial)                                 \
  ADD(BcastScatterRingAllgather)                    \
  ADD(BcastScatterRecursiveDoublingAllgather)       \
  ADD(BcastDoubleTree)                              \
  ADD(BcastCirculant)                               \
  ADD(BcastBine)                                    \
  ADD(BcastModelTree)                               \
  ADD(BcastModelForest)                             \
  ADD(BcastBinomialMapped)                          \
  ADD(BcastBinaryMapped)                            \
  ADD(BcastChainMapped)                             \
  ADD(BcastDoubleTreeMapped)                        \
  ADD(BcastScatterRingAllgatherMapped)              \
  ADD(BcastScatterRecursiveDoublingAllgatherMapped) \
  ADD(BcastTwoLevel)                                \
  ADD(BcastTwoLevelChain)                           \
  ADD(BcastTwoLevelDoubleTree)                      \
  ADD(BcastTwoLevelLanes)                           \
  ADD(BcastThreeLevel)                              \
  ADD(ScatterFlat)                                  \
  ADD(ScatterFlatNonblocking)                       \
  ADD(ScatterFarFirst)                              \
  ADD(ScatterChain)                                 \
  ADD(ScatterBinomial)                              \
  ADD(ScatterKnomial)                               \
  ADD(ScatterModelTree)                             \
  ADD(ScatterTwoLevelLanes)                         \
  ADD(ScattervFlat)                                 \
  ADD(ScattervFlatNonblocking)                      \
  ADD(ScattervFlatSynchronised)                     \
  ADD(ScattervFarFirst)                             \
  ADD(GatherFlat)                                   \
  ADD(GatherFlatNonblocking)                        \
  ADD(GatherFlatSynchronised)                       \
  ADD(GatherFlatInTurn)                             \
  ADD(GatherChain)                                  \
  ADD(GatherBinomial)                               \
  ADD(GatherKnomial)                                \
  ADD(GatherModelTree)                              \
  ADD(GatherTwoLevelLanes)                          \
  ADD(GathervFlat)                                  \
  ADD(GathervFlatNonblocking)                       \
  ADD(GathervFlatSynchronised)                      \
  ADD(ReduceFlat)                                   \
  ADD(ReduceChain)                                  \
  ADD(ReduceBinary)                                 \
  ADD(ReduceBinomial)                               \
  ADD(ReduceKnomial)                                \
  ADD(ReduceRabenseifner)                           \
  ADD(ReduceCirculant)                              \
  ADD(ReduceBine)                                   \
  ADD(ReduceModelTree)                              \
  ADD(ReduceModelForest)                            \
  ADD(ReduceBinomialMapped)                         \
  ADD(ReduceBinaryMapped)                           \
  ADD(ReduceChainMapped)                            \
  ADD(ReduceRabenseifnerMapped)                     \
  ADD(ReduceTwoLevel)                               \
  ADD(ReduceTwoLevelChain)                          \
  ADD(ReduceTwoLevelDoubleTree)                     \
  ADD(ReduceTwoLevelLanes)                          \
  ADD(ReduceThreeLevel)                             \
  ADD(AllreduceRecursiveDoubling)                   \
  ADD(AllreduceRecursiveMultiplying)                \
  ADD(AllreduceRing)                                \
  ADD(AllreduceSegmentedRing)                       \
  ADD(AllreduceRabenseifner)                        \
  ADD(AllreduceKReduceScatterAllgather)             \
  ADD(AllreduceCirculant)                           \
  ADD(AllreduceCirculantPipelined)                  \
  ADD(AllreduceReduceBcast)                         \
  ADD(AllreduceFlat)                                \
  ADD(AllreduceModelTree)                           \
  ADD(AllreduceRecursiveDoublingMapped)             \
  ADD(AllreduceRabenseifnerMapped)                  \
  ADD(AllreduceRingMapped)                          \
  ADD(AllreduceTwoLevel)                            \
  ADD(AllreduceTwoLevelChain)                       \
  ADD(AllreduceTwoLevelLanes)                       \
  ADD(AllreduceThreeLevel)                          \
  ADD(AllgatherFlat)                                \
  ADD(AllgatherRing)                                \
  ADD(AllgatherRecursiveDoubling)                   \
  ADD(AllgatherBruck)                               \
  ADD(AllgatherNeighborExchange)                    \
  ADD(AllgatherSparbit)                             \
  ADD(AllgatherBine)                                \
  ADD(AllgatherGatherBcast)                         \
  ADD(AllgatherRingMapped)                          \
  ADD(AllgatherRecursiveDoublingMapped)             \
  ADD(AllgatherTwoLevelLanes)                       \
  ADD(AllgathervFlat)                               \
  ADD(AllgathervRing)                               \
  ADD(AllgathervBruck)                              \
  ADD(AllgathervNeighborExchange)                   \
  ADD(AllgathervSparbit)                            \
  ADD(AllgathervBine)                               \
  ADD(AllgathervRingMapped)                         \
  ADD(AllgathervTwoLevelLanes)                      \
  ADD(AlltoallFlat)                                 \
  ADD(AlltoallFlatBounded)                          \
  ADD(AlltoallPairwise)                             \
  ADD(AlltoallBruck)                                \
  ADD(AlltoallTwoLevelLanes)                        \
  ADD(AlltoallvFlat)                                \
  ADD(AlltoallvFlatBounded)                         \
  ADD(AlltoallvPairwise)                            \
  ADD(AlltoallvBruck)                               \
  ADD(AlltoallvTwoLevelLanes)                       \
  ADD(AlltoallwFlat)                                \
  ADD(AlltoallwFlatBounded)                         \
  ADD(AlltoallwPairwise)                            \
  ADD(AlltoallwBruck)                               \
  ADD(AlltoallwTwoLevelLanes)                       \
  ADD(BarrierFlat)                                  \
  ADD(BarrierTree)                                  \
  ADD(BarrierDissemination)                         \
  ADD(BarrierRecursiveDoubling)                     \
  ADD(BarrierDoubleRing)                            \
  ADD(BarrierModelTree)                             \
  ADD(BarrierTwoLevel)                              \
  ADD(BarrierThreeLevel)                            \
  ADD(ReduceScatterBlockPairwise)                   \
  ADD(ReduceScatterBlockRecursiveHalving)           \
  ADD(ReduceScatterBlockRecursiveSplitting)         \
  ADD(ReduceScatterBlockRing)                       \
  ADD(ReduceScatterBlockReduceScatter)              \
  ADD(ReduceScatterBlockCirculant)                  \
  ADD(ReduceScatterBlockButterfly)                  \
  ADD(ReduceScatterBlockBine)                       \
  ADD(ReduceScatterBlockTwoLevelLanes)              \
  ADD(ReduceScatterPairwise)                        \
  ADD(ReduceScatterRecursiveHalving)                \
  ADD(ReduceScatterRecursiveSplitting)              \
  ADD(ReduceScatterRing)                            \
  ADD(ReduceScatterReduceScatter)                   \
  ADD(ReduceScatterCirculant)                       \
  ADD(ReduceScatterButterfly)                       \
  ADD(ReduceScatterBine)                            \
  ADD(ReduceScatterTwoLevelLanes)                   \
  ADD(ScanChain)                                    \
  ADD(ScanRecursiveDoubling)                        \
  ADD(ScanBinomial)                                 \
  ADD(ScanTwoLevelLanes)                            \
  ADD(ExscanChain)                                  \
  ADD(ExscanRecursiveDoubling)                      \
  ADD(ExscanBinomial)                               \
  ADD(ExscanTwoLevelLanes)

#define COLLTUNE_DECLARE(factory) Algorithm factory();
COLLTUNE_ALGORITHMS(COLLTUNE_DECLARE)
#undef COLLTUNE_DECLARE

std::span<const Algorithm> Algorithms() {
#define COLLTUNE_CALL(factory) factory(),
  static const NoDestructor table(std::array{COLLTUNE_ALGORITHMS(COLLTUNE_CALL)});
#undef COLLTUNE_CALL
  return *table;
}

std::span<const Algorithm> Algorithms(Collective collective) {
  const auto all = Algorithms();
  // Avoids ranges::equal_range, whose subrange clang 14 cannot read in this C++ library.
  const auto first = std::ranges::lower_bound(all, collective, {}, &Algorithm::collective);
  const auto last = std::ranges::upper_bound(all, collective, {}, &Algorithm::collective);
  return {first, last};
}

const Algorithm* FindAlgorithm(Collective collective, std::string_view name) {
  const auto all = Algorithms(collective);
  const auto found = std::ranges::find(all, name, &Algorithm::name);
  return found == all.end() ? nullptr : &*found;
}

namespace {

template <typename Range>
std::string Names(const Range& range) {
  std::string names;
  for (const auto& one : range) names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
  return names.empty() ? "none" : names;
}

/// Throws std::invalid_argument.
std::int64_t ParseValue(const Algorithm& algorithm, const Parameter& parameter,
                        std::string_view text) {
  if (!parameter.names.empty()) {
    const auto found = std::ranges::find(parameter.names, text);
    if (found != parameter.names.end()) return found - parameter.names.begin();
    throw std::invalid_argument(fmt::format("{} '{}' of {} is none of {}", parameter.name, text,
                                            algorithm.name, fmt::join(parameter.names, ", ")));
  }
  const std::int64_t number = ParseBytes(text).count;
  if (number < parameter.least || number > kMostParameter) {
    throw std::invalid_argument(fmt::format("{} '{}' of {} is not from {} to {}", parameter.name,
                                            text, algorithm.name, parameter.least, kMostParameter));
  }
  return number;
}

std::string ValueText(const Parameter& parameter, std::int64_t value) {
  return parameter.names.empty() ? ToText(Bytes{value})
                                 : std::string(parameter.names[static_cast<std::size_t>(value)]);
}

void SetParameter(Choice& choice, std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view name = text.substr(0, equals);
  const auto& known = choice.algorithm->parameters;
  const auto found = std::ranges::find(known, name, &Parameter::name);
  if (found == known.end()) {
    throw std::invalid_argument(fmt::format("unknown parameter '{}' of {}; known are {}", name,
                                            choice.algorithm->name, Names(known)));
  }
  const std::string_view value = text.substr(std::min(equals + 1, text.size()));
  choice.parameters.*found->value = ParseValue(*choice.algorithm, *found, value);
}

/// Former name of a choice, from an earlier version, which profiles may have.
struct FormerName {
  Collective collective;
  std::string_view text;
  std::string_view now;
};

constexpr std::array kFormerNames = {
    FormerName{Collective::kBcast, "two_level_scatter_ring_allgather",
               "two_level:within=scatter_ring_allgather:between=flat"},
    FormerName{Collective::kReduce, "two_level_rabenseifner",
               "two_level:within=rabenseifner:between=flat"},
};

Choice ParseNative(std::string_view name) {
  if (!IsNativeName(name)) {
    throw std::invalid_argument(
        fmt::format("an algorithm inside the library is {} and a name of a-z, 0-9 and _, not '{}'",
                    kNativePrefix, name));
  }
  return {.native = std::string(name)};
}

}  // namespace

Choice ParseChoice(Collective collective, std::string_view text) {
  const std::string_view name = AlgorithmIn(text);
  if (text == kLibrary.text()) return {};
  if (text.starts_with(kNativePrefix)) return ParseNative(text.substr(kNativePrefix.size()));
  const Algorithm* algorithm = FindAlgorithm(collective, name);
  for (const FormerName& former : kFormerNames) {
    if (former.collective == collective && former.text == text) {
      return ParseChoice(collective, former.now);
    }
  }
  if (algorithm == nullptr) {
    throw std::invalid_argument(fmt::format("unknown algorithm '{}' for {}; known are {}, {}", name,
                                            ToText(collective), kLibrary,
                                            Names(Algorithms(collective))));
  }
  Choice choice = StandardChoice(*algorithm);
  for (std::size_t at = name.size(); at < text.size();) {
    const std::size_t next = std::min(text.find(':', at + 1), text.size());
    SetParameter(choice, text.substr(at + 1, next - at - 1));
    at = next;
  }
  return choice;
}

std::string ToText(const Choice& choice) {
  if (choice.IsLibrary()) return std::string(kLibrary.text());
  if (choice.IsNative()) return fmt::format("{}{}", kNativePrefix, choice.native);
  std::string text(choice.algorithm->name);
  for (const Parameter& p : choice.algorithm->parameters) {
    text += fmt::format(":{}={}", p.name, ValueText(p, choice.parameters.*p.value));
  }
  return text;
}

std::vector<Choice> StandardChoices(Collective collective) {
  std::vector<Choice> choices;
  for (const Algorithm& algorithm : Algorithms(collective)) {
    choices.push_back(StandardChoice(algorithm));
  }
  return choices;
}

}  // namespace colltune
