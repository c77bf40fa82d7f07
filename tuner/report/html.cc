#include "tuner/report/html.h"

#include <fmt/format.h>

#include "tuner/report/escape.h"

namespace colltune::tune {

std::string TableHtml(const std::vector<Column>& columns,
                      const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const Column& column : columns) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", column.number ? " class=\"number\"" : "",
                        Escape(column.title));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", row.front());
    for (std::size_t i = 1; i < row.size(); ++i) {
      html += fmt::format("<td{}>{}</td>", columns[i].number ? " class=\"number\"" : "", row[i]);
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string Element(std::string_view tag, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>\n", tag, Escape(text));
}

std::string LinkTo(std::string_view id, std::string_view text) {
  return fmt::format("<a href=\"#{}\">{}</a>", Escape(id), Escape(text));
}

std::string Details(std::string_view summary, std::string_view html, bool open) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", open ? " open" : "",
                     Escape(summary), html);
}

}  // namespace colltune::tune
