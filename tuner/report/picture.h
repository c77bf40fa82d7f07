// Gnuplot's pictures as parts of a page.
#ifndef COLLTUNE_TUNER_REPORT_PICTURE_H_
#define COLLTUNE_TUNER_REPORT_PICTURE_H_

#include <string>
#include <string_view>

namespace colltune::tune {

/// Returns a hidden SVG element with the shapes of points, which gnuplot defines alike in each
/// picture: a page may define a name only once. Empty if the picture defines no shapes.
std::string SharedShapes(std::string_view svg);

/// Returns the SVG element of gnuplot's file, with a title, and without the shapes, identifiers and
/// curves' titles. Throws std::runtime_error if the file has no title, so is not gnuplot's.
std::string Inlined(std::string_view svg, std::string_view title);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PICTURE_H_
