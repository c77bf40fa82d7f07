#include "measure/network/places.h"

#include <fmt/format.h>
#include <sched.h>

#include <array>
#include <fstream>
#include <map>
#include <string>

#include "algorithms/mpi/built_for.h"
#include "algorithms/mpi/unique.h"

namespace colltune::measure {
namespace {

int OwnSocket() {
  // The simulating process's socket says nothing of simulated ranks.
  if (kBuiltFor.library.simulates) return 0;
  std::ifstream file(
      fmt::format("/sys/devices/system/cpu/cpu{}/topology/physical_package_id", sched_getcpu()));
  int socket = 0;
  return file >> socket && socket > 0 ? socket : 0;
}

}  // namespace

std::vector<Place> PlacesOf(MPI_Comm comm) {
  const auto ranks = static_cast<std::size_t>(SizeOf(comm));
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  Check(PMPI_Get_processor_name(name.data(), &length));
  const int socket = OwnSocket();
  std::vector<char> names(name.size() * ranks);
  std::vector<int> sockets(ranks);
  Check(PMPI_Allgather(name.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(),
                       MPI_MAX_PROCESSOR_NAME, MPI_CHAR, comm));
  Check(PMPI_Allgather(&socket, 1, MPI_INT, sockets.data(), 1, MPI_INT, comm));
  std::vector<Place> places;
  for (std::size_t i = 0; i < ranks; ++i) places.push_back({&names[i * name.size()], sockets[i]});
  return places;
}

std::vector<int> HostNumbers(std::span<const Place> places) {
  std::map<std::string, int> known;
  std::vector<int> numbers;
  for (const Place& place : places) {
    numbers.push_back(known.try_emplace(place.host, static_cast<int>(known.size())).first->second);
  }
  return numbers;
}

}  // namespace colltune::measure
