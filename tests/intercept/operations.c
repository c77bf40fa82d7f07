// Every predefined operation on every predefined datatype, where MPI defines it and where not.
#include "errors.h"

static const MPI_Op kOps[] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_LAND,   MPI_LOR,
                              MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC};

static const MPI_Datatype kTypes[] = {MPI_CHAR,
                                      MPI_WCHAR,
                                      MPI_SIGNED_CHAR,
                                      MPI_UNSIGNED_CHAR,
                                      MPI_SHORT,
                                      MPI_UNSIGNED_SHORT,
                                      MPI_INT,
                                      MPI_UNSIGNED,
                                      MPI_LONG,
                                      MPI_UNSIGNED_LONG,
                                      MPI_LONG_LONG,
                                      MPI_UNSIGNED_LONG_LONG,
                                      MPI_FLOAT,
                                      MPI_DOUBLE,
                                      MPI_LONG_DOUBLE,
                                      MPI_BYTE,
                                      MPI_INT8_T,
                                      MPI_INT16_T,
                                      MPI_INT32_T,
                                      MPI_INT64_T,
                                      MPI_UINT8_T,
                                      MPI_UINT16_T,
                                      MPI_UINT32_T,
                                      MPI_UINT64_T,
                                      MPI_AINT,
                                      MPI_COUNT,
                                      MPI_OFFSET,
                                      MPI_C_BOOL,
                                      MPI_C_FLOAT_COMPLEX,
                                      MPI_C_DOUBLE_COMPLEX,
                                      MPI_C_LONG_DOUBLE_COMPLEX,
                                      MPI_FLOAT_INT,
                                      MPI_DOUBLE_INT,
                                      MPI_LONG_INT,
                                      MPI_2INT,
                                      MPI_SHORT_INT,
                                      MPI_LONG_DOUBLE_INT,
                                      MPI_CHARACTER,
                                      MPI_LOGICAL,
                                      MPI_INTEGER,
                                      MPI_REAL,
                                      MPI_DOUBLE_PRECISION,
                                      MPI_COMPLEX,
                                      MPI_DOUBLE_COMPLEX,
                                      MPI_2INTEGER,
                                      MPI_2REAL,
                                      MPI_2DOUBLE_PRECISION,
                                      MPI_INTEGER1,
                                      MPI_INTEGER2,
                                      MPI_INTEGER4,
                                      MPI_INTEGER8,
                                      MPI_REAL4,
                                      MPI_REAL8,
                                      MPI_REAL16,
                                      MPI_COMPLEX8,
                                      MPI_COMPLEX16,
                                      MPI_COMPLEX32,
                                      MPI_CXX_BOOL,
                                      MPI_CXX_FLOAT_COMPLEX,
                                      MPI_CXX_DOUBLE_COMPLEX,
                                      MPI_CXX_LONG_DOUBLE_COMPLEX};

enum { kItems = 3, kLargest = 32 };  // of at most 32 bytes each

// Bytes in holes are undefined after an operation. Long doubles, of 16 bytes, have holes inside.
static int HasNoHoles(MPI_Datatype type) {
  int size;
  MPI_Aint bound, extent;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &bound, &extent);
  return size == extent && size % 16 != 0;
}

// MPICH 4.0.2 fails an assertion for those of C, and 4.2.1 also for those of Fortran.
static int IsLeftOut(MPI_Datatype type, MPI_Op op) {
  const MPI_Datatype floats[] = {MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL,
                                 MPI_REAL4, MPI_REAL8,  MPI_REAL16,      MPI_DOUBLE_PRECISION};
  if (op != MPI_LAND && op != MPI_LOR) return 0;
  for (size_t i = 0; i < sizeof floats / sizeof *floats; ++i) {
    if (type == floats[i]) return 1;
  }
  return 0;
}

static void TryAll(MPI_Comm comm) {
  static unsigned char send[kItems * kLargest], receive[kItems * kLargest];
  uint64_t seen = kNothing;
  for (size_t t = 0; t < sizeof kTypes / sizeof *kTypes; ++t) {
    if (kTypes[t] == MPI_DATATYPE_NULL) continue;
    for (size_t o = 0; o < sizeof kOps / sizeof *kOps; ++o) {
      if (IsLeftOut(kTypes[t], kOps[o])) continue;
      // The same on all ranks, so that the order of the operations makes no difference.
      memset(send, 1, sizeof send);
      memset(receive, 0xee, sizeof receive);
      const int code = MPI_Allreduce(send, receive, kItems, kTypes[t], kOps[o], comm);
      seen = With(seen, ErrorClass(code));
      if (code != MPI_SUCCESS || !HasNoHoles(kTypes[t])) continue;
      seen = WithBytes(seen, receive, sizeof receive);
    }
    Record(seen);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  TryOnBoth(TryAll);
  PrintResults();
  MPI_Finalize();
  return 0;
}
