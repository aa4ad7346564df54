// Checkpoints: what was written comes back, and what is damaged or another's is refused.
#include "train/checkpoint.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/temp_file.h"
#include "data/corpus_builder.h"
#include "model/small_model.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

const CheckpointKey kKey{77, {{"lambda", "0.5"}, {"method", "sag"}, {"odd", ""}}};

std::string BytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The message with which a key is refused.
std::string Refusal(const std::string& path, const CheckpointKey& key, ErrorKind kind) {
  try {
    ReadCheckpoint(path, key);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    return error.what();
  }
  return "";
}

TEST(Checkpoint, ComesBack) {
  const TempFile file("");
  for (const std::string& state : {std::string(), std::string("some\0bytes", 10)}) {
    WriteCheckpoint(file.path(), kKey, state);
    EXPECT_EQ(ReadCheckpoint(file.path(), kKey), state);
  }
}

TEST(Checkpoint, NamesTheSettingThatDiffers) {
  const TempFile file("");
  WriteCheckpoint(file.path(), kKey, "state");
  CheckpointKey key = kKey;
  key.settings["lambda"] = "0.25";
  EXPECT_NE(Refusal(file.path(), key, ErrorKind::kUsage)
                .find("made with lambda 0.5, this training run has 0.25"),
            std::string::npos);
  key = kKey;
  key.settings["start"] = "3";
  EXPECT_NE(Refusal(file.path(), key, ErrorKind::kUsage).find("start"), std::string::npos);
  key = kKey;
  key.settings.erase("method");
  EXPECT_NE(Refusal(file.path(), key, ErrorKind::kUsage).find("method sag"), std::string::npos);
  key = kKey;
  key.data_hash = 78;
  EXPECT_NE(Refusal(file.path(), key, ErrorKind::kUsage).find("other data"), std::string::npos);
}

// Format 2 is that of 0.1.
TEST(Checkpoint, AnotherFormatIsRefusedWithAWayOut) {
  const TempFile file("");
  WriteCheckpoint(file.path(), kKey, "the state");
  std::string bytes = BytesOf(file.path());
  bytes[8] = 2;
  const TempFile older(bytes);
  EXPECT_EQ(Refusal(older.path(), kKey, ErrorKind::kData),
            older.path() +
                ": this checkpoint has format 2, this version of sagitta reads format 3 only: "
                "resume with the version that wrote it, or train again from the start");
}

TEST(Checkpoint, EveryFlippedByteAndEveryLengthIsRefused) {
  const TempFile file("");
  WriteCheckpoint(file.path(), kKey, "the state");
  const std::string bytes = BytesOf(file.path());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    std::string altered = bytes;
    altered[k] = static_cast<char>(altered[k] ^ 0x41);
    const TempFile other(altered);
    EXPECT_NE(Refusal(other.path(), kKey, ErrorKind::kData), "") << k;
    const TempFile cut(bytes.substr(0, k));
    EXPECT_NE(Refusal(cut.path(), kKey, ErrorKind::kData), "") << k;
  }
}

TEST(HashData, SeesEveryDifference) {
  const auto corpus = [](const std::string& label, const std::string& attribute, double value,
                         double weight) {
    internal::CorpusBuilder builder;
    Sequence sequence;
    sequence.set_weight(weight);
    sequence.Add("A", {{"x", 1.0}});
    sequence.Add(label, {{attribute, value}});
    builder.Add(sequence, "file");
    return builder.Finish({});
  };
  const auto base = corpus("B", "y", 1, 1);
  const std::uint64_t hash = HashData(*base, nullptr);
  EXPECT_EQ(hash, HashData(*corpus("B", "y", 1, 1), nullptr));
  EXPECT_NE(hash, HashData(*corpus("C", "y", 1, 1), nullptr));
  EXPECT_NE(hash, HashData(*corpus("B", "z", 1, 1), nullptr));
  EXPECT_NE(hash, HashData(*corpus("B", "y", 2, 1), nullptr));
  EXPECT_NE(hash, HashData(*corpus("B", "y", 1, 3), nullptr));
  EXPECT_NE(hash, HashData(*base, base.get()));
}

TEST(HashWeights, SeesEveryDifference) {
  const internal::SmallModel small;
  const std::uint64_t hash = HashWeights(*small.Build(Precision::kDouble));
  EXPECT_EQ(hash, HashWeights(*internal::SmallModel().Build(Precision::kDouble)));
  for (std::size_t k = 0; k < small.weights.size(); ++k) {
    internal::SmallModel changed;
    changed.weights[k] += 0.25;
    EXPECT_NE(hash, HashWeights(*changed.Build(Precision::kDouble))) << k;
  }
  internal::SmallModel renamed;
  renamed.names.edge = {};
  for (std::uint32_t a = 0; a < small.names.edge.size(); ++a) {
    renamed.names.edge.Intern("other " + std::string(small.names.edge.Name(a)));
  }
  EXPECT_NE(hash, HashWeights(*renamed.Build(Precision::kDouble)));
}

}  // namespace
}  // namespace sagitta
