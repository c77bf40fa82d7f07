// Texts that others wrote, in markup.
#ifndef COLLTUNE_TUNER_REPORT_ESCAPE_H_
#define COLLTUNE_TUNER_REPORT_ESCAPE_H_

#include <string>
#include <string_view>

namespace colltune {

/// The text as it is, in HTML or XML between tags or in an attribute's quotes: no character of it
/// has a meaning there. Control characters other than a line's end, which markup may not have,
/// become question marks, as does what would turn the direction of the text around it.
std::string Escape(std::string_view text);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_REPORT_ESCAPE_H_
