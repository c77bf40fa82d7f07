// What the libraries show to others.
#ifndef COLLTUNE_TUNER_INTERCEPT_EXPORT_H_
#define COLLTUNE_TUNER_INTERCEPT_EXPORT_H_

/// An entry point: the only names that they show (see exports.map).
#define COLLTUNE_EXPORT extern "C" __attribute__((visibility("default")))

#endif  // COLLTUNE_TUNER_INTERCEPT_EXPORT_H_
