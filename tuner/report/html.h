// Pieces of HTML that the report's sections share. Texts are escaped; arguments named `html` and
// cells of tables are HTML already.
#ifndef COLLTUNE_TUNER_REPORT_HTML_H_
#define COLLTUNE_TUNER_REPORT_HTML_H_

#include <string>
#include <string_view>
#include <vector>

namespace colltune::tune {

struct Column {
  std::string title;
  bool number = false;  ///< aligned to the right
};

/// Returns a table with titles as text and cells as HTML. Each row has a cell for each column; its
/// first cell names the row.
std::string TableHtml(const std::vector<Column>& columns,
                      const std::vector<std::vector<std::string>>& rows);

/// <TAG>text</TAG>.
std::string Element(std::string_view tag, std::string_view text);

/// A link to a place of the same page.
std::string LinkTo(std::string_view id, std::string_view text);

/// Returns a block that a click on its summary opens and closes.
std::string Details(std::string_view summary, std::string_view html, bool open);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_HTML_H_
