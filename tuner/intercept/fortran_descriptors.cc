// Defines the procedures by which `use mpi_f08` reaches Open MPI 6 with buffers: they get arrays by
// descriptors (Fortran 2018, 18.5.3; first in TS 29113), and call PMPI_ functions.
//
// An array without holes is what its address says. For one with holes Open MPI makes a datatype, or
// refuses it where blocks have sizes of their own and in reductions (ompi/mpi/fortran/use-mpi-f08,
// *_ts.c.in). These procedures make the same datatype, since all ranks must take one algorithm, and
// leave what is refused to Open MPI's own procedure, which tells the error.
#include <mpi.h>

#include "tuner/intercept/fortran.h"

#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 6

#include <ISO_Fortran_binding.h>

#include <algorithm>

#include "tuner/intercept/exception_to_error.h"
#include "tuner/intercept/fortran_openmpi.h"
#include "tuner/intercept/next.h"

namespace colltune::intercept {
namespace {

bool IsDense(const CFI_cdesc_t& array) {
  auto dense = static_cast<CFI_index_t>(array.elem_len);  // bytes from one element to the next
  for (int i = 0; i < array.rank; ++i) {
    if (array.dim[i].extent > 1 && array.dim[i].sm != dense) return false;
    dense *= array.dim[i].extent;
  }
  return true;
}

/// Returns the root's part where `is_root`, else that of the other ranks. `root` is valid for
/// communicators of one group and of two.
bool HasPart(MPI_Comm comm, int root, bool is_root) {
  int inter = 0;
  int rank = 0;
  if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return false;
  if (inter != 0) return is_root ? root == MPI_ROOT : root != MPI_ROOT && root != MPI_PROC_NULL;
  return !is_root || (PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS && rank == root);
}

/// Arguments of one buffer for C. `count` items are the first ones of an array in its order.
class Buffer {
 public:
  /// `matters`: MPI reads the count and the type on this rank.
  Buffer(const CFI_cdesc_t& array, MPI_Count items, const MPI_Fint* item, bool matters = true)
      : address(Address(array.base_addr)), count(items), type(Type(item)) {
    if (!matters || IsDense(array)) return;
    is_refused = !Spread(array);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (made_ != MPI_DATATYPE_NULL) PMPI_Type_free(&made_);
  }

  void* address;
  MPI_Count count;
  MPI_Datatype type;
  bool is_refused = false;

 private:
  /// Makes one item of the array's dimensions. Returns false where the items do not fill them, and
  /// where they are more than the array has.
  bool Spread(const CFI_cdesc_t& array) {
    MPI_Count left = count;  // of all items, those in one element of the next dimension
    if (PMPI_Type_dup(type, &made_) != MPI_SUCCESS) return false;
    for (int i = 0; i < array.rank && left != 1; ++i) {
      const MPI_Count n = std::min<MPI_Count>(left, array.dim[i].extent);
      MPI_Datatype larger = MPI_DATATYPE_NULL;
      if ((n > 0 && left % n != 0) ||
          PMPI_Type_create_hvector_c(n, 1, array.dim[i].sm, made_, &larger) != MPI_SUCCESS) {
        return false;
      }
      PMPI_Type_free(&made_);
      made_ = larger;
      left = n > 0 ? left / n : 1;
    }
    if (left != 1 || PMPI_Type_commit(&made_) != MPI_SUCCESS) return false;
    count = 1;
    type = made_;
    return true;
  }

  MPI_Datatype made_ = MPI_DATATYPE_NULL;
};

/// An argument of a procedure: all are addresses.
struct Word {
  void* value;
  template <typename T>
  operator T*() const {  // NOLINT(google-explicit-constructor): it stands for any of them
    return static_cast<T*>(value);
  }
};

constexpr int kRefused = -1;  // no code of MPI: the library's own procedure has to tell the error

bool Refused(const CFI_cdesc_t& array, bool matters = true) { return matters && !IsDense(array); }

/// Calls of C functions `call`, with counts of type Count and displacements of type Place. Return
/// MPI's code, or kRefused.
template <typename Count, typename Place>
struct Calls {
  using Array = const CFI_cdesc_t*;
  using Fint = const MPI_Fint*;

  template <typename Call>
  static int Bcast(Call call, Array x, const Count* count, Fint type, Fint root, Fint comm) {
    const bool matters = *root != MPI_PROC_NULL;
    const Buffer data(*x, *count, type, matters);
    if (data.is_refused) return kRefused;
    return call(data.address, static_cast<Count>(data.count), data.type, *root, Comm(comm));
  }

