#include "measure/methods/series_records.h"

#include <map>

#include "measure/statistics/outliers.h"

namespace colltune::measure {

std::vector<Record> RecordsOf(const Record& origin, const Operation& operation,
                              const Series& series) {
  Record record = origin;
  record.op = ToText(operation.collective());
  record.algorithm = operation.name();
  record.ranks = operation.ranks();
  record.bytes = operation.bytes();
  record.root = operation.root();
  const std::vector<Sample> all = series.All();
  std::map<Rank, Seconds> limits;
  for (const Sample& sample : all) limits.try_emplace(sample.destination);
  for (auto& [rank, limit] : limits) limit = PreemptionLimit(ValidTimes(all, rank));
  std::vector<Record> records;
  record.repetition = 0;
  for (const auto& repetition : series.repetitions) {
    for (const Sample& sample : repetition) {
      record.seconds = sample.time;
      record.valid = sample.valid;
      record.destination.reset();
      if (sample.destination != Sample::kAll) record.destination = sample.destination;
      record.clock_error = sample.clock_error;
      record.preempted = sample.time > limits[sample.destination];
      records.push_back(record);
    }
    ++record.repetition;
  }
  return records;
}

}  // namespace colltune::measure
