#include "tuner/intercept/plan.h"

#include "profiles/compiled_table.h"
#include "profiles/fingerprint.h"
#include "profiles/profile.h"

namespace colltune {
namespace {

// Of the text of `log_rank`, before which stands Log as one byte; the rest is `force`.
constexpr char kEnd = '\0';

std::string ReadTable(const std::string& path, int ranks) {
  const CompiledTable table(ReadCompiled(path), path);
  const std::string difference = Difference(table.fingerprint(), ThisMachine());
  if (!difference.empty()) {
    throw ProfileError(path, 0, "made for another cluster: " + difference);
  }
  return table.BytesUpTo(ranks);
}

}  // namespace

Plan ReadPlan(const Environment& environment, int ranks) {
  const Settings settings = ReadSettings(environment);
  Plan plan;
  if (settings.disabled) return plan;
  plan.log = settings.log;
  plan.log_rank = settings.log_rank;
  plan.force = settings.force;
  if (!settings.profile.empty()) plan.table = ReadTable(settings.profile, ranks);
  return plan;
}

std::string Pack(const Plan& plan) {
  std::string bytes(1, static_cast<char>(plan.log));
  bytes += std::to_string(plan.log_rank);
  bytes += kEnd;
  bytes += plan.force;
  return bytes;
}

Plan Unpack(std::string_view bytes) {
  const std::size_t rank_end = bytes.find(kEnd, 1);
  return {.log = static_cast<Log>(bytes.front()),
          .log_rank = std::stoi(std::string(bytes.substr(1, rank_end - 1))),
          .force = std::string(bytes.substr(rank_end + 1)),
          .table = {}};
}

}  // namespace colltune
