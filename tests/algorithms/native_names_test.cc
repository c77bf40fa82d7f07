#include "algorithms/native_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace colltune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NativeNames, AreReadFromLines) {
  EXPECT_THAT(ParseNativeAlgorithms("Variable to select bcast algorithm\n"
                                    "auto - Internal algorithm selection (can be overridden)\n"
                                    "  binomial - Force Binomial Tree\n"
                                    "nb       - Force nonblocking\n"
                                    "           algorithm\n"
                                    "scatter_ring2 - Force Scatter - Ring\n"),
              ElementsAre(NativeAlgorithm{"binomial", "Force Binomial Tree", 1},
                          NativeAlgorithm{"nb", "Force nonblocking\n           algorithm", 2},
                          NativeAlgorithm{"scatter_ring2", "Force Scatter - Ring", 3}));
}

// MPICH 4.0.2's text: its build loses the ends of lines.
TEST(NativeNames, AreReadWhereTheEndsOfLinesAreLost) {
  EXPECT_THAT(
      ParseNativeAlgorithms(
          "Variable to select bcast algorithmauto - Internal algorithm selection (can be "
          "overridden with MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE)binomial      - Force "
          "Binomial Treenb            - Force nonblocking algorithmscatter_ring2 - Force Ring"),
      ElementsAre(NativeAlgorithm{"binomial", "Force Binomial Tree", 1},
                  NativeAlgorithm{"nb", "Force nonblocking algorithm", 2},
                  NativeAlgorithm{"scatter_ring2", "Force Ring", 3}));
  EXPECT_THAT(ParseNativeAlgorithms("auto - Internal (FILE)linear - Force linear algorithm"),
              ElementsAre(NativeAlgorithm{"linear", "Force linear algorithm", 1}));
}

// A value that is not in the library's own list ends the program.
TEST(NativeNames, NoneAreReadWhereAnyIsUncertain) {
  const std::vector<std::string> odd = {
      "",
      "auto",
      "auto - alone",
      "no list at all",
      // auto is not the first, or missing: the other values are then unknown.
      "select algorithm\nbinomial - Force it\nauto - Internal\n",
      "select algorithm\nbinomial - Force it\nnb - Force it\n",
      // The start of the first name is ambiguous.
      "auto - Internal selectionbinomial - Force itnb       - Force it",
      "auto - Internal selection binomial - Force it",
      // A column that is not aligned: "Treenb" or "nb"?
      "auto - Internal (FILE)binomial - Force Binomial Treenb - Force it",
      "auto - Internal (FILE)nb - Force itbinomial       - Force it",
      // Not names, or twice the same.
      "auto - Internal\nBinomial - Force it\n",
      "auto - Internal\nnb - Force it\nnb - Force it\n",
      "auto - Internal\nauto - Force it\n",
  };
  for (const std::string& text : odd) EXPECT_THAT(ParseNativeAlgorithms(text), IsEmpty()) << text;
}

TEST(NativeNames, AreLowerCaseWordsWithoutBlanks) {
  for (const char* name : {"a", "binomial", "scatter_ring_2", "2"}) {
    EXPECT_TRUE(IsNativeName(name)) << name;
  }
  for (const char* name : {"", "A", "a b", "a-b", "a:b", "\xc3\xa4"}) {
    EXPECT_FALSE(IsNativeName(name)) << name;
  }
}

}  // namespace
}  // namespace colltune
