// Gnuplot's pictures as parts of a page.
#ifndef COLLTUNE_TUNER_REPORT_PICTURE_H_
#define COLLTUNE_TUNER_REPORT_PICTURE_H_

#include <string>
#include <string_view>

namespace colltune::tune {

/// A hidden SVG element with the shapes of points that gnuplot defines in each picture alike: a
/// page may define a name once. Empty where the picture has none.
std::string SharedShapes(std::string_view svg);

/// The SVG element of gnuplot's file, without those and other names, and with a title. Throws
/// std::runtime_error where it is no such file.
std::string Inlined(std::string_view svg, std::string_view title);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PICTURE_H_
