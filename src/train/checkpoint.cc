#include "train/checkpoint.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/state.h"
#include "sagitta/error.h"
#include "train/settings.h"

namespace sagitta {
namespace {

constexpr char kMagic[8] = {'S', 'A', 'G', 'C', 'K', 'P', 'T', '\n'};
constexpr std::uint64_t kVersion = 2;

struct Header {
  char magic[8];
  std::uint64_t version;
  std::uint64_t checksum;  // XXH3-64 of every byte after this header
};

class Hash {
 public:
  Hash() : state_(XXH3_createState(), XXH3_freeState) {
    if (state_ == nullptr) throw Error(ErrorKind::kSystem, "no memory for a checksum");
    XXH3_64bits_reset(state_.get());
  }
  void Bytes(const void* bytes, std::size_t size) {
    if (size > 0) XXH3_64bits_update(state_.get(), bytes, size);
  }
  /// The length goes in too, so that neighbouring arrays cannot trade elements.
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
}

// What stands before the state: the key, in the form of a state of its own.
struct KeyBytes {
  std::uint64_t data_hash = 0;
  std::vector<char> settings;  // name NUL value NUL ...
  std::uint64_t state_size = 0;

  void Transfer(State& state) {
    state.Value(data_hash);
    state.Sequence(settings);
    state.Value(state_size);
  }
};

std::vector<char> ToBytes(const std::map<std::string, std::string>& settings) {
  std::vector<char> bytes;
  for (const auto& [name, value] : settings) {
    bytes.insert(bytes.end(), name.c_str(), name.c_str() + name.size() + 1);
    bytes.insert(bytes.end(), value.c_str(), value.c_str() + value.size() + 1);
  }
  return bytes;
}

std::map<std::string, std::string> FromBytes(const std::vector<char>& bytes) {
  std::map<std::string, std::string> settings;
  std::string_view rest(bytes.data(), bytes.size());
  const auto take = [&rest] {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string text(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return text;
  };
  while (!rest.empty()) {
    const std::string name = take();
    settings[name] = take();
  }
  return settings;
}

// Says which setting differs first.
void CheckSettings(const std::string& path, const std::map<std::string, std::string>& stored,
                   const std::map<std::string, std::string>& wanted) {
  const auto difference = FirstDifference(stored, wanted);
  if (!difference) return;
  throw Error(ErrorKind::kUsage, path + ": the checkpoint was made with " + difference->name + " " +
                                     difference->was + ", this training has " + difference->is);
}

}  // namespace

std::uint64_t HashData(const internal::CorpusData& train, const internal::CorpusData* dev) {
  Hash hash;
  AddDictionary(train.names->labels.View(), hash);
  AddDictionary(train.names->node.View(), hash);
  AddDictionary(train.names->edge.View(), hash);
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
  KeyBytes bytes{key.data_hash, ToBytes(key.settings), state.size()};
  StateWriter writer;
  bytes.Transfer(writer);
  Hash hash;
  hash.Bytes(writer.bytes().data(), writer.bytes().size());
  hash.Bytes(state.data(), state.size());
  Header header{{}, kVersion, hash.Digest()};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  OutputFile file(path);
  file.Write(&header, sizeof header);
  file.Write(writer.bytes());
  file.Write(state);
  file.Commit();
}

std::string ReadCheckpoint(const std::string& path, const CheckpointKey& key) {
  const std::string file = ReadWholeFile(path);
  const auto refuse = [&path](const std::string& why) {
    throw Error(ErrorKind::kData, path + ": " + why);
  };
  Header header;
  if (file.size() < sizeof header || std::memcmp(file.data(), kMagic, sizeof kMagic) != 0) {
    refuse("this is no checkpoint of a training");
  }
  std::memcpy(&header, file.data(), sizeof header);
  if (header.version != kVersion) {
    refuse("checkpoint of version " + std::to_string(header.version) + ", wanted " +
           std::to_string(kVersion));
  }
  const std::string_view body = std::string_view(file).substr(sizeof header);
  if (XXH3_64bits(body.data(), body.size()) != header.checksum) {
    refuse("the checkpoint is truncated or was altered: its checksum is wrong");
  }
  StateReader reader(body);
  KeyBytes bytes;
  bytes.Transfer(reader);
  CheckSettings(path, FromBytes(bytes.settings), key.settings);
  if (bytes.data_hash != key.data_hash) {
    throw Error(ErrorKind::kUsage, path + ": the checkpoint was made with other data");
  }
  if (bytes.state_size > body.size()) refuse("the checkpoint is truncated");
  return std::string(body.substr(body.size() - bytes.state_size));
}

}  // namespace sagitta
