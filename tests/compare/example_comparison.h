// A comparison made by hand, with something of everything.
#pragma once

#include <limits>

#include "sagitta/compare.h"

namespace sagitta {

inline RunRecord ExampleRun(const std::string& name, const std::string& method,
                            std::optional<double> eta, std::vector<double> objectives,
                            RunMark mark) {
  RunRecord run;
  run.name = name;
  run.method = method;
  run.eta = eta;
  run.mark = mark;
  run.stop_reason = StopReason::kPasses;
  run.memory_bytes = 1'500'000;
  run.prepare_seconds = 0.25;
  run.wall_seconds = 3;
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    const double pass = 1 + static_cast<double>(k);
    run.curve.pass.push_back(pass);
    run.curve.seconds.push_back(0.5 * pass);
    run.curve.evaluations.push_back(10 * (k + 1));
    run.curve.step.push_back(0.125);
    run.curve.gradient_inf.push_back(std::numeric_limits<double>::infinity());
    run.curve.test_error.push_back(0.1 + 0.01 * pass);
    run.curve.test_f1.push_back(0.75);
  }
  run.curve.objective = std::move(objectives);
  if (!run.Diverged()) run.certificate = Certificate{run.FinalObjective(), 1e-3, 1e-2, 0.5};
  return run;
}

inline Comparison ExampleComparison() {
  Comparison comparison;
  CompareHeader& header = comparison.header;
  header.version = "0.1.0";
  header.files = {{"a.txt", "b\xff.txt"}, "test.txt", ""};
  header.settings = {{"lambda", "0.1"}, {"passes", "3"}};
  header.passes = 3;
  header.lambda = 0.1;
  header.target = "AVX2";
  header.train_hash = "0123456789abcdef";
  header.test_hash = "fedcba9876543210";
  header.corpus = {10, 70, 9, 4, 100, 0, 300, 0};
  header.test_corpus = CorpusSize{5, 30, 8, 4, 100, 0, 120, 0};
  header.weights = 416;
  header.memory_published = {{"naive", 4160, 16640, 1}, {"mixed", 440, 1760, 440.0 / 4160}};
  header.memory_merged = {{"naive", 3160, 12640, 1}, {"mixed", 440, 1760, 440.0 / 3160}};
  header.objective_at_zero = 9.5;
  header.optimum.runs = {
      {"lbfgs", {2, 1e-10, 1e-9, 1e-17}, 90, 4, 5, StopReason::kTolerance},
      {"sag-nus-star", {2 + 1e-10, 1e-10, 1e-9, 1e-17}, 60, 2, 3, StopReason::kTolerance}};
  RunRecord sag =
      ExampleRun("sag-nus-star", "sag-nus-star", {}, {2.5, 2.01, 2.0001}, RunMark::kBest);
  sag.options = {{"batch", "1"}, {"memory", "mixed"}};
  sag.curve.duality_gap = {1, std::numeric_limits<double>::infinity(), 0.5};
  SamplingSummary& sampling = sag.sampling.emplace();
  sampling.examples = 10;
  sampling.unseen = 1;
  sampling.iterations = 30;
  sampling.visits = {1, 5, 10.0 / 3, {{1, 3, 6}, {4, 5}}};
  sampling.lipschitz = {0.5, 2, 1, {{0.5, 1, 2}, {0, 9}}};
  sampling.lipschitz_visits = {std::numeric_limits<double>::quiet_NaN(), 3.5};
  comparison.runs.push_back(std::move(sag));
  const double infinity = std::numeric_limits<double>::infinity();
  comparison.runs.push_back(ExampleRun("sg", "sg", 0.1, {4, 3, 2.5}, RunMark::kSecond));
  comparison.runs.push_back(ExampleRun("sg", "sg", 1, {4, 2.2, 2.4}, RunMark::kBest));
  comparison.runs.push_back(ExampleRun("sg", "sg", 10, {8, infinity}, RunMark::kDiverged));
  comparison.skipped = {{"hybrid", "hybrid", "it has no L1 form"}};
  comparison.complete = true;
  return comparison;
}

}  // namespace sagitta
