// TagFile, TagSequences and Evaluate with several threads and tiny chunks: the same bytes, the same
// errors.
#include "api/tag_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "api/training.h"
#include "data/corpus_data.h"
#include "sagitta/error.h"
#include "text/read_corpus.h"

namespace sagitta {
namespace {

constexpr std::uint32_t kThreads[] = {1, 2, 3, 8, 17};

Model SmallModel(const std::string& text) {
  const TempFile file(text);
  TrainSettings settings;
  settings.passes = 10;
  settings.threads = 1;
  return Train(Corpus::Read({file.path()}, {}), nullptr, settings).model;
}

/// Everything that a tagger can be asked for.
void PrintAll(const Sequence& sequence, Tagger& tagger, std::string& text) {
  for (std::size_t t = 0; t < sequence.size(); ++t) {
    text.append(sequence.lines()[t]) += " " + std::string(tagger.labels()[t]) + "\n";
  }
  text += std::to_string(tagger.Probability()) + " " + std::to_string(tagger.Marginals()[0]) + " " +
          std::to_string(tagger.NBest(2).size()) + "\n";
}

/// The answers, and the error after them.
std::string Tagged(const Model& model, const std::string& path, const TagSettings& settings,
                   std::size_t bytes) {
  std::string text;
  try {
    internal::TagFileInChunks(
        model, path, [&](std::string_view piece) { text += piece; }, settings,
        [] { return PrintAll; }, bytes);
  } catch (const Error& error) {
    text += error.what();
  }
  return text;
}

std::string Scored(const Model& model, const std::string& path, std::uint32_t threads,
                   std::size_t bytes) {
  try {
    return internal::EvaluateInChunks(model, path, {.threads = threads}, {}, bytes).ToJson();
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(TagFileThreads, BytesAndScoresAreThoseOfOneThread) {
  const std::string text = SmallText();
  const Model model = SmallModel(text);
  std::string unix_lines = text + "\n" + SynthText("chunk", 30, 3);
  std::string windows_lines;
  for (const char c : unix_lines) windows_lines += c == '\n' ? "\r\n" : std::string(1, c);
  const std::string broken = text + "A\tx:1:2\n\n" + text + "A\tx:?\n";
  for (const std::string& input :
       {unix_lines, windows_lines, Gzip(unix_lines), broken, Gzip(broken), std::string()}) {
    const TempFile file(input);
    for (const bool force : {false, true}) {
      TagSettings settings;
      settings.force = force;
      settings.threads = 1;
      const std::string tagged = Tagged(model, file.path(), settings, 1 << 20);
      const std::string scored = Scored(model, file.path(), 1, 1 << 20);
      for (const std::uint32_t threads : kThreads) {
        settings.threads = threads;
        for (const std::size_t bytes : {1, 100, 5000}) {
          ASSERT_EQ(Tagged(model, file.path(), settings, bytes), tagged);
          ASSERT_EQ(Scored(model, file.path(), threads, bytes), scored);
        }
      }
    }
  }
}

TEST(TagFileThreads, ForbiddenLabelsAreReportedForTheFirstSequence) {
  const std::string text = SmallText();
  const Model model = SmallModel(text);
  const std::vector<std::string> names = model.labels();
  const std::size_t labels = names.size();
  const auto a =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), "A") - names.begin());
  TagSettings settings;
  settings.force = true;
  settings.constraints = {std::vector<std::uint8_t>(labels, 1),
                          std::vector<std::uint8_t>(labels, 1),
                          std::vector<std::uint8_t>(labels * labels, 1)};
  settings.constraints.pair[a * labels + a] = 0;
  const TempFile file("B\tx\nA\ty\n\nB\tx\n\nA\tx\nA\ty\n\nC\tx\nA\tx\nA\ty\n");
  settings.threads = 1;
  const std::string expected = Tagged(model, file.path(), settings, 1);
  ASSERT_NE(expected.find(":6: "), std::string::npos) << expected;
  for (const std::uint32_t threads : kThreads) {
    settings.threads = threads;
    EXPECT_EQ(Tagged(model, file.path(), settings, 1), expected);
  }
}

TEST(TagFileThreads, LabelsAreThoseOfATagger) {
  const Model model = SmallModel(SmallText());
  const TempFile file(SmallText());
  std::string expected;
  Tagger tagger(model);
  std::vector<Sequence> sequences;
  for (int k = 0; k < 5; ++k) {
    for (const Sequence& sequence : ReadAll(file.path())) sequences.push_back(sequence);
  }
  std::vector<std::vector<std::string>> labels;
  for (const Sequence& sequence : sequences) labels.push_back(tagger.Tag(sequence));
  for (std::size_t i = 0; i < sequences.size() / 5; ++i) {
    for (const std::string& label : labels[i]) expected += label + "\n";
    expected += "\n";
  }
  for (const std::uint32_t threads : kThreads) {
    TagSettings settings;
    settings.threads = threads;
    std::string found;
    TagFile(
        model, file.path(), [&](std::string_view text) { found += text; }, settings);
    EXPECT_EQ(found, expected);
    const auto tagged = TagSequences(model, sequences, settings);
    ASSERT_EQ(tagged.size(), labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      EXPECT_TRUE(
          std::equal(tagged[i].begin(), tagged[i].end(), labels[i].begin(), labels[i].end()));
    }
    EXPECT_EQ(Evaluate(model, sequences, {}, threads).ToJson(),
              Evaluate(model, sequences, {}, 1).ToJson());
  }
  EXPECT_TRUE(TagSequences(model, {}).empty());
}

TEST(TagFileThreads, AFailureToWriteLeavesTagFile) {
  const Model model = SmallModel(SmallText());
  const TempFile file(SmallText() + "\nA\tx:y\n");
  for (const std::uint32_t threads : kThreads) {
    TagSettings settings;
    settings.threads = threads;
    int calls = 0;
    const auto write = [&](std::string_view) {
      ++calls;
      throw std::runtime_error("closed");
    };
    EXPECT_THROW(internal::TagFileInChunks(model, file.path(), write, settings, {}, 1),
                 std::runtime_error);
    EXPECT_EQ(calls, 1);
  }
}

TEST(TagFileThreads, ModelsOfCorporaThatThreadsReadAreTheSame) {
  const TempFile file(SmallText() + "\n" + SynthText("chunk", 60, 1));
  std::string expected;
  for (const std::uint32_t threads : kThreads) {
    ReadOptions read;
    read.threads = threads;
    const Corpus corpus =
        internal::CorpusAccess::Make(internal::ReadCorpus({file.path()}, read, nullptr, 500));
    TrainSettings settings;
    settings.passes = 3;
    settings.threads = 1;
    const std::string bytes = SavedBytes(Train(corpus, nullptr, settings).model);
    if (expected.empty()) expected = bytes;
    EXPECT_TRUE(bytes == expected) << threads << " threads";
  }
}

}  // namespace
}  // namespace sagitta
