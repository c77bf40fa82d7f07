// Layers of communication software between two ranks: the experiments of Bell et al. (2003) are
// written once and performed over each.
#ifndef COLLTUNE_MEASURE_NETWORK_LAYER_H_
#define COLLTUNE_MEASURE_NETWORK_LAYER_H_

#include <mpi.h>

#include <memory>
#include <string_view>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune {

/// Moves messages of bytes that nobody looks at between the ranks of a communicator. Messages from
/// one rank to another arrive in the order in which they were sent; so do signals, apart from
/// them. Sizes are below 2^31.
class Layer {
 public:
  virtual ~Layer() = default;
  virtual std::string_view name() const = 0;
  /// No message is smaller.
  virtual Bytes least() const { return Bytes{0}; }
  /// Whether a receiver only finds what a sender has written: receives cannot be posted.
  virtual bool one_sided() const { return false; }

  /// Makes room for messages of `most` bytes: before they are timed. Collective.
  virtual void Reserve(Bytes most) = 0;

  /// Returns when the layer's blocking send does; in one-sided layers when the message is there.
  virtual void Send(Rank to, Bytes bytes) = 0;
  /// Returns when a message of Send has come.
  virtual void Receive(Rank from, Bytes bytes) = 0;

  /// Begins a message by a nonblocking call.
  virtual void StartSend(Rank to, Bytes bytes) = 0;
  /// Completes the oldest `count` of those that were begun: their buffers are free.
  virtual void FinishSends(int count) = 0;
  /// The receiver of StartSend, in the same manner. Nothing in one-sided layers.
  virtual void StartReceive(Rank from, Bytes bytes) = 0;
  virtual void FinishReceives(int count) = 0;
  /// At the end of a row of StartSend and StartReceive: the receiver returns when all have come.
  /// Nothing where each was received.
  virtual void EndRow(Rank /*to*/) {}
  virtual void AwaitRow(Rank /*from*/) {}

  /// The shortest message that says something: one byte, or what is nearest to it.
  virtual void Signal(Rank to) = 0;
  virtual void AwaitSignal(Rank from) = 0;

  /// Completes what others might wait for while this rank calls the layer no more.
  virtual void Settle() {}
};

/// MPI_Send, MPI_Isend and their receives. Requires that `comm` lives longer, that errors on it
/// return, and that nobody else uses it meanwhile.
std::unique_ptr<Layer> MakeMpiLayer(MPI_Comm comm);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_LAYER_H_
