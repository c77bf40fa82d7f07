// Scatter and gather along the trees of block_tree.h. A subtree's blocks go in one message. At the
// root blocks lie in rank order: where the tree has another order, they are packed.
#include <memory>

#include "algorithms/phases/exchange_phases.h"
#include "algorithms/phases/tree_phases.h"
#include "algorithms/topology/block_tree.h"

namespace colltune {
namespace {

class Blocks {
 public:
  /// `all`: the root's buffer with the blocks of all ranks. `own`: each rank's buffer for its own
  /// block.
  Blocks(const Shape& shape, Rank rank, const Parameters& parameters, Buffer all, Buffer own)
      : tree_(BlockTreeOf(*shape.places, shape.root, Bytes{parameters.bytes})),
        elements_(shape.elements),
        self_(tree_->place_of[static_cast<std::size_t>(rank)]),
        all_(all),
        own_(own) {}

  int self() const { return self_; }
  Block mine() const { return PiecesOf(self_, self_ + 1); }

  PiecesOfTree OfTree() const {
    const auto node = [this](int place) { return tree_->nodes[static_cast<std::size_t>(place)]; };
    const auto pieces = [this](int first, int last) { return PiecesOf(first, last); };
    const auto rank_at = [this](int place) { return RankAt(place); };
    const int places = static_cast<int>(tree_->nodes.size());
    return {node, /*k=*/places + 1, pieces, /*wrap=*/places, rank_at};  // all children at a time
  }

  /// Calls `copy(in root's buffer, packed)` for each block of the root's children that is packed.
  template <typename Copy>
  void ForEachPacked(const Copy& copy) const {
    if (self_ != 0) return;
    for (const int child : tree_->nodes[0].children) {
      const int end = child + tree_->nodes[static_cast<std::size_t>(child)].span;
      if (FollowEachOther(child, end)) continue;
      for (int place = child; place < end; ++place) {
        copy(AtRoot(place, place + 1), Packed(place, place + 1));
      }
    }
  }

 private:
  Rank RankAt(int place) const { return tree_->rank_at[static_cast<std::size_t>(place)]; }

  bool FollowEachOther(int first, int last) const {
    for (int place = first + 1; place < last; ++place) {
      if (RankAt(place) != RankAt(place - 1) + 1) return false;
    }
    return true;
  }

  Block AtRoot(int first, int last) const {
    return {all_, RankAt(first) * elements_, (last - first) * elements_};
  }
  Block Packed(int first, int last) const {
    return Scratch((first - self_) * elements_, (last - first) * elements_);
  }

  Block PiecesOf(int first, int last) const {
    const bool leaf = tree_->nodes[static_cast<std::size_t>(self_)].children.empty();
    if (self_ == 0 && FollowEachOther(first, last)) return AtRoot(first, last);
    if (leaf) return {own_, 0, elements_};
    return Packed(first, last);
  }

  const std::shared_ptr<const BlockTree> tree_;
  const std::int64_t elements_;
  const int self_;
  const Buffer all_;
  const Buffer own_;
};

}  // namespace

Schedule ScatterAlongBlockTree(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Blocks blocks(shape, rank, parameters, Buffer::kInput, Buffer::kOutput);
  Schedule schedule;
  blocks.ForEachPacked(
      [&](const Block& at_root, const Block& packed) { schedule.Copy(at_root, packed); });
  AppendTreeScatter(schedule, blocks.self(), blocks.OfTree());
  const Block mine = blocks.mine();  // the children, who wait, come first
  if (mine.buffer != Buffer::kOutput) schedule.Copy(mine, Output(0, shape.elements));
  return schedule;
}

Schedule GatherAlongBlockTree(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Blocks blocks(shape, rank, parameters, Buffer::kOutput, Buffer::kInput);
  Schedule schedule;
  const Block mine = blocks.mine();  // copied while the children are on their way
  if (mine.buffer != Buffer::kInput) schedule.Copy(Input(0, shape.elements), mine);
  AppendTreeGather(schedule, blocks.self(), blocks.OfTree());
  blocks.ForEachPacked(
      [&](const Block& at_root, const Block& packed) { schedule.Copy(packed, at_root); });
  return schedule;
}

}  // namespace colltune
