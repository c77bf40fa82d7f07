// Layers of communication software between two ranks: the experiments of Bell et al. (2003) are
// written once and performed over each.
#ifndef COLLTUNE_MEASURE_NETWORK_LAYER_H_
#define COLLTUNE_MEASURE_NETWORK_LAYER_H_

#include <mpi.h>

#include <memory>
#include <string_view>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::measure {

/// Moves messages between the ranks of a communicator; their bytes are arbitrary. Messages from one
/// rank to another arrive in the order in which they were sent. Signals also arrive in their own
/// order, independently of messages. Sizes are below 2^31.
class Layer {
 public:
  virtual ~Layer() = default;
  virtual std::string_view name() const = 0;
  /// Returns the smallest message that the layer can send.
  virtual Bytes least() const { return Bytes{0}; }
  /// Tells whether senders write into the receiver's memory: receives cannot be posted.
  virtual bool one_sided() const { return false; }

  /// Allocates buffers for messages of up to `most` bytes, so that no timed call does. Collective.
  virtual void Reserve(Bytes most) = 0;

  /// Returns when the layer's blocking send does; in one-sided layers when the message has arrived.
  virtual void Send(Rank to, Bytes bytes) = 0;
  /// Returns when a message of Send has arrived.
  virtual void Receive(Rank from, Bytes bytes) = 0;

  /// Begins a message by a nonblocking call.
  virtual void StartSend(Rank to, Bytes bytes) = 0;
  /// Completes the oldest `count` messages of StartSend: their buffers are free.
  virtual void FinishSends(int count) = 0;
  /// Begins to receive a message of StartSend, by a nonblocking call. A no-op in one-sided layers.
  virtual void StartReceive(Rank from, Bytes bytes) = 0;
  virtual void FinishReceives(int count) = 0;
  /// Ends a row of StartSend and StartReceive; AwaitRow returns when all its messages have arrived.
  /// Both are no-ops in layers that receive each message.
  virtual void EndRow(Rank /*to*/) {}
  virtual void AwaitRow(Rank /*from*/) {}

  /// Sends the shortest message that the layer has: one byte, or the size nearest to it.
  virtual void Signal(Rank to) = 0;
  virtual void AwaitSignal(Rank from) = 0;

  /// Completes pending sends, for which others might wait while this rank calls the layer no more.
  virtual void Settle() {}
};

/// Makes a layer of MPI_Send, MPI_Isend and their receives. Requires that `comm` lives longer, that
/// errors on `comm` return, and that nobody else uses `comm` meanwhile.
std::unique_ptr<Layer> MakeMpiLayer(MPI_Comm comm);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_LAYER_H_
