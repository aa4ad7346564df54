// Training that continues: a model keeps what it knows, and penalties of the change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "api/training.h"
#include "sagitta/error.h"
#include "sagitta/train_options.h"

namespace sagitta {
namespace {

using Weights = std::map<std::tuple<std::string, std::string, std::string>, double>;

Weights WeightsOf(const Model& model) {
  Weights weights;
  model.ForEachWeight([&](const WeightEntry& entry) {
    weights[{std::string(entry.attribute), std::string(entry.from), std::string(entry.to)}] =
        entry.weight;
  });
  return weights;
}

double WeightOf(const Weights& weights, const Weights::key_type& key) {
  const auto found = weights.find(key);
  return found == weights.end() ? 0 : found->second;
}

struct Recorder : TrainObserver {
  void OnStart(const TrainStart& given) override { start = given; }
  void OnPass(const PassRecord& pass) override { objectives.push_back(pass.objective.value_or(0)); }
  TrainStart start;
  std::vector<double> objectives;
};

TrainSettings Exact(const std::string& method = "sag-nus-secant") {
  TrainSettings settings;
  settings.method = method;
  settings.precision = Precision::kDouble;
  settings.lambda = 0.02;
  settings.tolerance = 1e-9;
  settings.passes = 400;
  return settings;
}

std::string ErrorOf(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Old and new chunks; the new ones lack some labels and attributes of the old ones and have
/// others.
class Continue : public testing::Test {
 protected:
  Continue() {
    std::string renamed = SynthText("chunk", 12, 2);
    for (std::size_t at = 0; (at = renamed.find("B-ADVP", at)) != std::string::npos;) {
      renamed.replace(at, 6, "B-ODDP");
    }
    new_text_ = renamed;
  }

  static Corpus CorpusOf(const std::string& text) {
    const TempFile file(text);
    return Corpus::Read({file.path()}, {});
  }

  /// The mean loss of a model on the new data, and the penalty of its distance from `center`, from
  /// public functions alone. Attributes that are not in the data have no part in it.
  double Objective(const Model& model, const Weights& center, double lambda, double lambda1 = 0) {
    const TempFile file(new_text_);
    const double loss = ObjectiveOf(model, file.path(), 0);
    std::set<std::string> occurring{""};
    for (const Sequence& sequence : ReadAll(file.path())) {
      for (const Item& item : sequence.node_items()) occurring.emplace(item.name);
    }
    const Weights own = WeightsOf(model);
    Weights both = own;
    both.insert(center.begin(), center.end());
    double penalty = 0;
    for (const auto& [key, unused] : both) {
      if (!occurring.contains(std::get<0>(key))) continue;
      const double change = WeightOf(own, key) - WeightOf(center, key);
      penalty += 0.5 * lambda * change * change + lambda1 * std::abs(change);
    }
    return loss + penalty;
  }

  std::string old_text_ = SynthText("chunk", 60, 1);
  std::string new_text_;
  Corpus old_ = CorpusOf(old_text_);
  Model model_ = Train(old_, nullptr, Exact()).model;
  Corpus new_ = Continue::CorpusOf(SynthText("chunk", 12, 2));
};

TEST_F(Continue, KeepsWhatTheOldModelKnows) {
  const Corpus data = CorpusOf(new_text_);
  Recorder recorder;
  const Model model = Train(data, nullptr, Exact(), &recorder, &model_).model;
  // Names: the old ones first, in their order.
  const std::vector<std::string> before = model_.labels(), after = model.labels(),
                                 in_data = data.labels();
  ASSERT_GT(after.size(), before.size());
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  EXPECT_EQ(after.back(), "B-ODDP");
  // Attributes that the new data do not have keep exactly their weights.
  std::set<std::string> occurring{""};
  const TempFile file(new_text_);
  for (const Sequence& sequence : ReadAll(file.path())) {
    for (const Item& item : sequence.node_items()) occurring.emplace(item.name);
  }
  const Weights old = WeightsOf(model_), now = WeightsOf(model);
  std::uint64_t untrained = 0, changed = 0;
  for (const auto& [key, weight] : old) {
    if (occurring.contains(std::get<0>(key))) {
      changed += WeightOf(now, key) != weight ? 1 : 0;
    } else {
      ASSERT_EQ(WeightOf(now, key), weight) << std::get<0>(key);
      ++untrained;
    }
  }
  EXPECT_GT(untrained, 100u);
  EXPECT_GT(changed, 100u);
  // What was said about it.
  ASSERT_TRUE(recorder.start.from);
  const FromModel& from = *recorder.start.from;
  EXPECT_EQ(from.untrained, untrained);
  const auto common = static_cast<std::uint64_t>(
      std::count_if(in_data.begin(), in_data.end(), [&](const std::string& label) {
        return std::find(before.begin(), before.end(), label) != before.end();
      }));
  EXPECT_EQ(from.labels.matched, common);
  EXPECT_EQ(from.labels.kept, before.size() - common);
  EXPECT_EQ(from.labels.added, in_data.size() - common);
  EXPECT_EQ(from.labels.dropped + from.attributes.dropped + from.weights.dropped, 0u);
  EXPECT_EQ(from.attributes.matched + from.attributes.kept, model_.node_attribute_count());
  EXPECT_EQ(from.attributes.matched + from.attributes.added, data.Size().node_attributes);
  EXPECT_EQ(from.weights.matched + from.weights.kept, model_.weight_count());
  EXPECT_EQ(from.weights.matched + from.weights.kept + from.weights.added, recorder.start.weights);
  EXPECT_EQ(recorder.start.corpus.labels, after.size());
}

TEST_F(Continue, ForgettingDropsTheRest) {
  const Corpus data = CorpusOf(new_text_);
  TrainSettings settings = Exact();
  settings.forget = true;
  Recorder recorder;
  const Model model = Train(data, nullptr, settings, &recorder, &model_).model;
  EXPECT_EQ(model.labels(), data.labels());
  const FromModel& from = *recorder.start.from;
  EXPECT_EQ(from.labels.kept + from.attributes.kept + from.weights.kept + from.untrained, 0u);
  EXPECT_GT(from.labels.dropped, 0u);
  EXPECT_GT(from.attributes.dropped, 100u);
  EXPECT_EQ(from.weights.matched + from.weights.dropped, model_.weight_count());
  // It only starts elsewhere.
  TrainSettings cold = Exact();
  const Certificate certificate = Train(data, nullptr, cold).summary.certificate;
  EXPECT_NEAR(certificate.objective, Objective(model, {}, 0.02), 1e-9);
}

TEST_F(Continue, TheCorpusMayBeNumberedBefore) {
  const Corpus data = CorpusOf(new_text_);
  const Corpus numbered = WithNamesOf(data, model_);
  TrainSettings settings = Exact();
  settings.passes = 5;
  for (const FeatureSet features : {FeatureSet::kObserved, FeatureSet::kAll}) {
    settings.features = features;
    EXPECT_EQ(SavedBytes(Train(data, nullptr, settings, nullptr, &model_).model),
              SavedBytes(Train(numbered, nullptr, settings, nullptr, &model_).model));
  }
}

// A dev sequence in which everything is known to the old model only.
TEST_F(Continue, DevSequencesSeeWhatIsKept) {
  const TempFile old_file(old_text_);
  const TempFile new_file(new_text_);
  const Corpus data = WithNamesOf(Corpus::Read({new_file.path()}, {}), model_);
  const Corpus dev = data.ReadHeldOut({old_file.path()});
  TrainSettings settings = Exact();
  settings.passes = 2;
  settings.lambda = 100;
  settings.penalty = Penalty::kChange;  // stays where it is
  const double score = *Train(data, &dev, settings, nullptr, &model_).summary.best_dev_score;
  Tagger tagger(model_);
  Evaluator evaluator;
  for (const Sequence& sequence : ReadAll(old_file.path())) {
    const std::vector<std::string> labels = tagger.Tag(sequence);
    evaluator.Add(sequence.labels(), std::vector<std::string_view>(labels.begin(), labels.end()));
  }
  EXPECT_NEAR(score, evaluator.result().Score(), 1e-12);
}

// ---- Penalty of the change ----

TEST_F(Continue, MethodsAgreeOnThePenaltyOfTheChange) {
  const Corpus data = CorpusOf(new_text_);
  const Weights center = WeightsOf(model_);
  for (const FeatureSet features : {FeatureSet::kObserved, FeatureSet::kAll}) {
    std::optional<double> optimum;
    for (const char* method : {"lbfgs", "sag-nus-secant", "saga-nus-star"}) {
      TrainSettings settings = Exact(method);
      settings.features = features;
      settings.penalty = Penalty::kChange;
      settings.passes = 2000;
      const TrainResult result = Train(data, nullptr, settings, nullptr, &model_);
      const Certificate& certificate = result.summary.certificate;
      EXPECT_LE(certificate.bound, 1e-10) << method;
      EXPECT_NEAR(certificate.objective, Objective(result.model, center, 0.02), 1e-10) << method;
      if (!optimum) optimum = certificate.objective;
      EXPECT_NEAR(certificate.objective, *optimum, 1e-10) << method;
    }
  }
}

TEST_F(Continue, AnL1TermMakesTheChangeSparse) {
  const Corpus data = CorpusOf(new_text_);
  const Weights center = WeightsOf(model_);
  std::optional<double> optimum;
  for (const char* method : {"owlqn", "sag-nus-secant", "saga"}) {
    TrainSettings settings = Exact(method);
    settings.penalty = Penalty::kChange;
    settings.lambda1 = 0.01;
    settings.passes = 2000;
    const TrainResult result = Train(data, nullptr, settings, nullptr, &model_);
    EXPECT_NEAR(result.summary.certificate.objective, Objective(result.model, center, 0.02, 0.01),
                1e-10)
        << method;
    if (!optimum) optimum = result.summary.certificate.objective;
    EXPECT_NEAR(result.summary.certificate.objective, *optimum, 1e-8) << method;
    std::size_t same = 0;
    for (const auto& [key, weight] : WeightsOf(result.model)) {
      same += WeightOf(center, key) == weight ? 1 : 0;
    }
    EXPECT_GT(same, center.size() / 2) << method;
  }
}

TEST_F(Continue, AStrongPenaltyOfTheChangeKeepsTheWeights) {
  const Corpus data = CorpusOf(new_text_);
  TrainSettings settings = Exact();
  settings.penalty = Penalty::kChange;
  settings.lambda = 1e9;
  const Weights center = WeightsOf(model_);
  for (const auto& [key, weight] :
       WeightsOf(Train(data, nullptr, settings, nullptr, &model_).model)) {
    ASSERT_NEAR(weight, WeightOf(center, key), 1e-8);
  }
}

// Without an effect of the data the old weights are the optimum, and do not move at all.
TEST_F(Continue, ExamplesOfWeightZeroChangeNothing) {
  const TempFile file(new_text_);
  std::vector<Sequence> sequences = ReadAll(file.path());
  for (Sequence& sequence : sequences) sequence.set_weight(0);
  TrainSettings settings = Exact();
  settings.penalty = Penalty::kChange;
  const TrainResult result =
      Train(Corpus::FromSequences(sequences), nullptr, settings, nullptr, &model_);
  EXPECT_EQ(WeightsOf(result.model), WeightsOf(model_));
  EXPECT_EQ(result.summary.certificate.objective, 0);
}

// From weights that are all zero the change is the size.
TEST_F(Continue, FromZeroItIsTheUsualPenalty) {
  const Corpus data = CorpusOf(new_text_);
  TrainSettings settings = Exact();
  settings.passes = 0;
  const Model zero = Train(data, nullptr, settings).model;
  ASSERT_EQ(zero.weight_count(), 0u);
  settings = Exact();
  const double usual = Train(data, nullptr, settings).summary.certificate.objective;
  settings.penalty = Penalty::kChange;
  EXPECT_NEAR(Train(data, nullptr, settings, nullptr, &zero).summary.certificate.objective, usual,
              1e-10);
}

TEST_F(Continue, PathsAndScaledValues) {
  std::string text = new_text_;
  const std::size_t line = text.find('\n');
  text.insert(line, "\tyear:2020");
  const Corpus data = CorpusOf(text);
  TrainSettings settings = Exact();
  settings.penalty = Penalty::kChange;
  settings.passes = 1000;
  const double once =
      Train(data, nullptr, settings, nullptr, &model_).summary.certificate.objective;
  settings.lambda.reset();
  settings.lambda_path = LambdaPath{0.2, 0.02, 3};
  EXPECT_NEAR(Train(data, nullptr, settings, nullptr, &model_).summary.certificate.objective, once,
              1e-9);
}

/// Ends a training after a given number of passes.
struct StopAfter : TrainObserver {
  explicit StopAfter(int most) : passes(most) {}
  void OnPass(const PassRecord&) override { --passes; }
  bool ShouldStop() override { return passes <= 0; }
  int passes;
};

// Within the first value, between two of them, and within the last.
TEST_F(Continue, AnInterruptedPathIsResumed) {
  const Corpus data = CorpusOf(new_text_);
  for (const Penalty penalty : {Penalty::kChange, Penalty::kSize}) {
    TrainSettings settings;
    settings.penalty = penalty;
    settings.lambda_path = LambdaPath{0.5, 0.005, 3};
    settings.passes = 6;
    settings.tolerance = 0;
    const TrainResult whole = Train(data, nullptr, settings, nullptr, &model_);
    for (const int passes : {2, 4, 5, 7, 10, 11}) {
      const TempFile checkpoint("");
      TrainSettings part = settings;
      part.checkpoint.file = checkpoint.path();
      StopAfter observer(passes);
      const TrainSummary cut = Train(data, nullptr, part, &observer, &model_).summary;
      ASSERT_EQ(cut.stop_reason, StopReason::kCancelled);
      part.checkpoint.resume = checkpoint.path();
      const TrainResult resumed = Train(data, nullptr, part, nullptr, &model_);
      EXPECT_EQ(SavedBytes(resumed.model), SavedBytes(whole.model)) << passes;
      ASSERT_EQ(resumed.summary.path.size(), 3u) << passes;
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(resumed.summary.path[k].passes, whole.summary.path[k].passes) << passes;
        EXPECT_EQ(resumed.summary.path[k].objective_estimate,
                  whole.summary.path[k].objective_estimate)
            << passes;
      }
    }
  }
}

TEST_F(Continue, EveryMethodEitherTrainsOrSaysWhyNot) {
  const Corpus data = CorpusOf(new_text_);
  for (const MethodInfo& method : Methods()) {
    TrainSettings settings = Exact(method.name);
    settings.penalty = Penalty::kChange;
    settings.passes = 0;
    const auto train = [&] { return Train(data, nullptr, settings, nullptr, &model_); };
    if (method.family == "dual") {
      EXPECT_EQ(ErrorOf([&] { train(); }),
                "method " + method.name +
                    " cannot be used with penalty change: its dual is that of the usual penalty");
      continue;
    }
    const double given = train().summary.certificate.objective;
    settings.passes = 10;
    EXPECT_LT(train().summary.certificate.objective, given) << method.name;
  }
}

TEST_F(Continue, TheObjectiveDoesNotRise) {
  std::string both = old_text_ + new_text_;
  for (const std::string& text : {both, new_text_}) {
    const Corpus data = CorpusOf(text);
    for (const Penalty penalty : {Penalty::kSize, Penalty::kChange}) {
      TrainSettings settings = Exact();
      settings.penalty = penalty;
      settings.lambda = 1e-3;
      settings.passes = 0;
      const double given =
          Train(data, nullptr, settings, nullptr, &model_).summary.certificate.objective;
      settings.passes = 30;
      settings.trace_objective = true;
      Recorder recorder;
      Train(data, nullptr, settings, &recorder, &model_);
      for (const double objective : recorder.objectives) EXPECT_LE(objective, given * (1 + 1e-9));
      EXPECT_LT(recorder.objectives.back(), given);
    }
  }
}

TEST_F(Continue, WithoutAModelThereIsNothingToForget) {
  TrainSettings settings;
  settings.forget = true;
  EXPECT_EQ(ErrorOf([&] { Train(new_, nullptr, settings); }), "forget needs a model to start from");
  settings.forget = false;
  settings.penalty = Penalty::kChange;
  EXPECT_EQ(ErrorOf([&] { Train(new_, nullptr, settings); }),
            "penalty change needs a model to start from");
}

// ---- Constraints ----

TEST_F(Continue, ObservedConstraintsKeepLabelsThatAreNotThere) {
  const Corpus data = CorpusOf("A\tx\nB\ty\n\nA\tx\nA\ty\n\n");
  const Corpus before = CorpusOf("C\tx\nA\ty\nC\tx\n\nB\tx\nC\ty\n\nB\tx\nA\tx\n\n");
  TrainSettings settings = Exact();
  const Model free = Train(before, nullptr, settings).model;
  settings.constraints.kind = ConstraintKind::kObserved;
  const Model bound = Train(before, nullptr, settings).model;
  const auto allows = [&](const Model& from, const std::string& a, const std::string& b) {
    const Model model = Train(data, nullptr, settings, nullptr, &from).model;
    const std::vector<std::string> labels = model.labels();
    const auto id = [&](const std::string& label) {
      return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) -
                                      labels.begin());
    };
    return model.constraints().pair[id(a) * labels.size() + id(b)] != 0;
  };
  EXPECT_TRUE(allows(free, "A", "B"));   // in the new data
  EXPECT_FALSE(allows(free, "B", "A"));  // both are there, but not in this order
  EXPECT_TRUE(allows(free, "B", "C"));   // nothing is known about C
  EXPECT_TRUE(allows(bound, "B", "A"));  // the old model allows it
  EXPECT_TRUE(allows(bound, "B", "C"));
  EXPECT_FALSE(allows(bound, "B", "B"));
  EXPECT_FALSE(allows(bound, "A", "C") && allows(bound, "C", "C"));
}

}  // namespace
}  // namespace sagitta
