// Symbols that colltune's libraries export.
#ifndef COLLTUNE_TUNER_INTERCEPT_EXPORT_H_
#define COLLTUNE_TUNER_INTERCEPT_EXPORT_H_

/// Declares an entry point. Entry points are the only exported symbols (see exports.map).
#define COLLTUNE_EXPORT extern "C" __attribute__((visibility("default")))

#endif  // COLLTUNE_TUNER_INTERCEPT_EXPORT_H_
