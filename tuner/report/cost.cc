#include "tuner/report/cost.h"

#include <map>
#include <variant>

namespace colltune::tune {
namespace {

void Add(const JournalResult& entry, Effort& effort) {
  ++effort.trials;
  for (const Candidate& timing : entry.result.timings) effort.samples += timing.samples;
  effort.spent += entry.result.spent;
}

}  // namespace

TuningCost CostOf(const JournalReading& journal) {
  TuningCost cost;
  cost.bad_line = journal.bad_line;
  std::map<Collective, Effort> collectives;
  for (const JournalEntry& entry : journal.entries) {
    if (const auto* run = std::get_if<JournalRun>(&entry)) cost.runs.push_back(*run);
    if (std::holds_alternative<JournalHung>(entry)) ++cost.hung;
    const auto* result = std::get_if<JournalResult>(&entry);
    if (!result) continue;
    Add(*result, collectives[result->trial.problem.collective]);
    Add(*result, cost.all);
    if (result->trial.replicates) Add(*result, cost.confirming);
  }
  for (const auto& [collective, effort] : collectives) {
    cost.collectives.push_back({collective, effort});
  }
  return cost;
}

Effort EvidenceOf(const DecisionTable& table) {
  Effort effort;
  for (const Row& row : table.rows) {
    for (const Rule& rule : row.rules) {
      for (const Evidence& evidence : rule.evidence) {
        const std::int64_t before = effort.samples;
        for (const Candidate& c : evidence.candidates) {
          effort.samples += c.samples;
          effort.spent += c.samples * c.median;
        }
        if (effort.samples > before) ++effort.trials;
      }
    }
  }
  return effort;
}

}  // namespace colltune::tune
