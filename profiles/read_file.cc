#include "profiles/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "profiles/profile.h"

namespace colltune {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  int get() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void FailReading(const std::string& path, int error_number) {
  throw ProfileError(path, 0, "cannot be read: " + ErrorText(error_number));
}

void CheckSize(const std::string& path, std::size_t size) {
  if (size <= kMostFileBytes) return;
  throw ProfileError(path, 0,
                     "is larger than the " + std::to_string(kMostFileBytes) +
                         " bytes that a profile may have; is it the right file?");
}

}  // namespace

std::string ErrorText(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

std::optional<std::string> ReadFileIfAny(const std::string& path) {
  // O_NONBLOCK: to open a FIFO by mistake must not wait for its writer.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  struct stat status {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) FailReading(path, errno);
  if (!S_ISREG(status.st_mode)) throw ProfileError(path, 0, "is not a regular file");
  CheckSize(path, static_cast<std::size_t>(status.st_size));

  // Reads to the end of the file, not up to its size of a moment ago. A file that is replaced
  // meanwhile may fail its checksum, but is never read in part.
  std::string bytes(static_cast<std::size_t>(status.st_size) + 1, '\0');
  std::size_t used = 0;
  while (true) {
    const ssize_t count = read(file.get(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) FailReading(path, errno);
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
    CheckSize(path, used);
    if (used == bytes.size()) bytes.resize(2 * used);
  }
  bytes.resize(used);
  return bytes;
}

std::string ReadFile(const std::string& path) {
  std::optional<std::string> bytes = ReadFileIfAny(path);
  if (!bytes) FailReading(path, ENOENT);
  return *std::move(bytes);
}

}  // namespace colltune