  /// A gather (`root_receives`) or scatter.
  template <typename Call>
  static int Rooted(Call call, bool root_receives, Array x, const Count* count, Fint type, Array y,
                    const Count* into_count, Fint into_type, Fint root, Fint comm) {
    const Buffer from(*x, *count, type, HasPart(Comm(comm), *root, !root_receives));
    const Buffer into(*y, *into_count, into_type, HasPart(Comm(comm), *root, root_receives));
    if (from.is_refused || into.is_refused) return kRefused;
    return call(from.address, static_cast<Count>(from.count), from.type, into.address,
                static_cast<Count>(into.count), into.type, *root, Comm(comm));
  }
  template <typename Call>
  static int Gather(Call call, Array x, const Count* count, Fint type, Array y,
                    const Count* into_count, Fint into_type, Fint root, Fint comm) {
    return Rooted(call, true, x, count, type, y, into_count, into_type, root, comm);
  }
  template <typename Call>
  static int Scatter(Call call, Array x, const Count* count, Fint type, Array y,
                     const Count* into_count, Fint into_type, Fint root, Fint comm) {
    return Rooted(call, false, x, count, type, y, into_count, into_type, root, comm);
  }

  template <typename Call>
  static int Gatherv(Call call, Array x, const Count* count, Fint type, Array y,
                     const Count* counts, const Place* places, Fint into_type, Fint root,
                     Fint comm) {
    const Buffer from(*x, *count, type, HasPart(Comm(comm), *root, false));
    if (from.is_refused || Refused(*y, HasPart(Comm(comm), *root, true))) return kRefused;
    return call(from.address, static_cast<Count>(from.count), from.type, Address(y->base_addr),
                counts, places, Type(into_type), *root, Comm(comm));
  }
  template <typename Call>
  static int Scatterv(Call call, Array x, const Count* counts, const Place* places, Fint type,
                      Array y, const Count* into_count, Fint into_type, Fint root, Fint comm) {
    const Buffer into(*y, *into_count, into_type, HasPart(Comm(comm), *root, false));
    if (into.is_refused || Refused(*x, HasPart(Comm(comm), *root, true))) return kRefused;
    return call(Address(x->base_addr), counts, places, Type(type), into.address,
                static_cast<Count>(into.count), into.type, *root, Comm(comm));
  }

  /// An allgather or alltoall.
  template <typename Call>
  static int Equal(Call call, Array x, const Count* count, Fint type, Array y,
                   const Count* into_count, Fint into_type, Fint comm) {
    const Buffer from(*x, *count, type);
    const Buffer into(*y, *into_count, into_type);
    if (from.is_refused || into.is_refused) return kRefused;
    return call(from.address, static_cast<Count>(from.count), from.type, into.address,
                static_cast<Count>(into.count), into.type, Comm(comm));
  }
  template <typename Call>
  static int Allgatherv(Call call, Array x, const Count* count, Fint type, Array y,
                        const Count* counts, const Place* places, Fint into_type, Fint comm) {
    const Buffer from(*x, *count, type);
    if (from.is_refused || Refused(*y)) return kRefused;
    return call(from.address, static_cast<Count>(from.count), from.type, Address(y->base_addr),
                counts, places, Type(into_type), Comm(comm));
  }
  template <typename Call>
  static int Alltoallv(Call call, Array x, const Count* counts, const Place* places, Fint type,
                       Array y, const Count* into_counts, const Place* into_places, Fint into_type,
                       Fint comm) {
    if (Refused(*x) || Refused(*y)) return kRefused;
    return call(Address(x->base_addr), counts, places, Type(type), Address(y->base_addr),
                into_counts, into_places, Type(into_type), Comm(comm));
  }
  template <typename Call>
  static int Alltoallw(Call call, Array x, const Count* counts, const Place* places, Fint types,
                       Array y, const Count* into_counts, const Place* into_places, Fint into_types,
                       Fint comm) {
    if (Refused(*x) || Refused(*y)) return kRefused;
    return WithinBoundary(Comm(comm), [&] {
      return call(Address(x->base_addr), counts, places,
                  Types(x->base_addr, types, Comm(comm)).data(), Address(y->base_addr), into_counts,
                  into_places, Types(y->base_addr, into_types, Comm(comm)).data(), Comm(comm));
    });
  }

