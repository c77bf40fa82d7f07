// run_corpus FOLDER...: has each folder's files read by the reader of the folder's name.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/readers.h"

namespace {

/// Returns how many files there are.
int RunFolder(const std::filesystem::path& folder) {
  const colltune::FuzzedReader read = colltune::FindReader(folder.filename().string());
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::printf("%s: %zu bytes\n", entry.path().c_str(), bytes.size());
    std::fflush(stdout);  // the last line names the file that ends the program
    colltune::ReadOrRefuse(read, bytes);
    ++files;
  }
  std::printf("%s: %d files\n", folder.c_str(), files);
  return files;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: %s FOLDER...\n", arguments[0]);
    return 2;
  }
  int empty = 0;
  for (int i = 1; i < count; ++i) empty += RunFolder(arguments[i]) == 0 ? 1 : 0;
  return empty == 0 ? 0 : 1;
}
