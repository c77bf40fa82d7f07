#include "algorithms/runner.h"

#include <algorithm>

namespace colltune {
namespace {

// Every message has the same tag: schedules match by order.
constexpr int kTag = 0;

struct Memory {
  void* base;
  int count;
};

Memory Place(const Operand& operand, const Block& block) {
  return {static_cast<char*>(operand.base) + block.first * operand.stride,
          static_cast<int>(block.count * operand.count)};
}

/// What a receive is worth that ended with `code`. MPI accepts a message that is shorter than its
/// receive; in a collective operation it means that ranks disagree on the size, which MPICH's own
/// collectives report by this class.
int CheckLength(int code, const MPI_Status& status, int count, MPI_Datatype type) {
  if (code != MPI_SUCCESS) return code;
  int received = 0;
  PMPI_Get_count(&status, type, &received);
  if (received == count) return MPI_SUCCESS;
  int size = 0;
  PMPI_Type_size(type, &size);
  return size == 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

void KeepFirst(int code, int& first) {
  if (first == MPI_SUCCESS) first = code;
}

}  // namespace

std::size_t Runner::Hash::operator()(const Key& key) const {
  std::size_t hash = std::hash<const void*>()(key.algorithm);
  // Fibonacci hashing: 2^64 / golden ratio spreads small numbers over all bits (Knuth, TAOCP 6.4).
  constexpr std::size_t kSpread = 0x9e3779b97f4a7c15;
  for (const std::int64_t part :
       {std::int64_t{key.shape.ranks}, std::int64_t{key.shape.root}, key.shape.elements}) {
    hash = (hash ^ static_cast<std::size_t>(part)) * kSpread;
  }
  return hash;
}

Runner::Runner(MPI_Comm comm) : comm_(PrivateCopy(comm)), rank_(RankIn(comm_.get())) {}

int Runner::Run(const Algorithm& algorithm, const Shape& shape, const Operand& operand) {
  const Key key{&algorithm, shape};
  auto found = schedules_.find(key);
  if (found == schedules_.end()) {
    found = schedules_.emplace(key, algorithm.build(shape, rank_)).first;
  }
  return Run(found->second, operand);
}

int Runner::Run(const Schedule& schedule, const Operand& operand) {
  int error = MPI_SUCCESS;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    KeepFirst(Perform(schedule.round(i), operand), error);
  }
  return error;
}

int Runner::Perform(std::span<const Message> round, const Operand& operand) {
  // A lone message needs no request; MPICH's blocking calls are faster for small ones.
  if (round.size() == 1) return PerformAlone(round.front(), operand);
  if (requests_.size() < round.size()) requests_.resize(round.size());
  int error = MPI_SUCCESS;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const Message& message = round[i];
    const auto [base, count] = Place(operand, message.block);
    requests_[i] = MPI_REQUEST_NULL;
    KeepFirst(
        message.side == Message::Side::kSend
            ? PMPI_Isend(base, count, operand.type, message.peer, kTag, comm_.get(), &requests_[i])
            : PMPI_Irecv(base, count, operand.type, message.peer, kTag, comm_.get(), &requests_[i]),
        error);
  }
  KeepFirst(Complete(round, operand), error);
  return error;
}

int Runner::PerformAlone(const Message& message, const Operand& operand) {
  const auto [base, count] = Place(operand, message.block);
  if (message.side == Message::Side::kSend) {
    return PMPI_Send(base, count, operand.type, message.peer, kTag, comm_.get());
  }
  MPI_Status status;
  const int code = PMPI_Recv(base, count, operand.type, message.peer, kTag, comm_.get(), &status);
  return CheckLength(code, status, count, operand.type);
}

int Runner::Complete(std::span<const Message> round, const Operand& operand) {
  int error = MPI_SUCCESS;
  for (std::size_t i = 0; i < round.size(); ++i) {
    // One by one: MPI_Waitall leaves what is behind an error in flight.
    MPI_Status status;
    int code = PMPI_Wait(&requests_[i], &status);
    if (round[i].side == Message::Side::kReceive) {
      code = CheckLength(code, status, Place(operand, round[i].block).count, operand.type);
    }
    KeepFirst(code, error);
  }
  return error;
}

}  // namespace colltune
