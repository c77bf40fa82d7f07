// colltune profiles: lists the profiles in the folders in which profiles are looked for.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "profiles/compiled/profile_path.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/launch.h"
#include "tuner/job/print.h"

namespace colltune::tune {
namespace {

void PrintProfile(const FoundProfile& found, const Fingerprint& here, const std::string& picked) {
  if (!found.fault.empty()) {
    Print("  {}\n", found.fault);
    return;
  }
  const std::string difference = Difference(found.fingerprint, here);
  Print("{} {}: {} ({}), {}, {} cores, {} sockets{}\n", found.path == picked ? '*' : ' ',
        found.path, found.fingerprint.mpi, found.fingerprint.device, found.fingerprint.cpu,
        found.fingerprint.cores, found.fingerprint.sockets,
        difference.empty() ? "" : "; not for this machine: " + difference);
}

int Profiles(const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const auto folders =
      ProfileFolders([](const char* name) { return std::getenv(name); }, OwnPath());
  const Fingerprint here = ThisMachine();
  std::string picked;
  std::string end = "none is used here without being named";
  try {
    picked = PickProfile(folders, here, HostName());
    if (!picked.empty()) end = "* is used here where no other is named";
  } catch (const std::exception& error) {
    end += fmt::format(": {}", error.what());
  }
  for (const std::string& folder : folders) {
    const std::vector<FoundProfile> all = FindProfiles(folder);
    Print("{}:{}\n", folder, all.empty() ? " none" : "");
    for (const FoundProfile& found : all) PrintProfile(found, here, picked);
  }
  Print("{}\n", end);
  return kDone;
}

}  // namespace

Action AddProfiles(CLI::App&) { return Profiles; }

}  // namespace colltune::tune
