// Parts that all gnuplot scripts share.
#ifndef COLLTUNE_TUNER_PLOT_PLOT_TEXT_H_
#define COLLTUNE_TUNER_PLOT_PLOT_TEXT_H_

#include <string>

namespace colltune::tune {

/// Gnuplot text in single quotes, in which nothing but the quote itself has a meaning. Control
/// characters and what is not ASCII become question marks.
std::string Quoted(const std::string& text);

/// The terminal, without "enhanced", so that the underscores of names are underscores.
std::string TerminalText();

/// The title, and what stands around the plot.
std::string HeadText(const std::string& title);

/// 1, 2 and 5 of each decade between two times above 0, for the axis 'x' or 'y': gnuplot's own
/// marks may leave a decade without any. On 'x' 1 alone where there is no room for more.
std::string TimeMarksText(char axis, double least_seconds, double most_seconds);

/// Format of an axis of times.
inline constexpr const char* kTimeFormat = "'%.0s %cs'";

/// Between the outermost points and the frame, as a factor.
inline constexpr double kPlotRoom = 1.5;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PLOT_PLOT_TEXT_H_
