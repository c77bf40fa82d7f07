#include "tests/cluster/system.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace colltune::cluster {

void Fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void Become(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  Fail(command.front());
}

void Run(const std::string& command, const std::string& input) {
  FILE* const pipe = popen(command.c_str(), "w");
  if (!pipe) Fail(command);
  std::fputs(input.c_str(), pipe);
  if (pclose(pipe) != 0) throw std::runtime_error(command + " failed");
}

}  // namespace colltune::cluster
