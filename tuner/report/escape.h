// Texts that others wrote, in markup.
#ifndef COLLTUNE_TUNER_REPORT_ESCAPE_H_
#define COLLTUNE_TUNER_REPORT_ESCAPE_H_

#include <string>
#include <string_view>

namespace colltune::tune {

/// The text as it is, in HTML or XML between tags or in an attribute's quotes: no character of it
/// has a meaning there. What is not printable, of which markup may not have all, is escaped as
/// PrintableLines does.
std::string Escape(std::string_view text);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_ESCAPE_H_
