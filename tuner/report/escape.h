// Escapes texts of any origin for markup.
#ifndef COLLTUNE_TUNER_REPORT_ESCAPE_H_
#define COLLTUNE_TUNER_REPORT_ESCAPE_H_

#include <string>
#include <string_view>

namespace colltune::tune {

/// Returns markup that shows the text literally in HTML or XML, between tags or in an attribute's
/// quotes. Unprintable characters, some of which markup forbids, are escaped as PrintableLines
/// does.
std::string Escape(std::string_view text);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_ESCAPE_H_
