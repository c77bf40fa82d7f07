#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

/// Appends the round in which places exchange whose numbers differ in the digit of weight `step` in
/// base k. A place sends each other one the sum of `part(place)`, and combines what arrives with
/// its own part.
template <typename Part>
void AppendDigit(Schedule& schedule, int k, int step, int self, const Part& part,
                 const RankAt& rank_at, Accumulator& sum) {
  const int digit = self / step % k;
  const auto place = [&](int other) { return self + (other - digit) * step; };
  const Block kept = part(self);
  schedule.NextRound();
  int arrived = 0;
  for (int other = k - 1; other >= 0; --other) {
    if (other != digit) schedule.Receive(rank_at(place(other)), sum.Spare(arrived++, kept));
  }
  // Begins with the next place, so that not all places send to the same one at a time.
  for (int i = 1; i < k; ++i) {
    const int other = place((digit + i) % k);
    schedule.Send(rank_at(other), sum.Value(part(other)));
  }
  sum.Combine(schedule, kept, arrived, k - 1 - digit);
}

}  // namespace

void AppendFold(Schedule& schedule, const Fold& fold, Rank rank, const Block& range,
                Accumulator& sum) {
  const int place = fold.PlaceOf(rank);
  schedule.NextRound();
  if (!fold.TakesPart(rank)) {
    schedule.Send(fold.RankAt(place), sum.Value(range));
    return;
  }
  int arrived = 0;
  for (Rank other = fold.Begin(place + 1) - 1; other >= fold.Begin(place); --other) {
    if (other != rank) schedule.Receive(other, sum.Spare(arrived++, range));
  }
  sum.Combine(schedule, range, arrived, fold.Begin(place + 1) - 1 - rank);
}

void AppendUnfold(Schedule& schedule, const Fold& fold, Rank rank,
                  const std::function<Block(Rank other)>& result, const Block& into) {
  const int place = fold.PlaceOf(rank);
  schedule.NextRound();
  if (!fold.TakesPart(rank)) {
    schedule.Receive(fold.RankAt(place), into);
    return;
  }
  for (Rank other = fold.Begin(place); other < fold.Begin(place + 1); ++other) {
    if (other != rank) schedule.Send(other, result(other));
  }
}

void AppendRecursiveMultiplying(Schedule& schedule, int k, int n, int self, const Block& range,
                                const RankAt& rank_at, Accumulator& sum) {
  for (int step = 1; step < n; step *= k) {
    AppendDigit(
        schedule, k, step, self, [&range](int) { return range; }, rank_at, sum);
  }
}

void AppendRecursiveSplitting(Schedule& schedule, int k, int n, int self, const Pieces& pieces,
                              const RankAt& rank_at, Accumulator& sum) {
  for (int step = n / k; step > 0; step /= k) {
    const auto part = [&](int place) {  // of the pieces that this place has
      const int first = place / step * step;
      return pieces(first, first + step);
    };
    AppendDigit(schedule, k, step, self, part, rank_at, sum);
  }
}

void AppendHalvingGather(Schedule& schedule, int n, int self, int root, const Pieces& pieces,
                         const RankAt& rank_at) {
  for (int have = 1; have < n; have *= 2) {
    const int mine = self & -have;
    const int theirs = mine ^ have;
    const Rank partner = rank_at(self ^ have);
    schedule.NextRound();
    if (((self ^ root) & have) != 0) {
      schedule.Send(partner, pieces(mine, mine + have));
      return;
    }
    schedule.Receive(partner, pieces(theirs, theirs + have));
  }
}

Schedule AllreduceByMultiplying(const Shape& shape, Rank rank, std::int64_t k) {
  const Block whole = Output(0, shape.elements);
  const int radix = RadixOf(shape, k);
  const Fold fold(shape.ranks, LargestPower(shape.ranks, radix));
  // Reserves slots for the most operands that arrive at a time: those of the other ranks of a
  // fold's group or of an exchange's group.
  Accumulator sum = InOutput(shape, Slots(radix - 1, shape.elements));
  Schedule schedule;
  AppendFold(schedule, fold, rank, whole, sum);
  if (fold.TakesPart(rank)) {
    AppendRecursiveMultiplying(
        schedule, radix, fold.places(), fold.PlaceOf(rank), whole,
        [&fold](int place) { return fold.RankAt(place); }, sum);
    sum.MoveTo(schedule, whole, {Buffer::kOutput});
  }
  AppendUnfold(
      schedule, fold, rank, [&whole](Rank) { return whole; }, whole);
  return schedule;
}

Schedule AllreduceBySplitting(const Shape& shape, Rank rank, std::int64_t k) {
  const Block whole = Output(0, shape.elements);
  const int radix = RadixOf(shape, k);
  const int n = LargestPower(shape.ranks, radix);
  const Fold fold(shape.ranks, n);
  const Pieces parts = [&](int first, int last) {
    return Parts(Buffer::kOutput, shape.elements, n, first, last);
  };
  const RankAt rank_at = [&](int place) { return fold.RankAt(ReverseDigits(place, n, radix)); };
  // Slots need no room for more than the first round's part, unless the fold brings whole vectors.
  const std::int64_t most = n < shape.ranks ? shape.elements : parts(0, n / radix).count;
  Accumulator sum = InOutput(shape, Slots(radix - 1, most));
  Schedule schedule;
  AppendFold(schedule, fold, rank, whole, sum);
  if (fold.TakesPart(rank)) {
    const int self = ReverseDigits(fold.PlaceOf(rank), n, radix);
    AppendRecursiveSplitting(schedule, radix, n, self, parts, rank_at, sum);
    sum.MoveTo(schedule, parts(self, self + 1), {Buffer::kOutput});
    AppendRecursiveMultiplyingAllgather(schedule, radix, n, self, parts, rank_at);
  }
  AppendUnfold(
      schedule, fold, rank, [&whole](Rank) { return whole; }, whole);
  return schedule;
}

Schedule ReduceScatterBySplitting(const Shape& shape, Rank rank, std::int64_t k) {
  const int radix = RadixOf(shape, k);
  const Fold fold(shape.ranks, LargestPower(shape.ranks, radix));
  const Block own = Output(0, 1);
  // Writes the output last, since the first element written to it may invalidate the input.
  Accumulator sum = InScratch(shape, Slots(radix, shape.ranks));
  Schedule schedule;
  AppendFold(schedule, fold, rank, Input(0, shape.ranks), sum);
  if (fold.TakesPart(rank)) {
    const Pieces groups = [&fold](int first, int last) {
      return Input(fold.Begin(first), fold.Begin(last) - fold.Begin(first));
    };
    AppendRecursiveSplitting(
        schedule, radix, fold.places(), fold.PlaceOf(rank), groups,
        [&fold](int place) { return fold.RankAt(place); }, sum);
  }
  AppendUnfold(
      schedule, fold, rank, [&sum](Rank other) { return sum.Value(Input(other, 1)); }, own);
  if (fold.TakesPart(rank)) schedule.Copy(sum.Value(Input(rank, 1)), own);
  return schedule;
}

}  // namespace colltune
