// The library of after_main.cc.
#ifndef COLLTUNE_TESTS_INTERCEPT_AFTER_MAIN_H_
#define COLLTUNE_TESTS_INTERCEPT_AFTER_MAIN_H_

#ifdef __cplusplus
extern "C" {
#endif

void AtUnload(void (*function)(void));

#ifdef __cplusplus
}
#endif

#endif  // COLLTUNE_TESTS_INTERCEPT_AFTER_MAIN_H_
