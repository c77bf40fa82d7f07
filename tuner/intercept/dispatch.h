// Dispatches each intercepted call: to an own algorithm (a schedule of colltune's), to a native
// algorithm of the library's, or unchanged to the library.
//
// Ranks may describe the same data by different counts and datatypes. So the key alone decides:
// KeyOn computes it from properties that all ranks know alike. Calls that the library would refuse
// are passed on untouched, so that the library reports the error. If a program's ranks disagree on
// the number of bytes and a rule ends between the two numbers, the program may hang. With the
// library alone, such a program may hang as well.
#ifndef COLLTUNE_TUNER_INTERCEPT_DISPATCH_H_
#define COLLTUNE_TUNER_INTERCEPT_DISPATCH_H_

#include <optional>

#include "algorithms/run/calls.h"
#include "tuner/intercept/call_watch.h"
#include "tuner/intercept/exception_to_error.h"
#include "tuner/intercept/process_state.h"

namespace colltune::intercept {

/// Returns whether a call only needs to be passed on. Counts the call if its arguments are known.
template <typename Call, typename... Arguments>
[[gnu::always_inline]] inline bool IsPassThrough(const CommunicatorEntry& entry,
                                                 Arguments... arguments) {
  if (!entry.Consults(Call::kCollective)) return true;
  const Call call{arguments...};
  if constexpr (requires { call.Reads(entry); }) {
    CallCounters* const tally = entry.tally();
    return tally != nullptr && tally->CountKnown(Call::kCollective, call.Reads(entry));
  } else {
    return false;
  }
}

/// Performs a call by the rule that applies to it, and tells `watch` of that rule.
template <typename Call, typename Watch, typename Library, typename... Arguments>
[[gnu::always_inline]] inline int Execute(CommunicatorEntry& entry, Watch& watch, MPI_Comm comm,
                                          const Library& library, Arguments... arguments) {
  try {
    entry.Prepare(Call::kCollective, comm);
    const Call call{arguments...};
    const std::optional<Key> key = call.KeyOn(entry);
    if (!key) return library();
    const SizeRule& rule = entry.Choose(Call::kCollective, *key);
    watch.Begin(Call::kCollective, *key, rule);
    if (rule.native) return ActiveState()->Select(*rule.native, library);
    if (rule.choice.IsLibrary()) {
      // The arguments alone have led to this rule: equal arguments will do so again.
      if constexpr (requires { call.Reads(entry); }) {
        if (key->cacheable && entry.IsQuiet()) watch.Keep(call.Reads(entry));
      }
      return library();
    }
    if (!entry.CanRun(rule.choice) || !call.Suits(entry, rule)) {
      watch.BeginInstead();
      return library();
    }
    const int code = call.Perform(entry.runner(), rule.choice);
    if (code != MPI_SUCCESS) PMPI_Comm_call_errhandler(comm, code);
    return code;
  } catch (const Declined&) {  // on all ranks alike
    watch.BeginInstead();
  }
  return library();
}

/// Dispatches a call that does not just pass, watched if calls on its communicator are counted.
template <typename Call, typename Next, typename... Arguments>
[[gnu::noinline]] int DispatchOn(CommunicatorEntry& entry, Next next, MPI_Comm comm,
                                 Arguments... arguments) {
  const auto library = [&]() __attribute__((always_inline)) { return next(arguments..., comm); };
  if (CallCounters* const tally = entry.tally()) [[unlikely]] {
    CallWatch watch(*tally);
    return WithinBoundary(
        comm, [&]() __attribute__((always_inline)) {
          return Execute<Call>(entry, watch, comm, library, arguments...);
        });
  }
  Unwatched watch;
  return WithinBoundary(
      comm, [&]() __attribute__((always_inline)) {
        return Execute<Call>(entry, watch, comm, library, arguments...);
      });
}

/// Dispatches a call on a communicator whose entry is not at hand: finds the entry or makes it.
template <typename Call, typename Next, typename... Arguments>
[[gnu::noinline]] int DispatchElsewhere(State& state, Next next, MPI_Comm comm,
                                        Arguments... arguments) {
  CommunicatorEntry* entry = nullptr;
  const int code = WithinBoundary(comm, [&] { return state.FindOrAdd(comm, entry); });
  if (code != MPI_SUCCESS) return code;
  if (IsPassThrough<Call>(*entry, arguments...)) return next(arguments..., comm);
  return DispatchOn<Call>(*entry, next, comm, arguments...);
}

/// Dispatches an intercepted call. `next` performs the call without colltune. `Call` is made of the
/// call's arguments, in MPI's order but without the communicator, and has these members:
///
///     static constexpr Collective kCollective;
///     std::optional<Key> KeyOn(const CommunicatorEntry&) const;  // none: an invalid call
///     KeyArguments Reads(const CommunicatorEntry&) const;  // if that is all that KeyOn reads
///     bool Suits(const CommunicatorEntry&, const SizeRule&) const;  // an own algorithm
///     int Perform(Runner&, const Choice&) const;
template <typename Call, typename Next, typename... Arguments>
[[gnu::always_inline]] inline int Dispatch(Next next, MPI_Comm comm, Arguments... arguments) {
  State* const state = ActiveState();
  if (state == nullptr || comm == MPI_COMM_NULL) return next(arguments..., comm);
  if (!state->IsAtHand(comm)) return DispatchElsewhere<Call>(*state, next, comm, arguments...);
  CommunicatorEntry& entry = state->at_hand();
  if (IsPassThrough<Call>(entry, arguments...)) return next(arguments..., comm);
  return DispatchOn<Call>(entry, next, comm, arguments...);
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_DISPATCH_H_