  template <typename Call>
  static int Reduce(Call call, Array x, Array y, const Count* count, Fint type, Fint op, Fint root,
                    Fint comm) {
    if (Refused(*x) || Refused(*y, HasPart(Comm(comm), *root, true))) return kRefused;
    return call(Address(x->base_addr), Address(y->base_addr), *count, Type(type), Op(op), *root,
                Comm(comm));
  }
  /// A reduction without a root, with one count.
  template <typename Call>
  static int Combine(Call call, Array x, Array y, const Count* count, Fint type, Fint op,
                     Fint comm) {
    if (Refused(*x) || Refused(*y)) return kRefused;
    return call(Address(x->base_addr), Address(y->base_addr), *count, Type(type), Op(op),
                Comm(comm));
  }
  template <typename Call>
  static int ReduceScatter(Call call, Array x, Array y, const Count* counts, Fint type, Fint op,
                           Fint comm) {
    if (Refused(*x) || Refused(*y)) return kRefused;
    return call(Address(x->base_addr), Address(y->base_addr), counts, Type(type), Op(op),
                Comm(comm));
  }
};

}  // namespace
}  // namespace colltune::intercept

using namespace colltune::intercept;  // NOLINT(google-build-using-namespace): entries are not in it

// NOLINTBEGIN(bugprone-macro-parentheses): lists of parameters and of arguments
#define COLLTUNE_EACH_5(DO) DO(a), DO(b), DO(c), DO(d), DO(e)
#define COLLTUNE_EACH_6(DO) COLLTUNE_EACH_5(DO), DO(f)
#define COLLTUNE_EACH_7(DO) COLLTUNE_EACH_6(DO), DO(g)
#define COLLTUNE_EACH_8(DO) COLLTUNE_EACH_7(DO), DO(h)
#define COLLTUNE_EACH_9(DO) COLLTUNE_EACH_8(DO), DO(i)
#define COLLTUNE_PARAMETER(NAME) void* NAME
#define COLLTUNE_WORD(NAME) \
  Word { NAME }
#define COLLTUNE_ITSELF(NAME) NAME

#define COLLTUNE_PROCEDURE(SYMBOL, N, COUNT, PLACE, PERFORM, FUNCTION)                         \
  COLLTUNE_EXPORT void SYMBOL(COLLTUNE_EACH_##N(COLLTUNE_PARAMETER), MPI_Fint* ierror) {       \
    const int code = Calls<COUNT, PLACE>::PERFORM(FUNCTION, COLLTUNE_EACH_##N(COLLTUNE_WORD)); \
    if (code != kRefused) return Return(code, ierror);                                         \
    using Own = void(COLLTUNE_EACH_##N(COLLTUNE_PARAMETER), MPI_Fint*);                        \
    Next<Own>(#SYMBOL, nullptr)(COLLTUNE_EACH_##N(COLLTUNE_ITSELF), ierror);                   \
  }
// NOLINTEND(bugprone-macro-parentheses)

// Defines a procedure by two names: with counts of INTEGER, and of MPI_COUNT_KIND. It has N
// arguments before the error code.
#define COLLTUNE_DESCRIBED(N, NAME, PERFORM, FUNCTION)                    \
  COLLTUNE_PROCEDURE(mpi_##NAME##_f08ts_, N, int, int, PERFORM, FUNCTION) \
  COLLTUNE_PROCEDURE(mpi_##NAME##_c_f08ts_, N, MPI_Count, MPI_Aint, PERFORM, FUNCTION##_c)

COLLTUNE_DESCRIBED(5, bcast, Bcast, MPI_Bcast)
COLLTUNE_DESCRIBED(8, gather, Gather, MPI_Gather)
COLLTUNE_DESCRIBED(9, gatherv, Gatherv, MPI_Gatherv)
COLLTUNE_DESCRIBED(8, scatter, Scatter, MPI_Scatter)
COLLTUNE_DESCRIBED(9, scatterv, Scatterv, MPI_Scatterv)
COLLTUNE_DESCRIBED(7, allgather, Equal, MPI_Allgather)
COLLTUNE_DESCRIBED(8, allgatherv, Allgatherv, MPI_Allgatherv)
COLLTUNE_DESCRIBED(7, alltoall, Equal, MPI_Alltoall)
COLLTUNE_DESCRIBED(9, alltoallv, Alltoallv, MPI_Alltoallv)
COLLTUNE_DESCRIBED(9, alltoallw, Alltoallw, MPI_Alltoallw)
COLLTUNE_DESCRIBED(7, reduce, Reduce, MPI_Reduce)
COLLTUNE_DESCRIBED(6, allreduce, Combine, MPI_Allreduce)
COLLTUNE_DESCRIBED(6, scan, Combine, MPI_Scan)
COLLTUNE_DESCRIBED(6, exscan, Combine, MPI_Exscan)
COLLTUNE_DESCRIBED(6, reduce_scatter_block, Combine, MPI_Reduce_scatter_block)
COLLTUNE_DESCRIBED(6, reduce_scatter, ReduceScatter, MPI_Reduce_scatter)

#endif
