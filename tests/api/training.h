// What tests of training share: corpora from text, and the objective of a model seen from outside.
#pragma once

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/temp_file.h"
#include "sagitta/synth.h"
#include "sagitta/tagger.h"
#include "sagitta/train.h"

namespace sagitta {

inline std::string FileBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The bytes of the model's file.
inline std::string SavedBytes(const Model& model) {
  const TempFile file("");
  model.Save(file.path());
  return FileBytes(file.path());
}

/// A demonstration corpus as attribute text.
inline std::string SynthText(const std::string& task, std::uint64_t sequences, std::uint64_t seed) {
  std::string text;
  Synthesize({task, sequences, seed, true}, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

inline std::vector<Sequence> ReadAll(const std::string& path, const ReadOptions& options = {}) {
  std::vector<Sequence> sequences;
  SequenceReader reader(path, options);
  for (Sequence sequence; reader.Next(sequence);) sequences.push_back(sequence);
  return sequences;
}

/// f of a model on a file: through the tagger and the list of weights alone.
inline double ObjectiveOf(const Model& model, const std::string& path, double lambda) {
  double loss = 0, squares = 0;
  std::size_t n = 0;
  Tagger tagger(model);
  for (const Sequence& sequence : ReadAll(path, model.read_options())) {
    ++n;
    if (sequence.weight == 0) continue;
    loss -= sequence.weight * tagger.LogProbability(sequence, sequence.labels);
  }
  model.ForEachWeight([&](const WeightEntry& entry) { squares += entry.weight * entry.weight; });
  return loss / static_cast<double>(n) + 0.5 * lambda * squares;
}

/// Small enough to train in no time, with values, weights, lengths from 1 on, and twins (x and y).
inline const char kSmallText[] =
    "A\tx\ty\tp:0.5\nB\tx\ty\tq\nA\tx\ty\tp:2\n\n"
    "B\tx\ty\tq\n\n"
    "@weight:2.5\nC\tx\ty\tr:-1\nA\tx\ty\tp\nC\tx\ty\tr\tq:0.25\nB\tx\ty\tq\n\n"
    "A\tx\ty\tr\nB\tx\ty\tp\n\n"
    "@weight:0\nC\tx\ty\tnothing\n\n"
    "C\tx\ty\tp\tq\tr\nC\tx\ty\n";

/// Settings that run to the optimum in double precision.
inline TrainSettings ToTheOptimum(const std::string& method = "sag-nus-star") {
  TrainSettings settings;
  settings.method = method;
  settings.precision = Precision::kDouble;
  settings.tolerance = 1e-10;
  settings.passes = 20000;
  return settings;
}

}  // namespace sagitta
