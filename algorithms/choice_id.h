// Names of choices, interned: small values that are compared at the cost of a pointer.
#ifndef COLLTUNE_ALGORITHMS_CHOICE_ID_H_
#define COLLTUNE_ALGORITHMS_CHOICE_ID_H_

#include <fmt/core.h>

#include <compare>
#include <concepts>
#include <string>
#include <string_view>

namespace colltune {

/// Returns the name of the algorithm in a choice's text, up to its first colon: "knomial" for
/// "knomial:k=8".
constexpr std::string_view AlgorithmIn(std::string_view choice) {
  return choice.substr(0, choice.find(':'));
}

/// Identifies a choice of any collective by its text, as ToText(Choice) writes it. Equal texts have
/// equal ids, in one process. Texts live as long as the process: a tuning has some hundreds.
class ChoiceId {
 public:
  /// Identifies no choice: the text is empty.
  constexpr ChoiceId() = default;

  /// Interns a text, without parsing it. Safe for use by several threads at once.
  template <std::convertible_to<std::string_view> Text>
  ChoiceId(const Text& text)  // NOLINT(google-explicit-constructor): a text is its id
      : text_(Intern(text)) {}

  /// Identifies the MPI library's own implementation.
  static constexpr ChoiceId Library() {
    ChoiceId id;
    id.text_ = &kLibraryText;
    return id;
  }

  std::string_view text() const { return *text_; }

  std::string_view algorithm() const { return AlgorithmIn(text()); }

  friend bool operator==(ChoiceId a, ChoiceId b) { return a.text_ == b.text_; }
  /// Orders by text, so that results do not depend on what was interned first.
  friend std::strong_ordering operator<=>(ChoiceId a, ChoiceId b) { return a.text() <=> b.text(); }

 private:
  static const std::string_view* Intern(std::string_view text);

  static constexpr std::string_view kNoText{};
  static constexpr std::string_view kLibraryText = "library";

  const std::string_view* text_ = &kNoText;
};

/// The MPI library's own implementation, wherever a choice is named. Not in the registry, since the
/// library has no schedule.
inline constexpr ChoiceId kLibrary = ChoiceId::Library();

/// Prefix of the name of an algorithm inside the MPI library: "mpich:binomial".
inline constexpr std::string_view kNativePrefix = "mpich:";

}  // namespace colltune

template <>
struct fmt::formatter<colltune::ChoiceId> : fmt::formatter<fmt::string_view> {
  auto format(colltune::ChoiceId choice, fmt::format_context& context) const {
    const std::string_view text = choice.text();
    return fmt::formatter<fmt::string_view>::format({text.data(), text.size()}, context);
  }
};

#endif  // COLLTUNE_ALGORITHMS_CHOICE_ID_H_
