// InputGate: refuses a file that has none of the model's attributes: it is not the kind of input
// that the model was trained on.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "model/model_data.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// What was seen in a part of a file.
struct InputTally {
  std::uint64_t tokens = 0;
  bool known_attribute = false;
  bool known_label = false;
  std::string attribute;  // the first one
  std::string label;      // the first one
};

/// The members but Known are for one thread at a time.
class InputGate {
 public:
  /// `labels`: the input must also have a label that the model knows. `on`: false accepts anything.
  InputGate(const ModelData& model, std::string file, bool labels, bool on);

  /// Whether enough is known: nothing need be looked at any more. May be called by any thread.
  bool known() const { return known_.load(std::memory_order_relaxed); }
  /// Adds what the sequence has to a tally. May be called by any thread.
  void Look(const Sequence& sequence, InputTally& tally) const;

  /// Adds a part of the file. Throws Error(kData) when it is long enough to judge.
  void Add(const InputTally& tally);
  /// At the end of the file; a few tokens are not judged by their attributes.
  void Finish() const;

 private:
  void Refuse() const;

  const ModelData& model_;
  std::string file_;
  bool labels_;
  std::atomic<bool> known_;
  InputTally all_;
};

}  // namespace sagitta::internal
