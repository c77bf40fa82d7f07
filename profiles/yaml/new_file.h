// Files that are never half written.
#ifndef COLLTUNE_PROFILES_YAML_NEW_FILE_H_
#define COLLTUNE_PROFILES_YAML_NEW_FILE_H_

#include <string>
#include <string_view>

namespace colltune {

/// A complete file on the disk, under a temporary name in the folder of `path`. Rename puts it in
/// the place of `path`, or of the target where `path` is a symbolic link. A file that is not
/// renamed is removed at the end. Throws ProfileError, which names the file and the reason.
class NewFile {
 public:
  NewFile(const std::string& path, std::string_view bytes);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  void Rename();

 private:
  [[noreturn]] void Fail(std::string_view what, int error) const;
  int Create();

  std::string path_;
  std::string temporary_;
  bool renamed_ = false;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_NEW_FILE_H_
