#include "tuner/report/cost.h"

#include <map>
#include <variant>

namespace colltune::tune {
namespace {

void Add(const JournalAnswer& entry, Effort& effort) {
  ++effort.questions;
  for (const Candidate& timing : entry.answer.timings) effort.samples += timing.samples;
  effort.spent += entry.answer.spent;
}

}  // namespace

TuningCost CostOf(const JournalReading& journal) {
  TuningCost cost;
  cost.bad_line = journal.bad_line;
  std::map<Collective, Effort> collectives;
  for (const JournalEntry& entry : journal.entries) {
    if (const auto* run = std::get_if<JournalRun>(&entry)) cost.runs.push_back(*run);
    if (std::holds_alternative<JournalHung>(entry)) ++cost.hung;
    const auto* answer = std::get_if<JournalAnswer>(&entry);
    if (!answer) continue;
    Add(*answer, collectives[answer->question.collective]);
    Add(*answer, cost.all);
    if (answer->question.confirms) Add(*answer, cost.confirming);
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
        if (effort.samples > before) ++effort.questions;
      }
    }
  }
  return effort;
}

}  // namespace colltune::tune
