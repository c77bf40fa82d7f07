#include "tuner/intercept/reducible.h"

#include <algorithm>
#include <array>
#include <span>

namespace colltune::intercept {
namespace {

enum Kind : unsigned {
  kNone = 0,  // types without any operation
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

struct Definition {
  MPI_Op op;
  unsigned kinds;
};

// Tables are static inside functions: handles are constants in MPICH, but addresses in Open MPI.

std::span<const Definition> Definitions() {
  constexpr unsigned kOrdered = kInteger | kFloating | kAddress;
  constexpr unsigned kTruth = kCInteger | kLogical;  // MPICH, not Open MPI, allows other types
  constexpr unsigned kBits = kInteger | kByte | kAddress;
  static const auto definitions = std::to_array<Definition>({
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
  });
  return definitions;
}

}  // namespace

std::span<const NamedType> TypesByName() {
  static const auto types = std::to_array<NamedType>({
      {MPI_INT, kCInteger},
      {MPI_LONG, kCInteger},
      {MPI_SHORT, kCInteger},
      {MPI_UNSIGNED, kCInteger},
      {MPI_UNSIGNED_LONG, kCInteger},
      {MPI_LONG_LONG, kCInteger},
      {MPI_UNSIGNED_SHORT, kCInteger},
      {MPI_UNSIGNED_LONG_LONG, kCInteger},
      {MPI_SIGNED_CHAR, kCInteger},
      {MPI_UNSIGNED_CHAR, kCInteger},
      {MPI_INT8_T, kCInteger},
      {MPI_INT16_T, kCInteger},
      {MPI_INT32_T, kCInteger},
      {MPI_INT64_T, kCInteger},
      {MPI_UINT8_T, kCInteger},
      {MPI_UINT16_T, kCInteger},
      {MPI_UINT32_T, kCInteger},
      {MPI_UINT64_T, kCInteger},
      {MPI_INTEGER, kFortranInteger},
      {MPI_INTEGER1, kFortranInteger},
      {MPI_INTEGER2, kFortranInteger},
      {MPI_INTEGER4, kFortranInteger},
      {MPI_INTEGER8, kFortranInteger},
      {MPI_DOUBLE, kFloating},
      {MPI_FLOAT, kFloating},
      {MPI_LONG_DOUBLE, kFloating},
      {MPI_REAL, kFloating},
      {MPI_DOUBLE_PRECISION, kFloating},
      {MPI_REAL4, kFloating},
      {MPI_REAL8, kFloating},
      {MPI_REAL16, kFloating},
      {MPI_C_FLOAT_COMPLEX, kComplex},
      {MPI_C_DOUBLE_COMPLEX, kComplex},
      {MPI_C_LONG_DOUBLE_COMPLEX, kComplex},
      {MPI_COMPLEX, kComplex},
      {MPI_DOUBLE_COMPLEX, kComplex},
      {MPI_COMPLEX8, kComplex},
      {MPI_COMPLEX16, kComplex},
      {MPI_C_BOOL, kLogical},
      {MPI_CXX_BOOL, kLogical},
      {MPI_LOGICAL, kLogical},
      {MPI_BYTE, kByte},
      {MPI_AINT, kAddress},
      {MPI_OFFSET, kAddress},
      {MPI_COUNT, kAddress},
      {MPI_FLOAT_INT, kPair},
      {MPI_DOUBLE_INT, kPair},
      {MPI_LONG_INT, kPair},
      {MPI_2INT, kPair},
      {MPI_SHORT_INT, kPair},
      {MPI_LONG_DOUBLE_INT, kPair},
      {MPI_2REAL, kPair},
      {MPI_2DOUBLE_PRECISION, kPair},
      {MPI_2INTEGER, kPair},
      {MPI_CHAR, kNone},
      {MPI_WCHAR, kNone},
      {MPI_CHARACTER, kNone},
      {MPI_PACKED, kNone},
  });
  return types;
}

bool IsDefinedOn(MPI_Op op, MPI_Datatype type) {
  const auto definition = std::ranges::find(Definitions(), op, &Definition::op);
  if (definition == Definitions().end()) return true;
  return std::ranges::any_of(TypesByName(), [&](const NamedType& one) {
    return one.type == type && (one.kinds & definition->kinds) != 0;
  });
}

}  // namespace colltune::intercept
