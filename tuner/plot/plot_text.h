// Parts that all gnuplot scripts share.
#ifndef COLLTUNE_TUNER_PLOT_PLOT_TEXT_H_
#define COLLTUNE_TUNER_PLOT_PLOT_TEXT_H_

#include <string>

namespace colltune::tune {

/// Returns the text in single quotes for gnuplot: nothing but the quote itself has a meaning there.
/// Control characters and characters beyond ASCII become question marks.
std::string Quoted(const std::string& text);

/// Returns the commands for the terminal: SVG without "enhanced", so that underscores in names stay
/// underscores.
std::string TerminalText();

/// Returns the commands for the title, the key and the grid.
std::string HeadText(const std::string& title);

/// Returns marks at 1, 2 and 5 of each decade between two times above 0, for the axis 'x' or 'y'.
/// gnuplot's own marks may leave a decade without any. On 'x' there is 1 alone where more labels
/// would touch.
std::string TimeMarksText(char axis, double least_seconds, double most_seconds);

/// Format of an axis of times.
inline constexpr const char* kTimeFormat = "'%.0s %cs'";

/// Room between the outermost points and the frame, as a factor.
inline constexpr double kPlotRoom = 1.5;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PLOT_PLOT_TEXT_H_
