/* colltune_choice() as compiled by a C compiler. */
#ifndef COLLTUNE_TESTS_PROFILES_EXPORTERS_C_HEADER_IN_C_H_
#define COLLTUNE_TESTS_PROFILES_EXPORTERS_C_HEADER_IN_C_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

const char* ChoiceInC(int collective, int ranks, int ranks_per_node, int root, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* COLLTUNE_TESTS_PROFILES_EXPORTERS_C_HEADER_IN_C_H_ */
