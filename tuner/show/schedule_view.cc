#include "tuner/show/schedule_view.h"

#include <fmt/format.h>

#include <array>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

/// In the order of the enum Buffer.
constexpr std::array<std::string_view, 3> kBufferNames = {"in", "out", "tmp"};

bool IsWhole(const ScheduleView& view, Rank rank, const Block& block) {
  if (block.first != 0 || block.buffer == Buffer::kScratch) return false;
  const Buffers buffers = BuffersOf(view.collective, view.shape, rank);
  return block.count == (block.buffer == Buffer::kInput ? buffers.input : buffers.output);
}

/// Only broadcasts and barriers have no input on any rank.
bool HasInput(const ScheduleView& view) {
  return BuffersOf(view.collective, {.ranks = 2, .root = 0}, 0).input > 0;
}

}  // namespace

ScheduleView ViewOf(const Choice& choice, const Shape& shape) {
  const Algorithm& algorithm = *choice.algorithm;
  return {fmt::format("{}:{}", ToText(algorithm.collective), ToText(choice)), algorithm.collective,
          shape, [&choice, shape](Rank rank) {
            return choice.algorithm->build(shape, rank, choice.parameters);
          }};
}

std::string Title(const ScheduleView& view) {
  const Shape& shape = view.shape;
  std::string text =
      fmt::format("{}, {} rank{}", view.name, shape.ranks, shape.ranks == 1 ? "" : "s");
  if (HasRoot(view.collective)) text += fmt::format(", root {}", shape.root);
  if (shape.in_place) text += ", in place";
  if (!shape.commutative) text += ", not commutative";
  if (view.collective == Collective::kBarrier) return text;
  return text + fmt::format(", a block is {} B", ToText(shape.elements * shape.element));
}

std::string BlockText(const ScheduleView& view, Rank rank, const Block& block) {
  const std::string_view name = kBufferNames[static_cast<std::size_t>(block.buffer)];
  if (IsWhole(view, rank, block)) return std::string(name);
  const std::string first = ToText(Bytes{block.first});
  if (block.count == 1) return fmt::format("{}[{}]", name, first);
  return fmt::format("{}[{}+{}]", name, first, ToText(Bytes{block.count}));
}

std::string PayloadText(const ScheduleView& view, Rank rank, std::span<const Block> parts) {
  if (!HasInput(view) && parts.size() == 1 && IsWhole(view, rank, parts.front())) return {};
  if (parts.front().count == 0) return " nothing";
  std::string text;
  for (const Block& part : parts) {
    text += (text.empty() ? " " : " and ") + BlockText(view, rank, part);
  }
  return text;
}

Bytes SizeOf(const ScheduleView& view, const Block& block) {
  return block.count * view.shape.element;
}

}  // namespace colltune::tune
