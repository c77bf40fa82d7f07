#include "tuner/intercept/reducible.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace colltune {
namespace {

enum Kind : unsigned {
  kNone = 0,  // those of no operation
  kCInteger = 1,
  kFloating = 2,
  kLogical = 4,
  kComplex = 8,
  kByte = 16,
  kAddress = 32,  // "multi-language types"
  kPair = 64,
  kFortranInteger = 128,
  kInteger = kCInteger | kFortranInteger,
};

struct Group {
  unsigned kinds;
  std::vector<MPI_Datatype> types;
};

struct Definition {
  MPI_Op op;
  unsigned kinds;
};

const std::vector<Group>& Groups() {
  static const std::vector<Group> groups = {
      {kCInteger,
       {MPI_INT, MPI_LONG, MPI_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_LONG_LONG,
        MPI_UNSIGNED_SHORT, MPI_UNSIGNED_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T,
        MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T,
        MPI_UINT64_T}},
      {kFortranInteger, {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8}},
      {kFloating,
       {MPI_DOUBLE, MPI_FLOAT, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4,
        MPI_REAL8, MPI_REAL16}},
      {kComplex,
       {MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_COMPLEX,
        MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16}},
      {kLogical, {MPI_C_BOOL, MPI_CXX_BOOL, MPI_LOGICAL}},
      {kByte, {MPI_BYTE}},
      {kAddress, {MPI_AINT, MPI_OFFSET, MPI_COUNT}},
      {kPair,
       {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT,
        MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER}},
      {kNone, {MPI_CHAR, MPI_WCHAR, MPI_CHARACTER, MPI_PACKED}},
  };
  return groups;
}

const std::vector<Definition>& Definitions() {
  constexpr unsigned kOrdered = kInteger | kFloating | kAddress;
  constexpr unsigned kTruth = kCInteger | kLogical;  // on the others MPICH's, not Open MPI's
  constexpr unsigned kBits = kInteger | kByte | kAddress;
  static const std::vector<Definition> definitions = {
      {MPI_SUM, kOrdered | kComplex},
      {MPI_PROD, kOrdered | kComplex},
      {MPI_MAX, kOrdered},
      {MPI_MIN, kOrdered},
      {MPI_LAND, kTruth},
      {MPI_LOR, kTruth},
      {MPI_LXOR, kTruth},
      {MPI_BAND, kBits},
      {MPI_BOR, kBits},
      {MPI_BXOR, kBits},
      {MPI_MINLOC, kPair},
      {MPI_MAXLOC, kPair},
      {MPI_REPLACE, kNone},  // of one-sided communication only
      {MPI_NO_OP, kNone},
  };
  return definitions;
}

}  // namespace

std::vector<MPI_Datatype> TypesByName() {
  std::vector<MPI_Datatype> all;
  for (const Group& group : Groups()) std::ranges::copy(group.types, std::back_inserter(all));
  return all;
}

bool IsDefinedOn(MPI_Op op, MPI_Datatype type) {
  const auto definition = std::ranges::find(Definitions(), op, &Definition::op);
  if (definition == Definitions().end()) return true;
  return std::ranges::any_of(Groups(), [&](const Group& group) {
    return (group.kinds & definition->kinds) != 0 &&
           std::ranges::find(group.types, type) != group.types.end();
  });
}

}  // namespace colltune
