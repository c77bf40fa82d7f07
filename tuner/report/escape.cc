#include "tuner/report/escape.h"

#include <algorithm>
#include <array>

#include "algorithms/printable.h"

namespace colltune::tune {
namespace {

struct Entity {
  char character;
  std::string_view text;
};

constexpr std::array<Entity, 5> kEntities = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};

}  // namespace

std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : PrintableLines(text)) {
    const auto* const entity = std::ranges::find(kEntities, c, &Entity::character);
    if (entity != kEntities.end()) {
      escaped += entity->text;
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace colltune::tune
