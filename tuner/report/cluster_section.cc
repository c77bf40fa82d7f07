#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "tuner/report/escape.h"
#include "tuner/report/html.h"
#include "tuner/report/sections.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

std::string OrUnknown(const std::string& text) { return text.empty() ? "not known" : text; }

std::string BetweenRuns(const Provenance& provenance) {
  if (!provenance.between_runs) return "it was not measured how much runs differ";
  return fmt::format("{:.4g} % of comparisons differed by up to {:.0f} %",
                     100 * provenance.confidence, 100 * *provenance.between_runs);
}

std::string KindsText(const std::optional<Machine>& machine) {
  if (!machine) return "the profile does not tell hosts apart";
  std::set<int> kinds;
  std::set<int> sites;
  for (const auto& [name, host] : machine->hosts) {
    kinds.insert(host.kind);
    sites.insert(host.site);
  }
  return fmt::format("{} of {} on {}", machine->hosts.size(),
                     kinds.size() == 1 ? "one kind" : fmt::format("{} kinds", kinds.size()),
                     sites.size() == 1 ? "one site" : fmt::format("{} sites", sites.size()));
}

/// Lists hosts; folds a long list away.
std::string HostsHtml(const std::vector<std::string>& hosts) {
  constexpr std::size_t kShown = 8;
  std::string names = Escape(fmt::format("{}", fmt::join(hosts, ", ")));
  if (hosts.size() <= kShown) return names;
  return Details(fmt::format("{} hosts", hosts.size()), names, false);
}

std::string MachineHtml(const Profile& profile) {
  const Fingerprint& machine = profile.fingerprint;
  const Provenance& p = profile.provenance;
  return TableHtml({{"cluster"}, {""}},
                   {{"MPI library", Escape(machine.mpi)},
                    {"device", Escape(machine.device)},
                    {"processor", Escape(fmt::format("{}, {} cores and {} sockets on a node",
                                                     machine.cpu, machine.cores, machine.sockets))},
                    {"kernel", Escape(OrUnknown(p.kernel))},
                    {"job", Escape(OrUnknown(p.job))},
                    {"hosts", HostsHtml(p.hosts)},
                    {"kinds of hosts", Escape(KindsText(profile.machine))}});
}

std::string MeasuringHtml(const Provenance& p) {
  return TableHtml({{"measuring"}, {""}},
                   {{"created", Escape(p.created)},
                    {"command", fmt::format("<code>{}</code>", Escape(p.command))},
                    {"timed by", Escape(p.method)},
                    {"clock", Escape(p.clock)},
                    {"confidence of intervals", fmt::format("{:.4g} %", 100 * p.confidence)},
                    {"library keeps its place up to", fmt::format("{:.3g} %", 100 * p.margin)},
                    {"between two runs", BetweenRuns(p)}});
}

std::string ValueText(double value, const std::string& unit) {
  return unit == "s" ? TimeText(Seconds(value)) : fmt::format("{:.3g} {}", value, unit);
}

std::string ModelHtml(const FittedModel& model) {
  std::vector<std::vector<std::string>> rows;
  for (const NetworkParameter& p : model.parameters) {
    rows.push_back({Escape(p.name), Escape(ValueText(p.value, p.unit)),
                    p.half_width ? Escape(ValueText(*p.half_width, p.unit))
                                 : "not known: no sample tells it"});
  }
  constexpr std::size_t kFew = 12;  // parameters; a longer list is folded away
  return Details(
      fmt::format("{}: {} parameters, {}", model.name, model.parameters.size(), WithinText(model)),
      TableHtml({{"parameter"}, {"value", true}, {"+- at 95 %", true}}, rows),
      model.parameters.size() <= kFew);
}

std::string NetworkHtml(const std::vector<FittedModel>& models) {
  std::string html = "<h3>The fitted network</h3>\n";
  if (models.empty()) return html + Element("p", "The profile has no network model.");
  html += Element("p",
                  "Models that were fitted to the network's samples, and how far the sample that "
                  "each fits worst is off. What they predicted of the collectives is below.");
  html += "<div class=\"models\">\n";
  for (const FittedModel& model : models) html += ModelHtml(model);
  return html + "</div>\n";
}

}  // namespace

std::string ClusterHtml(const Profile& profile) {
  return fmt::format(
      "<section id=\"cluster\"><h2>The cluster</h2>\n<div "
      "class=\"pair\">{}{}</div>\n{}</section>\n",
      MachineHtml(profile), MeasuringHtml(profile.provenance), NetworkHtml(profile.network));
}

}  // namespace colltune::tune
