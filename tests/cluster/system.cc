#include "tests/cluster/system.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace colltune::cluster {

ssize_t Check(ssize_t result, const std::string& what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

void Become(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  throw std::system_error(errno, std::generic_category(), command.front());
}

void Run(const std::string& command, const std::string& input) {
  FILE* const pipe = popen(command.c_str(), "w");
  if (!pipe) Check(-1, command);
  std::fputs(input.c_str(), pipe);
  if (pclose(pipe) != 0) throw std::runtime_error(command + " failed");
}

}  // namespace colltune::cluster
