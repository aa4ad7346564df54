// Evaluator against examples worked by hand with conlleval's rules.
#include "sagitta/evaluate.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "eval/spans.h"

namespace sagitta {
namespace {

std::vector<std::string> Words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

void Add(Evaluator& evaluator, const std::string& actual, const std::string& predicted) {
  const std::vector<std::string> a = Words(actual), p = Words(predicted);
  ASSERT_EQ(a.size(), p.size());
  evaluator.Add(std::vector<std::string_view>(a.begin(), a.end()),
                std::vector<std::string_view>(p.begin(), p.end()));
}

Evaluation Evaluate(const std::string& actual, const std::string& predicted) {
  Evaluator evaluator;
  Add(evaluator, actual, predicted);
  return evaluator.result();
}

std::string Show(const MatchCounts& c) {
  return std::to_string(c.correct) + "/" + std::to_string(c.predicted) + "/" +
         std::to_string(c.actual);
}

/// correct/predicted/actual of all spans.
std::string Spans(const std::string& actual, const std::string& predicted) {
  return Show(Evaluate(actual, predicted).all_spans);
}

/// The number of spans in a sequence.
std::uint64_t Count(const std::string& labels) {
  const Evaluation result = Evaluate(labels, labels);
  EXPECT_EQ(result.all_spans.correct, result.all_spans.actual);
  EXPECT_EQ(result.all_spans.predicted, result.all_spans.actual);
  return result.all_spans.actual;
}

TEST(SpanLabel, SplitsAtTheFirstDash) {
  EXPECT_EQ(SpanLabel::Parse("B-NP").tag, "B");
  EXPECT_EQ(SpanLabel::Parse("B-NP").type, "NP");
  EXPECT_EQ(SpanLabel::Parse("I-a-b").type, "a-b");
  EXPECT_EQ(SpanLabel::Parse("O").tag, "O");
  EXPECT_EQ(SpanLabel::Parse("O").type, "");
  EXPECT_EQ(SpanLabel::Parse("-LRB-").tag, "");
  EXPECT_EQ(SpanLabel::Parse("").tag, "");
}

TEST(Spans, CountsBio) {
  EXPECT_EQ(Count("B-NP I-NP O B-VP"), 2u);
  EXPECT_EQ(Count("B-NP B-NP B-NP"), 3u);
  EXPECT_EQ(Count("O O O"), 0u);
}

TEST(Spans, AnInsideTagMayStartASpan) {
  EXPECT_EQ(Count("O I-NP I-NP O I-NP"), 2u);
  EXPECT_EQ(Count("I-NP I-NP"), 1u);       // at the start of a sequence
  EXPECT_EQ(Count("B-NP I-VP"), 2u);       // another type
  EXPECT_EQ(Count("I-NP B-NP I-NP"), 2u);  // IOB1
}

TEST(Spans, CountsIoe) {
  EXPECT_EQ(Count("I-NP E-NP I-NP E-NP"), 2u);
  EXPECT_EQ(Count("E-NP E-NP"), 2u);
  EXPECT_EQ(Count("O E-NP O"), 1u);
  EXPECT_EQ(Count("E-NP I-NP O"), 2u);
}

TEST(Spans, CountsIobes) {
  EXPECT_EQ(Count("B-NP E-NP B-NP I-NP E-NP S-NP S-NP O S-VP"), 5u);
  EXPECT_EQ(Count("S-NP I-NP"), 2u);
  EXPECT_EQ(Count("B-NP S-NP"), 2u);
}

TEST(Spans, CountsBracketsAsSpansOfOneToken) {
  EXPECT_EQ(Count("[-NP ]-NP . [-NP"), 3u);
  EXPECT_EQ(Count(". . ."), 0u);
}

TEST(Spans, CountsBareTags) {
  EXPECT_EQ(Count("B I I O B"), 2u);
  const Evaluation result = Evaluate("B I O B", "B I O O");
  EXPECT_TRUE(result.has_spans);
  EXPECT_EQ(Show(result.spans.at("")), "1/1/2");
}

TEST(Spans, MatchNeedsBothBoundariesAndTheType) {
  EXPECT_EQ(Spans("B-NP I-NP O", "B-NP I-NP O"), "1/1/1");
  EXPECT_EQ(Spans("B-NP I-NP I-NP", "B-NP I-NP O"), "0/1/1");     // too short
  EXPECT_EQ(Spans("B-NP I-NP O", "B-NP I-NP I-NP"), "0/1/1");     // too long
  EXPECT_EQ(Spans("B-NP I-NP", "I-NP I-NP"), "1/1/1");            // I starts it as well as B
  EXPECT_EQ(Spans("B-NP I-NP", "B-VP I-VP"), "0/1/1");            // type
  EXPECT_EQ(Spans("O B-NP I-NP", "B-NP I-NP I-NP"), "0/1/1");     // starts earlier
  EXPECT_EQ(Spans("B-NP I-NP I-NP", "B-NP B-NP I-NP"), "0/2/1");  // split in two
  EXPECT_EQ(Spans("B-NP I-NP O", "B-NP I-VP O"), "0/2/1");        // type changes inside
  EXPECT_EQ(Spans("B-NP B-NP", "B-NP I-NP"), "0/1/2");
}

TEST(Spans, MatchesAcrossSchemes) {
  EXPECT_EQ(Spans("B-NP I-NP O B-VP", "B-NP E-NP O S-VP"), "2/2/2");
}

TEST(Spans, AdjacentSpansCloseAndOpenAtOnce) {
  EXPECT_EQ(Spans("B-NP I-NP B-NP I-VP O", "B-NP I-NP B-NP I-VP O"), "3/3/3");
  EXPECT_EQ(Spans("B-NP B-NP O", "B-NP B-NP I-NP"), "1/2/2");
}

TEST(Spans, NeverReachOverASequenceEnd) {
  Evaluator evaluator;
  Add(evaluator, "B-NP I-NP", "B-NP I-NP");
  Add(evaluator, "I-NP O", "I-NP O");
  EXPECT_EQ(Show(evaluator.result().all_spans), "2/2/2");
}

// Three types, with a wrong type, a wrong start and one span too many.
TEST(Spans, CountsByType) {
  const Evaluation result = Evaluate("B-NP I-NP B-VP B-PP B-NP I-NP O   B-VP B-NP O",
                                     "B-NP I-NP B-VP B-NP I-NP I-NP O   B-VP I-NP B-PP");
  EXPECT_EQ(Show(result.spans.at("NP")), "2/3/3");
  EXPECT_EQ(Show(result.spans.at("VP")), "2/2/2");
  EXPECT_EQ(Show(result.spans.at("PP")), "0/1/1");
  EXPECT_EQ(Show(result.all_spans), "4/6/6");
  EXPECT_DOUBLE_EQ(result.all_spans.Precision(), 4.0 / 6);
  EXPECT_DOUBLE_EQ(result.all_spans.F1(), 4.0 / 6);
}

TEST(Evaluator, CountsTokensSequencesAndLabels) {
  Evaluator evaluator;
  Add(evaluator, "DT NN VB", "DT NN NN");
  Add(evaluator, "NN", "NN");
  const Evaluation& result = evaluator.result();
  EXPECT_EQ(result.tokens, 4u);
  EXPECT_EQ(result.correct_tokens, 3u);
  EXPECT_EQ(result.sequences, 2u);
  EXPECT_EQ(result.correct_sequences, 1u);
  EXPECT_DOUBLE_EQ(result.TokenAccuracy(), 0.75);
  EXPECT_DOUBLE_EQ(result.SequenceAccuracy(), 0.5);
  EXPECT_EQ(Show(result.labels.at("NN")), "2/3/2");
  EXPECT_EQ(Show(result.labels.at("VB")), "0/0/1");
  EXPECT_FALSE(result.has_spans);
  EXPECT_DOUBLE_EQ(result.Score(), 0.75);
}

TEST(Evaluator, ALabelTheModelDoesNotKnowIsAnErrorEverywhere) {
  const Evaluation result = Evaluate("B-NEW I-NEW O", "O O O");
  EXPECT_EQ(result.tokens, 3u);
  EXPECT_EQ(result.correct_tokens, 1u);
  EXPECT_EQ(result.correct_sequences, 0u);
  EXPECT_EQ(Show(result.spans.at("NEW")), "0/0/1");
  EXPECT_EQ(Show(result.labels.at("B-NEW")), "0/0/1");
  EXPECT_DOUBLE_EQ(result.Score(), 0.0);
}

TEST(Evaluator, KnowsWhichTasksHaveSpans) {
  EXPECT_TRUE(Evaluate("O O B-NP", "O O O").has_spans);
  EXPECT_TRUE(Evaluate("O O", "O I-X").has_spans);  // predicted labels count too
  EXPECT_TRUE(Evaluate("S-X", "S-X").has_spans);
  EXPECT_TRUE(Evaluate("B I O", "B I O").has_spans);
  EXPECT_FALSE(Evaluate("O O", "O O").has_spans);
  EXPECT_FALSE(Evaluate("NN -LRB- X-Y", "NN B VB").has_spans);
  EXPECT_FALSE(Evaluate("A B C E I O S", "A B C E I O S").has_spans);  // letters
}

TEST(Evaluator, NothingScoresZero) {
  const Evaluation empty;
  EXPECT_EQ(empty.TokenAccuracy(), 0.0);
  EXPECT_EQ(empty.SequenceAccuracy(), 0.0);
  EXPECT_EQ(empty.Score(), 0.0);
  EXPECT_EQ(MatchCounts{}.F1(), 0.0);
  EXPECT_FALSE(empty.ToText().empty());
}

TEST(Report, AlignsText) {
  EXPECT_EQ(Evaluate("B-NP I-NP O", "B-NP O O").ToText(),
            "tokens      66.67%  (2 of 3)\n"
            "sequences    0.00%  (0 of 1)\n"
            "spans      precision 0.00%, recall 0.00%, F1 0.00%\n"
            "\n"
            "span   precision     recall         F1    correct  predicted     actual\n"
            "NP         0.00%      0.00%      0.00%          0          1          1\n"
            "(all)      0.00%      0.00%      0.00%          0          1          1\n"
            "\n"
            "label  precision     recall         F1    correct  predicted     actual\n"
            "B-NP     100.00%    100.00%    100.00%          1          1          1\n"
            "I-NP       0.00%      0.00%      0.00%          0          0          1\n"
            "O         50.00%    100.00%     66.67%          1          2          1\n");
}

TEST(Report, SaysTheSameInJson) {
  const nlohmann::json json =
      nlohmann::json::parse(Evaluate("B-NP I-NP O B-VP", "B-NP I-NP O O").ToJson());
  EXPECT_EQ(json["tokens"], 4);
  EXPECT_EQ(json["correct_tokens"], 3);
  EXPECT_DOUBLE_EQ(json["token_accuracy"], 0.75);
  EXPECT_DOUBLE_EQ(json["sequence_accuracy"], 0.0);
  EXPECT_DOUBLE_EQ(json["score"], 2.0 / 3);
  EXPECT_DOUBLE_EQ(json["all_spans"]["precision"], 1.0);
  EXPECT_EQ(json["spans"]["VP"]["actual"], 1);
  EXPECT_EQ(json["labels"]["O"]["predicted"], 2);
}

TEST(Report, LeavesSpansOutWhereThereAreNone) {
  const Evaluation result = Evaluate("NN -LRB- NN", "NN NN NN");
  EXPECT_EQ(result.ToText().find("span"), std::string::npos);
  EXPECT_FALSE(nlohmann::json::parse(result.ToJson()).contains("spans"));
}

TEST(Report, WritesValidJsonForAnyBytes) {
  const Evaluation result = Evaluate("\xff\xfe \"q\\", "\xff\xfe x");
  const nlohmann::json json = nlohmann::json::parse(result.ToJson());
  EXPECT_EQ(json["labels"].size(), 3u);
}

}  // namespace
}  // namespace sagitta
