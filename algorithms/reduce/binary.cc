// Binary tree reduction in rank order, pipelined: each rank has two children with the ranks behind
// it, one subtree after the other, and combines own, first, second; so operands come in rank order.
// An operation that is not commutative is reduced to rank 0, which passes the result on to the
// root.
//
// Source: Open MPI's ompi_coll_base_reduce_intra_in_order_binary, whose tree is the mirror image;
// Pjesivac-Grbovic et al., "Performance Analysis of MPI Collective Operations" (Cluster Computing
// 2007), "binary".
// Cost for p ranks and m bytes in n segments of s, Hockney with gamma for combining a byte, height
// h = ceil(lg(p+1)) - 1: (h-1+n)(alpha + 2 s beta + 2 s gamma), since a port takes two segments in
// a round.
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_reduce.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Node node = PreorderBinary(ToRelative(TreeShape(shape), rank), shape.ranks);
  return ReduceAlongTree(shape, rank, node.parent, {node.children},
                         Segments(shape, parameters.segment));
}

}  // namespace

Algorithm ReduceBinary() {
  return {
      .collective = Collective::kReduce,
      .name = "binary",
      .summary = "segments go up a binary tree that keeps the order of ranks",
      .source = "Open MPI, reduce_intra_in_order_binary",
      .parameters = {Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
