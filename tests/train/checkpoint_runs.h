// Small trainings that write a checkpoint, and one that continues from any checkpoint: for tests
// and fuzzers of what is in them.
#pragma once

#include <string>
#include <vector>

#include "sagitta/train.h"

namespace sagitta {

/// Six sequences with three labels.
inline Corpus CheckpointCorpus() {
  std::vector<Sequence> sequences;
  for (int k = 0; k < 6; ++k) {
    Sequence sequence;
    for (int t = 0; t <= k % 3; ++t) {
      sequence.AddToken(std::string(1, static_cast<char>('A' + (k + t) % 3)));
      sequence.AddItem("w=" + std::to_string((2 * k + t) % 5));
      sequence.AddItem("rare=" + std::to_string(3 * k + t), 0.5);
    }
    sequences.push_back(std::move(sequence));
  }
  return Corpus::FromSequences(sequences);
}

/// One training per method, and some more: with an L1 term, a path of lambdas, a dev corpus, in
/// double.
inline std::vector<TrainSettings> CheckpointSettings() {
  std::vector<TrainSettings> all;
  const auto add = [&all](const std::string& method) -> TrainSettings& {
    TrainSettings& settings = all.emplace_back();
    settings.method = method;
    settings.lambda = 0.1;
    settings.passes = 3;
    settings.tolerance = 0;
    settings.threads = 1;
    settings.stop_at_floor = false;
    return settings;
  };
  for (const MethodInfo& method : Methods()) {
    TrainSettings& settings = add(method.name);
    for (const MethodOption& option : method.options) {
      if (option.name == "eta") settings.method_options["eta"] = "0.05";
    }
    if (!method.lambda1) continue;
    const TrainSettings copy = settings;
    all.push_back(copy);
    all.back().lambda1 = 0.01;
  }
  add("sag").precision = Precision::kDouble;
  add("sag-nus-secant").method_options["ahead"] = "4";
  TrainSettings& path = add("lbfgs");
  path.lambda.reset();
  path.lambda_path = LambdaPath{1, 0.1, 3};
  path.patience = 2;
  return all;
}

/// The dev corpus that a path needs; with the others there is none.
inline const Corpus* CheckpointDev(const TrainSettings& settings, const Corpus& corpus) {
  return settings.lambda_path ? &corpus : nullptr;
}

/// Trains for as many passes as the settings say, and writes a checkpoint after two of them.
inline void WriteSmallCheckpoint(TrainSettings settings, const std::string& path) {
  const Corpus corpus = CheckpointCorpus();
  settings.checkpoint.file = path;
  settings.checkpoint.every = 2;
  struct StopAfterTwo final : TrainObserver {
    int passes = 0;
    void OnPass(const PassRecord&) override { ++passes; }
    bool ShouldStop() override { return passes >= 2; }
  } observer;
  Train(corpus, CheckpointDev(settings, corpus), settings, &observer);
}

/// Continues to the end.
inline void ResumeSmall(TrainSettings settings, const std::string& path) {
  static const Corpus corpus = CheckpointCorpus();
  settings.checkpoint.resume = path;
  Train(corpus, CheckpointDev(settings, corpus), settings);
}

}  // namespace sagitta
