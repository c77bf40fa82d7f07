#include "tuner/job/print.h"

#include <unistd.h>

#include <cstdio>

namespace colltune::tune {
namespace {

void Put(std::string_view text, std::FILE* file) { std::fwrite(text.data(), 1, text.size(), file); }

}  // namespace

void PrintLines(std::string_view lines) { Put(PrintableLines(lines), stdout); }

void WarnLines(std::string_view lines) { Put(PrintableLines(lines), stderr); }

void PrintData(std::string_view data) {
  if (isatty(STDOUT_FILENO) == 1) return PrintLines(data);
  Put(data, stdout);
}

}  // namespace colltune::tune
