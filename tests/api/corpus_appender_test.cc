// CorpusAppender: the same corpus as FromSequences, sequence by sequence.
#include "sagitta/corpus_appender.h"

#include <gtest/gtest.h>

#include "sagitta/error.h"
#include "sagitta/train.h"

namespace sagitta {
namespace {

Sequence Make(std::string_view first, std::string_view second) {
  Sequence sequence;
  sequence.Add(first, {{"a"}, {"size", 2.5}});
  sequence.Add(second, {{"b"}}, {{"a-b"}});
  return sequence;
}

TEST(CorpusAppender, GivesTheSameModelAsSequencesAtOnce) {
  const std::vector<Sequence> sequences = {Make("X", "Y"), Make("Y", "Y"), Make("Y", "X")};
  CorpusAppender appender;
  for (const Sequence& sequence : sequences) appender.Add(sequence);
  EXPECT_EQ(appender.sequences(), 3u);
  const Corpus appended = appender.Finish();
  EXPECT_EQ(Train(appended, nullptr, {}).model.ToBytes(),
            Train(Corpus::FromSequences(sequences), nullptr, {}).model.ToBytes());
}

TEST(CorpusAppender, ContinuesACorpus) {
  const std::vector<Sequence> sequences = {Make("X", "Y"), Make("Y", "Y"), Make("Z", "X")};
  const Corpus first = Corpus::FromSequences(std::vector<Sequence>{sequences[0], sequences[1]});
  CorpusAppender appender(first);
  appender.Add(sequences[2]);
  EXPECT_EQ(Train(appender.Finish(), nullptr, {}).model.ToBytes(),
            Train(Corpus::FromSequences(sequences), nullptr, {}).model.ToBytes());
  EXPECT_EQ(first.Size().sequences, 2u);
  EXPECT_EQ(first.labels(), (std::vector<std::string>{"X", "Y"}));
}

TEST(CorpusAppender, IsEmptyAfterFinish) {
  CorpusAppender appender;
  appender.Add(Make("X", "Y"));
  EXPECT_EQ(appender.Finish().labels(), (std::vector<std::string>{"X", "Y"}));
  EXPECT_EQ(appender.sequences(), 0u);
  appender.Add(Make("Z", "Z"));
  EXPECT_EQ(appender.Finish().labels(), std::vector<std::string>{"Z"});
}

TEST(CorpusAppender, RefusesWhatHasNoTokensOrNoLabels) {
  CorpusAppender appender;
  EXPECT_THROW(appender.Add({}), Error);
  EXPECT_THROW(appender.Add(Make("X", "")), Error);
  EXPECT_EQ(appender.sequences(), 0u);
  EXPECT_TRUE(appender.Finish().labels().empty());
}

TEST(CorpusAppender, TrainRefusesNoSequences) {
  EXPECT_THROW(Train(CorpusAppender().Finish(), nullptr, {}), Error);
}

}  // namespace
}  // namespace sagitta
