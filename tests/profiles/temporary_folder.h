// A folder for one test's files.
#ifndef COLLTUNE_TESTS_PROFILES_TEMPORARY_FOLDER_H_
#define COLLTUNE_TESTS_PROFILES_TEMPORARY_FOLDER_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace colltune {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(testing::TempDir() + "/colltune.XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "cannot create " << path_;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  /// The path of a file in the folder.
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

  /// Writes the file and returns its path.
  std::string Write(std::string_view name, std::string_view bytes) const {
    std::ofstream(*this / name, std::ios::binary) << bytes;
    return *this / name;
  }

  std::string Read(std::string_view name) const {
    std::ifstream file(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The number of files and folders in it.
  std::ptrdiff_t Count() const {
    return std::distance(std::filesystem::directory_iterator(path_), {});
  }

 private:
  std::string path_;
};

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_TEMPORARY_FOLDER_H_
