#include "tests/smpi/machines/write.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "tests/smpi/machines/hosts.h"

namespace colltune::machines {
namespace {

std::string HostFileOf(const Machine& machine) {
  std::string text;
  for (const std::string& host : HostsOfRanks(machine)) text += host + "\n";
  return text;
}

std::string FlagsOf(const Machine& machine) {
  // SMPI buffers messages below these sizes; the envelope does not count.
  const std::int64_t least_waiting = machine.most_eager + 1;
  // By its default SimGrid 3.32 divides only the lines anew that a message crosses. Two messages
  // then each got all of a line between sites, where others went the opposite way: machine_test.cc.
  return fmt::format(
      "# {}\nsmpi/async-small-thresh:{}\nsmpi/send-is-detached-thresh:{}\nnetwork/optim:Full\n",
      Describe(machine), least_waiting, least_waiting);
}

std::string TruthFileOf(const Machine& machine) {
  std::string text =
      fmt::format("# {}\n# Names: tests/smpi/machines/write.h.\n", Describe(machine));
  for (const auto& [name, value] : TruthOf(machine)) text += fmt::format("{}: {}\n", name, value);
  return text;
}

}  // namespace

void Write(const Machine& machine, const std::filesystem::path& folder, const std::string& name) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  const std::pair<const char*, std::string> files[] = {{".xml", PlatformOf(machine)},
                                                       {".hosts", HostFileOf(machine)},
                                                       {".cfg", FlagsOf(machine)},
                                                       {".truth", TruthFileOf(machine)}};
  for (const auto& [suffix, text] : files) {
    const std::filesystem::path path = folder / (name + suffix);
    std::ofstream file(path);
    if (!(file << text).flush()) {
      throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
    }
  }
}

}  // namespace colltune::machines
