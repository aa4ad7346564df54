// A small model with everything in it, for tests of files, models and taggers.
#pragma once

#include <xxhash.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"
#include "model/model_format.h"

namespace sagitta::internal {

/// Labels A B C; node attributes n0 .. n5 of which n3 has only zero weights; edge attributes e0 ..
/// e2 of which e1 has only zero weights.
struct SmallModel {
  Dictionaries names;
  Layout layout;
  std::vector<double> weights;
  ReadOptions options;
  std::map<std::string, std::string> settings{{"method", "sag"}, {"lambda", "0.5"}, {"", ""}};
  Certificate certificate{1.5, 0.25, 0.5, 0.125};
  Constraints constraints{{1, 0, 1}, {1, 1, 1}, {1, 1, 0, 0, 1, 1, 1, 1, 1}};

  SmallModel() {
    for (const char* name : {"A", "B", "C"}) names.labels.Intern(name);
    for (const char* name : {"n0", "n1", "n2", "n3", "n4", "n5"}) names.node.Intern(name);
    for (const char* name : {"e0", "e1", "e2"}) names.edge.Intern(name);
    layout.labels = 3;
    layout.node = {3, {0, 3, 4, 4, 6, 8, 9}, {0, 1, 2, 1, 0, 2, 0, 1, 2}};
    layout.edge = {9, {0, 9, 10, 12, 14}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 4, 0, 1, 2, 7}};
    weights = {0.5, -1, 2,  0.75, 0, 0,    0,    -3, 1.25,                              // node
               1,   0,  -1, 0.5,  0, 0.25, -0.5, 2,  0,    1.5, 0, 0, -0.125, 0.0625};  // edge
    options.template_text = "U00:%x[0,0]\nB\n";
    options.template_name = "small.template";
  }

  std::shared_ptr<const ModelData> Build(Precision precision) const {
    return ModelData::Build(names, layout, weights, precision,
                            {options, settings, certificate, constraints});
  }
};

inline std::string ReadBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Makes the header agree with the rest again, as someone with bad intentions would.
inline void Reseal(std::string& bytes) {
  ModelHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.file_size = bytes.size();
  header.checksum = XXH3_64bits(bytes.data() + kChecksumStart, bytes.size() - kChecksumStart);
  std::memcpy(bytes.data(), &header, sizeof(header));
}

/// A file with random damage and a checksum that matches it.
inline std::string DamageAndReseal(std::string bytes, std::mt19937_64& rng) {
  for (std::uint64_t n = 1 + rng() % 3; n > 0; --n) {
    const std::size_t at = kModelMagic.size() + rng() % (bytes.size() - 16);
    const std::uint64_t value = rng() >> (rng() % 64);
    std::memcpy(bytes.data() + at, &value, 1 + rng() % 8);
  }
  if (rng() % 8 == 0) bytes.resize(sizeof(ModelHeader) + rng() % bytes.size());
  Reseal(bytes);
  return bytes;
}

}  // namespace sagitta::internal
