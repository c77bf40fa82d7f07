#include "algorithms/agreement.h"

#include "algorithms/no_destructor.h"
#include "algorithms/registry.h"

namespace colltune {

const Choice& Agreement() {
  static const NoDestructor choice(ParseChoice(Collective::kAllreduce, "recursive_doubling"));
  return *choice;
}

Shape AgreementShape(const Shape& shape) {
  return {.ranks = shape.ranks, .element = Bytes{sizeof(std::int64_t)}, .in_place = true};
}

Bytes ElementOfMessages(const Choice& choice, const Shape& shape) {
  if (!Agrees(choice) || !FitSlots(shape, choice.parameters)) return shape.element;
  return Bytes{shape.elements * shape.element.count + static_cast<std::int64_t>(sizeof(SlotSize))};
}

}  // namespace colltune
