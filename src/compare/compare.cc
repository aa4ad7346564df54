// Compare: puts together what the comparison is about, and has the matrix do the rest.
#include "sagitta/compare.h"

#include <cmath>
#include <cstdio>

#include "compare/matrix.h"
#include "data/corpus_data.h"
#include "kernels/targets.h"
#include "sagitta/error.h"
#include "sagitta/version.h"
#include "train/certificate.h"
#include "train/checkpoint.h"
#include "train/constraints.h"
#include "train/graph_training.h"
#include "train/settings.h"
#include "train/trainer.h"

namespace sagitta {
namespace {

std::string HexText(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

// The settings that every run has, whatever its method.
TrainSettings TrainingOf(const TrainSettings& given, const Corpus& train) {
  if (given.passes == 0)
    throw Error(ErrorKind::kUsage, "passes: found '0', expected a number above 0 to compare");
  if (given.lambda_path || given.cv)
    throw Error(ErrorKind::kUsage, "a comparison needs one lambda: give a number");
  TrainSettings settings = given;
  settings.method = TrainSettings().method;
  settings.method_options.clear();
  settings.tolerance = 0;
  settings.patience = 0;
  settings.checkpoint = {};
  settings.stop_at_floor = false;
  settings.trace_objective = true;
  settings = ResolveSettings(settings, train.Size().sequences, train.options());
  settings.method_options.clear();
  return settings;
}

// What tells this comparison from others: cheap to find out, unlike the rest of the header.
CompareHeader KeyOf(const Corpus& train, const Corpus* test, const TrainSettings& training) {
  CompareHeader header;
  header.version = SAGITTA_VERSION;
  header.target = SimdTargetName();
  header.settings = SettingTexts(training, [](const TrainOption& option) {
    return option.in_comparison && option.affects_result;
  });
  AddRulesHash(training, header.settings);
  header.passes = training.passes;
  header.lambda = training.lambda.value();
  header.train_hash = HexText(HashData(internal::CorpusAccess::Data(train), nullptr));
  if (test != nullptr)
    header.test_hash = HexText(
        HashData(internal::CorpusAccess::Data(train), &internal::CorpusAccess::Data(*test)));
  return header;
}

// Fills in what the key leaves open.
void Describe(const Corpus& given_train, const Corpus* test, const TrainSettings& training,
              CompareHeader& header) {
  const bool graphs = TrainsGraphs(internal::CorpusAccess::Data(given_train), training);
  const Corpus train = graphs ? AsGraphs(given_train) : given_train;
  header.corpus = train.Size();
  if (test != nullptr) header.test_corpus = test->Size();
  const internal::CorpusData& data = internal::CorpusAccess::Data(train);
  const Layout layout =
      TrainingLayout(data, training, TrainingConstraints(training.constraints, data));
  header.weights = layout.weights();
  const auto plans =
      graphs ? PlansForTraining(data, ChooseEngine(data.dataset, training).choice) : nullptr;
  ExactObjective exact(data.dataset, layout, ValueLimit(training.scale_values), nullptr, {}, plans);
  header.objective_at_zero =
      exact.Certify(std::vector<double>(layout.weights()), *training.lambda, training.lambda1)
          .objective;
  MemorySettings memory;
  memory.features = training.features;
  memory.transitions = training.transitions;
  memory.min_count = training.min_count;
  memory.precision = training.precision;
  memory.merge_twins = false;
  header.memory_published = GradientMemoryTable(train, memory);
  memory.merge_twins = true;
  header.memory_merged = GradientMemoryTable(train, memory);
}

// A given f* replaces that of earlier starts, unless they have computed it.
void GiveOptimum(const CompareSettings& settings, Optimum& optimum) {
  if (!settings.optimum) return;
  if (!std::isfinite(*settings.optimum) || *settings.optimum <= 0)
    throw Error(ErrorKind::kUsage, "optimum: expected a number above 0");
  if (optimum.given.value_or(*settings.optimum) != *settings.optimum || !optimum.runs.empty()) {
    throw Error(ErrorKind::kUsage, "'" + settings.directory +
                                       "' contains a comparison with another optimum; choose "
                                       "another directory");
  }
  optimum.given = settings.optimum;
}

}  // namespace

Comparison Compare(const Corpus& train, const Corpus* test, const CompareSettings& settings,
                   CompareObserver* observer) {
  const std::vector<CompareEntry> entries = ParseEntries(settings.methods);
  if (settings.jobs < 1)
    throw Error(ErrorKind::kUsage, "jobs: found '0', expected a whole number, 1 or above");
  if (test != nullptr &&
      internal::CorpusAccess::Data(*test).names != internal::CorpusAccess::Data(train).names) {
    throw Error(ErrorKind::kUsage,
                "the test corpus does not share the dictionaries of the training corpus: make it "
                "with ReadHeldOut, EncodeHeldOut or Select");
  }
  const TrainSettings training = TrainingOf(settings.training, train);
  const ResultStore store(settings.directory);
  CompareHeader key = KeyOf(train, test, training);
  Comparison comparison;
  if (auto stored = store.Load()) {
    CheckSame(settings.directory, stored->header, key);
    comparison = std::move(*stored);
    comparison.complete = false;
    // What was left out is tried again: there may be more memory now.
    for (const CompareEntry& entry : entries) {
      std::erase_if(comparison.skipped,
                    [&](const SkippedMethod& skipped) { return skipped.name == entry.name; });
    }
  } else {
    comparison.header = std::move(key);
    Describe(train, test, training, comparison.header);
  }
  comparison.header.files = settings.files;
  GiveOptimum(settings, comparison.header.optimum);
  CompareObserver silent;
  Matrix matrix(
      {train, test, training, entries, settings.jobs, store, observer ? *observer : silent},
      comparison);
  comparison.complete = matrix.FindOptimum() && matrix.RunAll();
  store.Save(comparison);
  store.SaveSummary(SummaryText(comparison));
  return comparison;
}

}  // namespace sagitta
