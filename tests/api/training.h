// What tests of training share: corpora from text, and the objective of a model computed from
// public functions.
#pragma once

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/temp_file.h"
#include "sagitta/methods.h"
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

/// The objective of a model on a file, from the tagger and the list of weights.
inline double ObjectiveOf(const Model& model, const std::string& path, double lambda) {
  double loss = 0, squares = 0;
  std::size_t n = 0;
  Tagger tagger(model);
  for (const Sequence& sequence : ReadAll(path, model.read_options())) {
    ++n;
    if (sequence.weight() == 0) continue;
    loss -= sequence.weight() * tagger.LogProbability(sequence, sequence.labels());
  }
  model.ForEachWeight([&](const WeightEntry& entry) { squares += entry.weight * entry.weight; });
  return loss / static_cast<double>(n) + 0.5 * lambda * squares;
}

/// Forty sequences, quick to train on: with values, weights (one of them 0), lengths from 1 on, and
/// twins (x and y).
inline std::string SmallText() {
  std::string text;
  std::uint64_t state = 1;
  const auto draw = [&](std::uint64_t n) { return SplitMix64(state) % n; };
  for (int i = 0; i < 40; ++i) {
    if (i % 5 == 2) text += "@weight:" + std::to_string(0.5 * (i % 4)) + "\n";
    for (std::uint64_t t = 1 + draw(6); t > 0; --t) {
      const std::uint64_t k = draw(6);
      text += std::string(1, draw(4) == 0 ? "ABC"[draw(3)] : "ABC"[k % 3]) + "\tx\ty\tp" +
              std::to_string(k) + (draw(3) == 0 ? ":0.5\tq:-1" : "\tr") + "\n";
    }
    text += "\n";
  }
  return text + "C\tx\ty\trare\n";
}

/// The methods that reach the optimum and detect it: not the classic stochastic ones, and not those
/// whose steps are too short.
inline std::vector<MethodInfo> ConvergingMethods() {
  std::vector<MethodInfo> methods;
  for (const MethodInfo& method : Methods()) {
    const bool slow = method.name == "saga-any" || method.name == "saga-two-sample";
    if (method.family != "stochastic" && !slow) methods.push_back(method);
  }
  return methods;
}

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
