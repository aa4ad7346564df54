// Checkpoint: the state of a training in a file, with what it belongs to.
//
// A checkpoint is only good for the same data, settings and build. It therefore carries a hash of
// the data and every setting by name, so that a refusal can say what differs. See
// docs/checkpoint_file.md for the bytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "data/corpus_data.h"
#include "model/model_data.h"

namespace sagitta {

/// What a checkpoint belongs to.
struct CheckpointKey {
  std::uint64_t data_hash = 0;
  std::map<std::string, std::string> settings;  // everything that the course of training hangs on
};

/// A hash of everything in the corpora that training looks at. `dev` may be null.
std::uint64_t HashData(const internal::CorpusData& train, const internal::CorpusData* dev);

/// A hash of the weights of a model and what they belong to, the part that a training can begin
/// with. The precision they are stored in counts.
std::uint64_t HashWeights(const internal::ModelData& model);

/// Writes a checkpoint, all or nothing: a process that is killed leaves the one before.
void WriteCheckpoint(const std::string& path, const CheckpointKey& key, const std::string& state);

/// The state in a checkpoint. Throws Error that names the file: kData when it is damaged or none,
/// kUsage when it belongs to other data or settings.
std::string ReadCheckpoint(const std::string& path, const CheckpointKey& key);

}  // namespace sagitta
