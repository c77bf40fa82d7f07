// Writes the header that the other files here include.
#include <iostream>

#include "profiles/exporters/exporters.h"
#include "tests/profiles/exporters/c_header_profile.h"

int main() {
  for (const auto& file : colltune::FindExporter("c-header").write(colltune::CHeaderProfile())) {
    std::cout << file.text;
  }
}
