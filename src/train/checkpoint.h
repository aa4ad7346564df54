// Checkpoint: the state of a training run in a file, with a key that says what it belongs to.
//
// A checkpoint is valid only for the same data, settings and build. It therefore contains a hash of
// the data and every setting by name, so that an error message can say what differs. See
// docs/checkpoint_file.md for the format.
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
  std::map<std::string, std::string> settings;  // everything that affects the course of training
};

/// A hash of everything in the corpora that training uses. `dev` may be null.
std::uint64_t HashData(const internal::CorpusData& train, const internal::CorpusData* dev);

/// A hash of the weights of a model and their features, that is, of what training can start from.
/// It depends on the precision of the stored weights.
std::uint64_t HashWeights(const internal::ModelData& model);

/// Writes a checkpoint atomically: a process that is killed leaves the previous one.
void WriteCheckpoint(const std::string& path, const CheckpointKey& key, const std::string& state);

/// The state in a checkpoint. Throws Error with the name of the file: kData if it is damaged or not
/// a checkpoint, kUsage if it belongs to other data or settings.
std::string ReadCheckpoint(const std::string& path, const CheckpointKey& key);

}  // namespace sagitta
