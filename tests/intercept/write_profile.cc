// Writes a profile of this machine and its compiled table:
//   write_profile FILE CPU ROW...      ROW: RANKS,RANKS_PER_NODE,FIRST,LAST,CHOICE[,SITES], or
//                                      host=NAME
// FILE gets a text that stands for the profile, FILE.table the table. CPU "here" is this
// machine's. Rows of the same ranks follow one another. With hosts there is a machine, of these.
#include <cstdio>
#include <exception>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "profiles/compiled/compiled_table.h"

namespace {

using colltune::DecisionTable;
using colltune::Mapping;
using colltune::Row;

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void Add(const std::string& text, DecisionTable& table) {
  const std::vector<std::string> parts = Split(text);
  const Row row{.region = colltune::RegionOf(std::stoi(parts.at(0)), std::stoi(parts.at(1))),
                .rules = {},
                .placement = {parts.size() > 5 ? std::stoi(parts.at(5)) : 0, Mapping::kAny}};
  if (table.rows.empty() || table.rows.back().Communicators() != row.Communicators()) {
    table.rows.push_back(row);
  }
  table.rows.back().rules.push_back(
      {{std::stoll(parts.at(2))}, {std::stoll(parts.at(3))}, parts.at(4), {}});
}

/// Adds a host. Between ranks of the same host a send takes 1 us, and the message arrives after 2
/// us.
void AddHost(const std::string& name, std::optional<colltune::Machine>& machine) {
  if (!machine)
    machine.emplace(colltune::Machine{{}, colltune::EdgeCosts(1, {colltune::Bytes{0}})});
  machine->hosts[name] = {};
  machine->costs.Of(colltune::Nearness::kHost, 0, 0, 0) = {1e-6, 2e-6, 0};
}

void Write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string file = argv[1];
  colltune::Fingerprint fingerprint = colltune::ThisMachine();
  if (std::string(argv[2]) != "here") fingerprint.cpu = argv[2];
  DecisionTable table;
  std::optional<colltune::Machine> machine;
  const std::string host = "host=";
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with(host)) {
      AddHost(argument.substr(host.size()), machine);
    } else {
      Add(argument, table);
    }
  }
  const std::string profile = "the profile " + file + "\n";
  Write(file, profile);
  Write(file + ".table", CompileTable(fingerprint, table, colltune::SourceOf(profile), machine));
} catch (const std::exception& error) {
  std::fprintf(stderr, "write_profile: %s\n", error.what());
  return 1;
}
