// Model pages against plain code: all weights sorted, Evaluate, and counts made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/temp_file.h"
#include "report/confusion.h"
#include "report/embedded.h"
#include "report/strongest.h"
#include "report/test_run.h"
#include "sagitta/error.h"
#include "sagitta/report.h"
#include "sagitta/tagger.h"
#include "sagitta/train.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kText[] =
    "B-X\tw=a\tup\nI-X\tw=b\nO\tw=c\tlow\n\n"
    "O\tw=c\nB-X\tw=d\tup\n\n"
    "O\tw=c\tlow\nO\tw=e\nB-Y\tw=a\tlow\nI-Y\tw=f\n\n";

Model TrainOn(const std::string& path) {
  TrainSettings settings;
  settings.passes = 20;
  return Train(Corpus::Read({path}, {}), nullptr, settings).model;
}

/// A different label for every token, more than a page can show.
std::string ManyLabels(int count) {
  std::string text;
  for (int k = 0; k < count; ++k) {
    text += "L" + std::to_string(k) + "\tw=" + std::to_string(k) + "\n";
    if (k % 3 == 2) text += "\n";
  }
  return text;
}

TEST(Strongest, AreThoseOfASortedList) {
  const TempFile text(kText);
  const Model model = TrainOn(text.path());
  std::map<std::string, std::vector<double>> above;
  std::uint64_t all = 0;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind == WeightEntry::Kind::kTransition) return;
    ++all;
    if (entry.weight > 0) above[std::string(entry.to)].push_back(entry.weight);
  });
  const Json json = AttributesJson(model, 2);
  EXPECT_EQ(json["all"], all);
  std::uint64_t shown = 0;
  for (const Json& label : json["labels"]) {
    std::vector<double>& sorted = above[label["label"]];
    std::sort(sorted.rbegin(), sorted.rend());
    ASSERT_EQ(label["for"].size(), std::min<std::size_t>(2, sorted.size())) << label;
    for (std::size_t k = 0; k < label["for"].size(); ++k) EXPECT_EQ(label["for"][k][1], sorted[k]);
    for (const Json& entry : label["against"]) EXPECT_LT(entry[1], 0);
    shown += label["for"].size() + label["against"].size();
  }
  EXPECT_EQ(json["shown"], shown);
}

TEST(Strongest, TransitionsAreTheModels) {
  const TempFile text(kText);
  const Model model = TrainOn(text.path());
  const Json json = TransitionsJson(model);
  EXPECT_EQ(json["left_out"], 0);
  const std::vector<std::string> labels = json["labels"];
  std::size_t met = 0;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != WeightEntry::Kind::kTransition) return;
    ++met;
    const auto place = [&](std::string_view name) {
      return std::find(labels.begin(), labels.end(), name) - labels.begin();
    };
    EXPECT_EQ(json["types"][0]["weights"][place(entry.from)][place(entry.to)], entry.weight);
  });
  EXPECT_GT(met, 0u);
}

TEST(Strongest, ManyLabelsAreCutAndCounted) {
  const TempFile text(ManyLabels(120));
  const Model model = TrainOn(text.path());
  const Json transitions = TransitionsJson(model);
  EXPECT_EQ(transitions["labels"].size(), kShownTransitionLabels);
  EXPECT_EQ(transitions["left_out"], 120 - kShownTransitionLabels);
  ASSERT_EQ(transitions["types"].size(), 1u);
  EXPECT_EQ(transitions["types"][0]["type"], "");
  EXPECT_EQ(transitions["types"][0]["weights"].size(), kShownTransitionLabels);
  const Json attributes = AttributesJson(model, 1000000);
  EXPECT_LE(attributes["shown"].get<std::size_t>(), kShownAttributes);
}

TEST(ConfusionTable, CountsAndCuts) {
  const std::vector<std::string> labels = {"a", "b", "c"};
  Confusion confusion(labels);
  for (int k = 0; k < 5; ++k) confusion.Add("a", 0);
  confusion.Add("a", 1);
  confusion.Add("a", 1);
  confusion.Add("c", 1);
  confusion.Add("strange", 1);
  EXPECT_EQ(
      confusion.ToJson(9).dump(),
      R"j({"labels":["a","b","c","(unknown to the model)"],"left_out":0,"errors_left_out":0,)j"
      R"("counts":[[5,2,0,0],[0,0,0,0],[0,1,0,0],[0,1,0,0]]})");
  EXPECT_EQ(confusion.ToJson(2).dump(),
            R"({"labels":["a","b"],"left_out":2,"errors_left_out":2,"counts":[[5,2],[0,0]]})");
}

TEST(TestRun, AgreesWithEvaluateAndTheTagger) {
  const TempFile text(kText);
  const TempFile test("B-X\tw=a\nI-X\tw=zzz\nO\tw=c\n\nNEW\tw=a\n\n");
  const Model model = TrainOn(text.path());
  const Json json = TestJson(model, test.path(), 5);
  const Evaluation wanted = Evaluate(model, test.path());
  EXPECT_EQ(json["tokens"], wanted.tokens);
  EXPECT_EQ(json["correct_tokens"], wanted.correct_tokens);
  EXPECT_EQ(json["all_spans"]["f1"], wanted.all_spans.F1());
  EXPECT_EQ(json["labels"].size(), wanted.labels.size());
  std::uint64_t tokens = 0;
  for (const Json& bin : json["confidence"]) tokens += bin["tokens"].get<std::uint64_t>();
  EXPECT_EQ(tokens, wanted.tokens);
  // Each sequence once, with its marginals.
  ASSERT_EQ(json["examples"].size(), 2u);
  Tagger tagger(model);
  SequenceReader reader(test.path(), model.read_options());
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  tagger.Tag(sequence);
  for (const Json& example : json["examples"]) {
    if (example["index"] != 1) continue;
    EXPECT_EQ(example["tokens"][1]["text"], "zzz");
    EXPECT_EQ(example["tokens"][0]["p"], tagger.Marginals()[tagger.label_ids()[0]]);
  }
}

