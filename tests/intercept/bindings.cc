// Calls each of the 17 blocking collectives twice on MPI::COMM_WORLD, by the C++ bindings of MPI-2,
// and no other collective there: with plain buffers and, where MPI::IN_PLACE is allowed, in place.
// Then provokes errors that raise exceptions, on a smaller communicator.
#include <mpi.h>

#include <cstdio>
#include <numeric>
#include <vector>

namespace {

constexpr int kBlock = 3;  // integers
constexpr int kRoom = 20;  // integers from one block to the next where sizes differ
constexpr int kMost = 10;  // ranks
using Integers = std::vector<int>;

int rank = 0;
int ranks = 0;
Integers from, into;

void Fill() {
  from.resize(kMost * kRoom);
  std::iota(from.begin(), from.end(), 1000 * rank);
  into.assign(from.size(), -1);
}

// Rank 0 prints `into` of all ranks.
void Show(const char* what) {
  const int size = static_cast<int>(into.size());
  if (rank != 0) {
    MPI::COMM_WORLD.Send(into.data(), size, MPI::INT, 0, 1);
    return;
  }
  for (int other = 0; other < ranks; ++other) {
    Integers values = into;
    if (other > 0) MPI::COMM_WORLD.Recv(values.data(), size, MPI::INT, other, 1);
    std::printf("%s on %d:", what, other);
    for (const int value : values) std::printf(" %d", value);
    std::puts("");
  }
}

// Composes maps x -> a x + b, given as pairs (a, b): associative, and not commutative.
void Compose(const void* left, void* right, int pairs, const MPI::Datatype& type) {
  const auto* f = static_cast<const int*>(left);
  auto* g = static_cast<int*>(right);
  if (type.Get_size() != 2 * static_cast<int>(sizeof(int))) MPI::COMM_WORLD.Abort(1);
  for (int i = 0; i < 2 * pairs; i += 2) {
    g[i + 1] = (f[i] * g[i + 1] + f[i + 1]) % 1009;
    g[i] = f[i] * g[i] % 1009;
  }
}

void Rooted(int root) {
  const MPI::Intracomm& world = MPI::COMM_WORLD;
  const bool here = rank == root;
  Integers own(ranks), places(ranks);
  for (int i = 0; i < ranks; ++i) {
    own[i] = i + 1;
    places[i] = i * kRoom;
  }

  Fill();
  if (here) into = from;
  world.Bcast(into.data(), kBlock, MPI::INT, root);
  Show("bcast");

  Fill();
  if (here && root != 0) {
    into = from;
    world.Gather(MPI::IN_PLACE, 0, MPI::INT, into.data(), kBlock, MPI::INT, root);
    Show("gather");
    world.Gatherv(MPI::IN_PLACE, 0, MPI::INT, into.data(), own.data(), places.data(), MPI::INT,
                  root);
    Show("gatherv");
    world.Scatter(from.data(), kBlock, MPI::INT, MPI::IN_PLACE, 0, MPI::INT, root);
    Show("scatter");
    world.Scatterv(from.data(), own.data(), places.data(), MPI::INT, MPI::IN_PLACE, 0, MPI::INT,
                   root);
    Show("scatterv");
    world.Reduce(MPI::IN_PLACE, into.data(), kBlock, MPI::INT, MPI::SUM, root);
  } else {
    world.Gather(from.data(), kBlock, MPI::INT, into.data(), kBlock, MPI::INT, root);
    Show("gather");
    world.Gatherv(from.data(), rank + 1, MPI::INT, into.data(), own.data(), places.data(), MPI::INT,
                  root);
    Show("gatherv");
    world.Scatter(from.data(), kBlock, MPI::INT, into.data(), kBlock, MPI::INT, root);
    Show("scatter");
    world.Scatterv(from.data(), own.data(), places.data(), MPI::INT, into.data(), rank + 1,
                   MPI::INT, root);
    Show("scatterv");
    world.Reduce(from.data(), into.data(), kBlock, MPI::INT, MPI::SUM, root);
  }
  Show("reduce");
}

// Reduces by a sum in place, or else by a composition.
void Reductions(bool in_place) {
  const MPI::Intracomm& world = MPI::COMM_WORLD;
  MPI::Datatype pair = MPI::INT.Create_contiguous(2);
  pair.Commit();
  MPI::Op composition;
  composition.Init(Compose, false);
  const MPI::Datatype& type = in_place ? MPI::INT : pair;
  const MPI::Op& op = in_place ? MPI::SUM : composition;
  Integers own(ranks);
  std::iota(own.begin(), own.end(), 1);
  const auto prepare = [&] {
    Fill();
    if (in_place) into = from;
    return in_place ? MPI::IN_PLACE : from.data();
  };
  const void* data = prepare();
  world.Allreduce(data, into.data(), kBlock, type, op);
  Show("allreduce");
  data = prepare();
  world.Scan(data, into.data(), kBlock, type, op);
  Show("scan");
  data = prepare();
  world.Exscan(data, into.data(), kBlock, type, op);
  Show("exscan");
  // In place, the elements after this rank's own block are undefined.
  data = prepare();
#ifdef OPEN_MPI  // whose bindings do not have this one
  MPI_Reduce_scatter_block(data, into.data(), kBlock, type, op, world);
#else
  world.Reduce_scatter_block(data, into.data(), kBlock, type, op);
#endif
  if (in_place) into.resize(kBlock);
  Show("reduce_scatter_block");
  data = prepare();
  world.Reduce_scatter(data, into.data(), own.data(), type, op);
  if (in_place) {
    into.resize(rank + 1);
    into.resize(kMost);
  }
  Show("reduce_scatter");
  composition.Free();
  pair.Free();
}

void All(bool in_place) {
  const MPI::Intracomm& world = MPI::COMM_WORLD;
  Integers own(ranks), equal(ranks, kBlock), sizes(ranks), places(ranks), bytes(ranks);
  std::vector<MPI::Datatype> types(ranks, MPI::INT);
  for (int i = 0; i < ranks; ++i) {
    own[i] = i + 1;
    sizes[i] = rank + i + 1;
    places[i] = i * kRoom;
    bytes[i] = places[i] * static_cast<int>(sizeof(int));
  }
  const auto prepare = [&] {
    Fill();
    if (in_place) into = from;
    return in_place ? MPI::IN_PLACE : from.data();
  };
  const void* data = prepare();
  world.Allgather(data, kBlock, MPI::INT, into.data(), kBlock, MPI::INT);
  Show("allgather");
  data = prepare();
  world.Allgatherv(data, rank + 1, MPI::INT, into.data(), own.data(), places.data(), MPI::INT);
  Show("allgatherv");
  data = prepare();
  world.Alltoall(data, kBlock, MPI::INT, into.data(), kBlock, MPI::INT);
  Show("alltoall");
  data = prepare();
  world.Alltoallv(data, sizes.data(), places.data(), MPI::INT, into.data(), sizes.data(),
                  places.data(), MPI::INT);
  Show("alltoallv");
  data = prepare();
  world.Alltoallw(data, sizes.data(), bytes.data(), types.data(), into.data(), sizes.data(),
                  bytes.data(), types.data());
  Show("alltoallw");
}

// Returns the class of the error that a broadcast of `count` integers raises.
int Thrown(MPI::Intracomm& comm, int count, int root) {
  Integers data(100);
  try {
    comm.Bcast(data.data(), count, MPI::INT, root);
  } catch (MPI::Exception& exception) {
    return exception.Get_error_class();
  }
  return MPI::SUCCESS;
}

// On ranks 0 and 1 alone.
void Exceptions() {
  MPI::Intracomm two = MPI::COMM_WORLD.Split(rank < 2 ? 0 : MPI::UNDEFINED, rank);
  into.clear();
  if (rank < 2) {
    two.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
    into.push_back(Thrown(two, 4, 17));
    // The root sends more than the other rank expects.
    into.push_back(Thrown(two, rank == 0 ? 8 : 4, 0));
    into.push_back(Thrown(two, 4, 1));
    two.Free();
  }
  into.resize(3, -1);
  Show("exceptions");
}

}  // namespace

int main(int argc, char** argv) {
  MPI::Init(argc, argv);
  rank = MPI::COMM_WORLD.Get_rank();
  ranks = MPI::COMM_WORLD.Get_size();
  for (const int root : {0, 1}) {
    Rooted(root);
    All(root == 1);
    Reductions(root == 1);
    MPI::COMM_WORLD.Barrier();
  }
  Exceptions();
  MPI::Finalize();
  return 0;
}
