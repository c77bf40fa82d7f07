// Settings as users keep them: variables of the environment and parameters, in files for a shell,
// in job scripts, in files of parameters, in commands.
#ifndef COLLTUNE_PROFILES_EXPORTERS_SETTINGS_TEXT_H_
#define COLLTUNE_PROFILES_EXPORTERS_SETTINGS_TEXT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace colltune {

struct Setting {
  std::string name;
  std::string value;
  int line = 0;  ///< where the setting begins
};

/// Returns the settings whose names begin with one of the prefixes, in the order of the text. Known
/// forms are
///
///     export NAME=VALUE NAME="VALUE" NAME='VALUE'     also: env NAME=VALUE command
///     setenv NAME VALUE
///     NAME=VALUE            alone on its line the value is all of the rest, as in files for env
///     name = VALUE
///     mpirun -genv NAME VALUE -env NAME=VALUE -x NAME=VALUE --mca NAME VALUE ./application
///
/// with comments after #, lines that go on after \, CR and a byte order mark. Lines that mention no
/// prefix are skipped. Throws ProfileError, with the line,
/// - where a prefix is mentioned and nothing is set;
/// - where a shell would put something else into the value;
/// - where a name comes twice;
/// - for values that no program can be given: Linux takes 128 KiB for a variable with its name, `=`
///   and the end mark (execve(2), MAX_ARG_STRLEN).
std::vector<Setting> ReadSettings(std::string_view text, const std::string& file,
                                  std::span<const std::string_view> prefixes);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_SETTINGS_TEXT_H_
