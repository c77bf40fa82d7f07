// Files that are embedded into the program: the fixed parts of a report's page.
#ifndef COLLTUNE_TUNER_REPORT_PAGE_PARTS_H_
#define COLLTUNE_TUNER_REPORT_PAGE_PARTS_H_

#include <string_view>

namespace colltune::tune {

/// page.html: the frame of the page. The names in braces stand for parts that page.cc fills in.
extern const std::string_view kPageFrame;

/// page.css: style sheet of the page: for screens, light and dark, and for print.
extern const std::string_view kPageStyle;

/// page.js: script for keys and clicks on the cells of maps. Without scripts cells are links to
/// their evidence.
extern const std::string_view kPageScript;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PAGE_PARTS_H_
