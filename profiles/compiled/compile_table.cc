// Writes compiled tables; compiled_table.cc reads them.
#include <algorithm>
#include <map>
#include <tuple>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/machine_bytes.h"
#include "profiles/compiled/table_layout.h"

namespace colltune {
namespace {

void Put32(std::string& out, std::size_t value) { Put(out, static_cast<std::uint32_t>(value)); }

void PutSpan(std::string& out, const Span& span) {
  Put32(out, static_cast<std::size_t>(span.first));
  Put32(out, static_cast<std::size_t>(span.last));
}

/// The text area while it is written; each different text is kept once.
class Texts {
 public:
  void PutReference(std::string& out, std::string_view text) {
    const auto [place, added] = offsets_.try_emplace(std::string(text), all_.size());
    if (added) all_ += text;
    Put32(out, place->second);
    Put32(out, text.size());
  }

  const std::string& all() const { return all_; }

 private:
  std::string all_;
  std::map<std::string, std::size_t> offsets_;
};

void PutHeader(std::string& out, const Fingerprint& fingerprint, const DecisionTable& table,
               const Source& source, const std::optional<Machine>& machine, Texts& texts) {
  std::size_t rules = 0;
  for (const Row& row : table.rows) rules += row.rules.size();
  out += kTableMagic;
  Put32(out, kTableVersion);
  Put32(out, table.rows.size());
  Put32(out, rules);
  Put32(out, 0);  // the size of the texts, known at the end
  Put(out, source.bytes);
  Put(out, source.checksum);
  texts.PutReference(out, fingerprint.mpi);
  texts.PutReference(out, fingerprint.cpu);
  Put32(out, static_cast<std::size_t>(fingerprint.cores));
  Put32(out, static_cast<std::size_t>(fingerprint.sockets));
  texts.PutReference(out, fingerprint.device);
  texts.PutReference(out, machine ? Pack(WithHostKeys(*machine)) : "");
}

std::size_t FirstRoot(const Row& row) {
  return row.roots ? static_cast<std::size_t>(row.roots->first) : kOtherRoots;
}

std::size_t LastRoot(const Row& row) {
  return row.roots ? static_cast<std::size_t>(row.roots->last) : kOtherRoots;
}

/// Sorts rows by the collectives' names, since a program that reads the table may not know their
/// order.
std::vector<const Row*> SortedByName(const DecisionTable& table) {
  std::vector<const Row*> rows;
  for (const Row& row : table.rows) rows.push_back(&row);
  std::ranges::sort(rows, {}, [](const Row* row) {
    return std::tuple(ToText(row->collective), row->region, row->placement, FirstRoot(*row));
  });
  return rows;
}

}  // namespace

std::string CompileTable(const Fingerprint& fingerprint, const DecisionTable& table,
                         const Source& source, const std::optional<Machine>& machine) {
  Texts texts;
  std::string bytes;
  PutHeader(bytes, fingerprint, table, source, machine, texts);
  const std::vector<const Row*> rows = SortedByName(table);
  std::size_t first_rule = 0;
  for (const Row* row : rows) {
    texts.PutReference(bytes, ToText(row->collective));
    PutSpan(bytes, row->region.ranks);
    PutSpan(bytes, row->region.ranks_per_node);
    PutSpan(bytes, row->region.nodes);
    Put32(bytes, static_cast<std::size_t>(row->placement.sites));
    Put32(bytes, static_cast<std::size_t>(row->placement.mapping));
    Put32(bytes, FirstRoot(*row));
    Put32(bytes, LastRoot(*row));
    Put32(bytes, first_rule);
    Put32(bytes, row->rules.size());
    first_rule += row->rules.size();
  }
  for (const Row* row : rows) {
    for (const Rule& rule : row->rules) {
      Put(bytes, static_cast<std::uint64_t>(rule.first.count));
      Put(bytes, static_cast<std::uint64_t>(rule.last.count));
      texts.PutReference(bytes, rule.choice.text());
    }
  }
  std::string size;
  Put32(size, texts.all().size());
  bytes.replace(kTextsAt, size.size(), size);
  bytes += texts.all();
  Put(bytes, Checksum(bytes));
  return bytes;
}

}  // namespace colltune