TEST(TestRun, SentencesAreChosenByWhatIsWrong) {
  const TempFile text(kText);
  const Model model = TrainOn(text.path());
  // The third sequence has wrong labels on purpose; the others are from the training data.
  const TempFile test("O\tw=c\n\nO\tw=c\tlow\n\nI-Y\tw=c\tlow\n\n");
  const Json examples = TestJson(model, test.path(), 1)["examples"];
  ASSERT_GE(examples.size(), 2u);
  EXPECT_EQ(examples[0]["kind"], "mistakes");
  EXPECT_EQ(examples[0]["index"], 3);
  EXPECT_EQ(examples[0]["tokens"][0]["true"], "I-Y");
  EXPECT_EQ(TestJson(model, test.path(), 0)["examples"].size(), 0u);
}

TEST(TestRun, LongSentencesAreCut) {
  const TempFile text(kText);
  const Model model = TrainOn(text.path());
  std::string line;
  for (std::size_t k = 0; k < kShownTokens + 7; ++k) line += "O\tw=c\n";
  const TempFile test(line);
  const Json example = TestJson(model, test.path(), 1)["examples"][0];
  EXPECT_EQ(example["tokens"].size(), kShownTokens);
  EXPECT_EQ(example["left_out"], 7);
}

// A square whose left cells are given: drawn with its edges, and only the others are scored.
constexpr const char* kSquare =
    "A\tw=a\nB\tw=b\nA\tw=a\nB\tw=b\n@edge:right\t1\t2\n@edge:right\t3\t4\n@edge:down\t1\t3\n"
    "@edge:down\t2\t4\n@given\t1\n@given\t3\n\n";

TEST(TestRun, GraphsHaveTheirEdgesAndMarginals) {
  const TempFile text(kSquare);
  const Model model = TrainOn(text.path());
  const Json json = TestJson(model, text.path(), 1);
  EXPECT_EQ(json["tokens"], 2);
  EXPECT_EQ(json["tokens"], Evaluate(model, text.path()).tokens);
  std::uint64_t tokens = 0;
  for (const Json& bin : json["confidence"]) tokens += bin["tokens"].get<std::uint64_t>();
  EXPECT_EQ(tokens, 2u);
  const Json example = json["examples"][0];
  EXPECT_EQ(example["tokens"][0]["given"], true);
  EXPECT_FALSE(example["tokens"][1].contains("given"));
  ASSERT_EQ(example["edges"].size(), 4u);
  Tagger tagger(model);
  SequenceReader reader(text.path(), model.read_options());
  Sequence square;
  ASSERT_TRUE(reader.Next(square));
  tagger.Tag(square);
  const std::span<const std::uint32_t> ids = tagger.label_ids();
  for (std::size_t e = 0; e < 4; ++e) {
    const GraphEdge& edge = square.edges()[e];
    EXPECT_EQ(example["edges"][e],
              (Json{edge.from, edge.to, edge.type,
                    tagger.PairMarginals()[e * 4 + ids[edge.from] * 2 + ids[edge.to]]}));
  }
}

TEST(TransitionsJson, HasATableForEveryTypeOfEdges) {
  const TempFile text(kSquare);
  const Json transitions = TransitionsJson(TrainOn(text.path()));
  ASSERT_EQ(transitions["types"].size(), 2u);
  EXPECT_EQ(transitions["types"][0]["type"], "down");
  EXPECT_EQ(transitions["types"][1]["type"], "right");
  // Below a cell is the same label, on the right the other one.
  const Json &down = transitions["types"][0]["weights"],
             &right = transitions["types"][1]["weights"];
  EXPECT_GT(down[1][1], down[0][1]);
  EXPECT_GT(right[0][1], right[0][0]);
}

TEST(TestRun, EmptyTextIsRefused) {
  const TempFile text(kText);
  const TempFile empty("\n\n");
  EXPECT_THROW(TestJson(TrainOn(text.path()), empty.path(), 1), Error);
}

TEST(ModelPageTest, HoldsModelsLogsAndTests) {
  const TempFile text(kText);
  const TempFile model("", ".model");
  TrainOn(text.path()).Save(model.path());
  const Json data = EmbeddedData(ModelPage({{model.path()}, {}, text.path(), 3, 2}));
  EXPECT_EQ(data["kind"], "models");
  EXPECT_EQ(data["models"][0]["file"], model.path());
  EXPECT_EQ(data["models"][0]["test"]["tokens"], 9);
  EXPECT_FALSE(
      EmbeddedData(ModelPage({{model.path()}, {}, "", 3, 2}))["models"][0].contains("test"));
  EXPECT_THROW(ModelPage({}), Error);
  EXPECT_THROW(ModelPage({{text.path()}, {}, "", 3, 2}), Error);
  EXPECT_THROW(ModelPage({{model.path(), model.path()}, {}, "-", 3, 2}), Error);
}

}  // namespace
}  // namespace sagitta
