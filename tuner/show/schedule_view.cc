#include "tuner/show/schedule_view.h"

#include <fmt/format.h>

#include <array>

#include "algorithms/agreement.h"
#include "algorithms/buffers.h"
#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

/// In the order of the enum Buffer.
constexpr std::array<std::string_view, 4> kBufferNames = {"in", "out", "tmp", "slot"};

bool IsWhole(const ScheduleView& view, Rank rank, const Block& block) {
  const bool is_input = block.buffer == Buffer::kInput;
  if (block.first != 0 || (!is_input && block.buffer != Buffer::kOutput)) return false;
  const Buffers buffers = BuffersOf(view.collective, view.shape, rank);
  return block.count == (is_input ? buffers.input : buffers.output);
}

/// Only broadcasts and barriers have no input on any rank.
bool HasInput(const ScheduleView& view) {
  return BuffersOf(view.collective, {.ranks = 2, .root = 0}, 0).input > 0;
}

}  // namespace

ScheduleView ViewOf(const Choice& choice, const Shape& shape) {
  const Algorithm& algorithm = *choice.algorithm;
  const auto name = [](const Choice& one) {
    return fmt::format("{}:{}", ToText(one.algorithm->collective), ToText(one));
  };
  ScheduleView view{name(choice), algorithm.collective, shape, [&choice, shape](Rank rank) {
                      return choice.algorithm->build(shape, rank, choice.parameters);
                    }};
  if (!Agrees(choice)) return view;
  view.agreement = name(Agreement());
  if (FitSlots(shape, choice.parameters)) view.slot = ElementOfMessages(choice, shape);
  return view;
}

std::string Title(const ScheduleView& view) {
  const Shape& shape = view.shape;
  std::string text =
      fmt::format("{}, {} rank{}", view.name, shape.ranks, shape.ranks == 1 ? "" : "s");
  if (HasRoot(view.collective)) text += fmt::format(", root {}", shape.root);
  if (shape.in_place) text += ", in place";
  if (!shape.commutative) text += ", not commutative";
  if (view.collective == Collective::kBarrier) return text;
  text += fmt::format(", a block is {} B", ToText(shape.elements * shape.element));
  if (view.agreement.empty()) return text;
  return text + fmt::format(", whose size ranks agree on by {}", view.agreement);
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

Bytes ElementOf(const ScheduleView& view) {
  return view.slot > Bytes{0} ? view.slot : view.shape.element;
}

Bytes SizeOf(const ScheduleView& view, const Block& block) { return block.count * ElementOf(view); }

}  // namespace colltune::tune
