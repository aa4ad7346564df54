// Trains a tiny part-of-speech tagger on sentences made in memory, saves and loads it, tags new
// text.
//
// Usage: tag_words MODEL_FILE
#include <sagitta/corpus.h>
#include <sagitta/error.h>
#include <sagitta/evaluate.h>
#include <sagitta/model.h>
#include <sagitta/sequence.h>
#include <sagitta/tagger.h>
#include <sagitta/train.h>

#include <cstddef>
#include <cstdio>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Word {
  std::string_view text;
  std::string_view label;
};
using Sentence = std::vector<Word>;

const std::vector<Sentence> kTraining = {
    {{"the", "DET"}, {"dog", "NOUN"}, {"barks", "VERB"}},
    {{"a", "DET"}, {"cat", "NOUN"}, {"sees", "VERB"}, {"the", "DET"}, {"dog", "NOUN"}},
    {{"the", "DET"}, {"old", "ADJ"}, {"cat", "NOUN"}, {"sleeps", "VERB"}},
    {{"dogs", "NOUN"}, {"chase", "VERB"}, {"a", "DET"}, {"small", "ADJ"}, {"bird", "NOUN"}},
    {{"birds", "NOUN"}, {"sing", "VERB"}},
    {{"the", "DET"}, {"small", "ADJ"}, {"dog", "NOUN"}, {"sees", "VERB"}, {"birds", "NOUN"}},
};

const std::vector<Sentence> kHeldOut = {
    {{"the", "DET"}, {"small", "ADJ"}, {"bird", "NOUN"}, {"sleeps", "VERB"}},
    {{"a", "DET"}, {"dog", "NOUN"}, {"sees", "VERB"}, {"cats", "NOUN"}},
};

// A Sequence only points to the names of its attributes; this keeps them alive.
class Names {
 public:
  std::string_view Keep(std::string name) { return names_.emplace_back(std::move(name)); }

 private:
  std::deque<std::string> names_;  // a deque never moves its elements
};

// Attributes of a token: the word, the words around it, its last letter.
sagitta::Sequence MakeSequence(const Sentence& sentence, Names& names) {
  sagitta::Sequence sequence;
  for (std::size_t t = 0; t < sentence.size(); ++t) {
    const std::string word(sentence[t].text);
    std::vector<sagitta::Item> items = {{names.Keep("word=" + word)},
                                        {names.Keep("last=" + word.substr(word.size() - 1)), 0.5}};
    if (t > 0) items.push_back({names.Keep("before=" + std::string(sentence[t - 1].text))});
    if (t + 1 < sentence.size()) {
      items.push_back({names.Keep("after=" + std::string(sentence[t + 1].text))});
    }
    sequence.Add(sentence[t].label, items);
  }
  return sequence;
}

class Progress : public sagitta::TrainObserver {
 public:
  void OnStart(const sagitta::TrainStart& start) override {
    std::printf("training: %llu sequences, %llu weights\n",
                static_cast<unsigned long long>(start.corpus.sequences),
                static_cast<unsigned long long>(start.weights));
  }
  void OnPass(const sagitta::PassRecord&) override { ++passes_; }
  void OnEnd(const sagitta::TrainSummary& summary) override {
    std::printf("stopped after %d passes: %s\n", passes_,
                std::string(StopText(summary.stop_reason)).c_str());
    std::printf("objective %.4f, at most %.1e above the optimum\n", summary.certificate.objective,
                summary.certificate.bound);
  }

 private:
  int passes_ = 0;
};

void TrainAndSave(const std::string& path) {
  Names names;
  std::vector<sagitta::Sequence> sequences;
  for (const Sentence& sentence : kTraining) sequences.push_back(MakeSequence(sentence, names));
  const sagitta::Corpus corpus = sagitta::Corpus::FromSequences(sequences);

  sagitta::TrainSettings settings;
  settings.lambda = 0.01;
  Progress progress;
  sagitta::Train(corpus, nullptr, settings, &progress).model.Save(path);
}

// Prints every token with its label and how probable that label is.
void LoadAndTag(const std::string& path) {
  const sagitta::Model model = sagitta::Model::Load(path);
  const std::size_t label_count = model.labels().size();
  sagitta::Tagger tagger(model);
  sagitta::Evaluator evaluator;
  for (const Sentence& sentence : kHeldOut) {
    Names names;
    const sagitta::Sequence sequence = MakeSequence(sentence, names);
    const auto labels = tagger.Tag(sequence);
    evaluator.Add(sequence.labels, labels);
    const auto ids = tagger.label_ids();
    const auto marginals = tagger.Marginals();
    for (std::size_t t = 0; t < sentence.size(); ++t) {
      std::printf("%-8s %-5s %.3f\n", std::string(sentence[t].text).c_str(),
                  std::string(labels[t]).c_str(), marginals[t * label_count + ids[t]]);
    }
    std::printf("\n");
  }
  std::printf("token accuracy %.3f\n", evaluator.result().TokenAccuracy());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s MODEL_FILE\n", argv[0]);
    return 2;
  }
  try {
    TrainAndSave(argv[1]);
    LoadAndTag(argv[1]);
  } catch (const sagitta::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.kind() == sagitta::ErrorKind::kUsage ? 2 : 1;
  }
}
