// Checkpoint: the bytes around a state, and the hashes.
#include "train/checkpoint.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/file.h"
#include "base/state.h"
#include "sagitta/error.h"
#include "sagitta/output_file.h"
#include "train/settings.h"

namespace sagitta {
namespace {

constexpr char kMagic[8] = {'S', 'A', 'G', 'C', 'K', 'P', 'T', '\n'};
constexpr std::uint64_t kVersion = 3;

// Before the fields: the magic bytes, the version and the XXH3-64 of every byte that follows.
constexpr std::size_t kVersionAt = sizeof kMagic;
constexpr std::size_t kChecksumAt = kVersionAt + sizeof(std::uint64_t);
constexpr std::size_t kFieldsAt = kChecksumAt + sizeof(std::uint64_t);

class Hash {
 public:
  Hash() : state_(XXH3_createState(), XXH3_freeState) {
    if (state_ == nullptr) throw Error(ErrorKind::kSystem, "not enough memory for a checksum");
    XXH3_64bits_reset(state_.get());
  }
  void Bytes(const void* bytes, std::size_t size) {
    if (size > 0) XXH3_64bits_update(state_.get(), bytes, size);
  }
  /// Includes the length, so that moving elements between neighbouring arrays changes the hash.
  template <class T>
  void Array(std::span<const T> values) {
    const std::uint64_t size = values.size();
    Bytes(&size, sizeof size);
    Bytes(values.data(), values.size_bytes());
  }
  template <class T>
  void Array(const std::vector<T>& values) {
    Array(std::span<const T>(values));
  }
  template <class T>
  void Array(const DataColumn<T>& values) {
    Array(std::span<const T>(values));
  }
  std::uint64_t Digest() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

void AddRows(const SparseRows& rows, Hash& hash) {
  hash.Array(rows.begin);
  hash.Array(rows.attribute);
  hash.Array(rows.value);
}

void AddDictionary(const DictionaryView& names, Hash& hash) {
  hash.Array(names.offsets());
  hash.Array(names.bytes());
}

template <class Slot>
void AddModelRows(const internal::ModelRows<Slot>& rows, Hash& hash) {
  hash.Array(rows.begin);
  hash.Array(rows.slot);
  hash.Array(rows.weight32);
  hash.Array(rows.weight64);
}

void AddCorpus(const internal::CorpusData& corpus, Hash& hash) {
  const Dataset& data = corpus.dataset;
  hash.Array(data.token_begin);
  hash.Array(data.label);
  AddRows(data.node, hash);
  AddRows(data.edge, hash);
  hash.Array(data.weight);
  if (!data.HasGraphs()) return;
  const GraphParts& graphs = data.graphs;
  hash.Array(graphs.symmetric);
  hash.Array(graphs.edge_begin);
  hash.Array(graphs.edge);
  hash.Array(graphs.label_set);
  hash.Array(graphs.set_begin);
  hash.Array(graphs.set_label);
  hash.Array(graphs.given);
}

// The key: the fields before the state.
void TransferKey(State& state, CheckpointKey& key) {
  state.Value("data_hash", key.data_hash);
  std::uint64_t count = key.settings.size();
  state.Value("settings", count);
  auto at = key.settings.begin();
  for (std::uint64_t k = 0; k < count; ++k) {
    std::string name;
    std::string value;
    if (!state.loading()) std::tie(name, value) = *at++;
    state.Text("setting", name);
    state.Text("value", value);
    if (state.loading()) key.settings[name] = value;
  }
}

void Append(std::string& bytes, std::uint64_t value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::uint64_t WordAt(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// Reports the first setting that differs.
void CheckSettings(const std::string& path, const std::map<std::string, std::string>& stored,
                   const std::map<std::string, std::string>& expected) {
  const auto difference = FirstDifference(stored, expected);
  if (!difference) return;
  throw Error(ErrorKind::kUsage, path + ": the checkpoint was made with " + difference->name + " " +
                                     difference->was + ", this training run has " + difference->is);
}

}  // namespace

std::uint64_t HashData(const internal::CorpusData& train, const internal::CorpusData* dev) {
  Hash hash;
  AddDictionary(train.names->labels.View(), hash);
  AddDictionary(train.names->node.View(), hash);
  AddDictionary(train.names->edge.View(), hash);
  if (train.dataset.HasGraphs()) AddDictionary(train.names->types.View(), hash);
  AddCorpus(train, hash);
  if (dev != nullptr) AddCorpus(*dev, hash);
  return hash.Digest();
}

std::uint64_t HashWeights(const internal::ModelData& model) {
  Hash hash;
  AddDictionary(model.labels, hash);
  AddDictionary(model.node_names, hash);
  AddDictionary(model.edge_names, hash);
  AddModelRows(model.node, hash);
  AddModelRows(model.edge, hash);
  return hash.Digest();
}

void WriteCheckpoint(const std::string& path, const CheckpointKey& key, const std::string& state) {
  CheckpointKey fields = key;
  StateWriter writer;
  TransferKey(writer, fields);
  Hash hash;
  hash.Bytes(writer.bytes().data(), writer.bytes().size());
  hash.Bytes(state.data(), state.size());
  std::string start(kMagic, sizeof kMagic);
  Append(start, kVersion);
  Append(start, hash.Digest());
  OutputFile file(path);
  file.Write(start);
  file.Write(writer.bytes());
  file.Write(state);
  file.Commit();
}

std::string ReadCheckpoint(const std::string& path, const CheckpointKey& key) {
  std::string file = ReadWholeFile(path);
  const auto refuse = [&path](const std::string& why) {
    throw Error(ErrorKind::kData, path + ": " + why);
  };
  if (file.size() < kFieldsAt || std::memcmp(file.data(), kMagic, sizeof kMagic) != 0) {
    refuse("this is not a checkpoint");
  }
  if (const std::uint64_t version = WordAt(file, kVersionAt); version != kVersion) {
    refuse("this checkpoint has format " + std::to_string(version) +
           ", this version of sagitta reads format " + std::to_string(kVersion) +
           " only: resume with the version that wrote it, or train again from the start");
  }
  const std::string_view body = std::string_view(file).substr(kFieldsAt);
  if (XXH3_64bits(body.data(), body.size()) != WordAt(file, kChecksumAt)) {
    refuse("the checkpoint is truncated or was altered: its checksum is wrong");
  }
  StateReader reader(body);
  CheckpointKey stored;
  TransferKey(reader, stored);
  CheckSettings(path, stored.settings, key.settings);
  if (stored.data_hash != key.data_hash) {
    throw Error(ErrorKind::kUsage, path + ": the checkpoint was made with other data");
  }
  // In place, because a state can be large.
  file.erase(0, file.size() - reader.rest().size());
  return file;
}

}  // namespace sagitta
