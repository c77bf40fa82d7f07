#include "profiles/yaml/files.h"

#include <string_view>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/read_file.h"
#include "profiles/yaml/new_file.h"
#include "profiles/yaml/yaml.h"

namespace colltune {
namespace {

std::string Compile(const Profile& profile, std::string_view text) {
  return CompileTable(profile.fingerprint, profile.table, SourceOf(text), profile.machine);
}

std::string ReadText(const std::string& path) {
  std::string text = ReadFile(path);
  if (text.starts_with(kTableMagic)) {
    throw ProfileError(path, 0, "is a compiled table; name the profile that it belongs to");
  }
  return text;
}

}  // namespace

Profile ReadProfile(const std::string& path) { return ParseProfile(ReadText(path), path); }

void WriteProfile(const std::string& path, const Profile& profile) {
  const std::string text = ToYaml(profile);
  // Compiles the table from the text, so that the two never differ, and writes the table after the
  // text, so that the table is the newer file.
  NewFile file(path, text);
  NewFile table(TablePath(path), Compile(ParseProfile(text, path), text));
  file.Rename();
  table.Rename();
}

void CompileProfile(const std::string& path) {
  const std::string text = ReadText(path);
  NewFile(TablePath(path), Compile(ParseProfile(text, path), text)).Rename();
}

}  // namespace colltune
