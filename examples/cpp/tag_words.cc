// Trains a tiny part-of-speech tagger on sentences in memory, with a dev set and a progress
// callback that can cancel; saves and loads the model; tags new sentences, prints marginals and
// scores.
//
// Usage: tag_words MODEL_FILE
#include <sagitta/sagitta.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace {

struct Word {
  std::string text;
  std::string label;
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

// Attributes of a token: the word, the words around it, its last letter.
sagitta::Sequence MakeSequence(const Sentence& sentence) {
  sagitta::Sequence sequence;
  for (std::size_t t = 0; t < sentence.size(); ++t) {
    const std::string& word = sentence[t].text;
    sequence.AddToken(sentence[t].label);
    sequence.AddItem("word=" + word);
    sequence.AddItem("last=" + word.substr(word.size() - 1), 0.5);  // with a value
    if (t > 0) sequence.AddItem("before=" + sentence[t - 1].text);
    if (t + 1 < sentence.size()) sequence.AddItem("after=" + sentence[t + 1].text);
  }
  return sequence;
}

std::vector<sagitta::Sequence> MakeSequences(const std::vector<Sentence>& sentences) {
  std::vector<sagitta::Sequence> sequences;
  for (const Sentence& sentence : sentences) sequences.push_back(MakeSequence(sentence));
  return sequences;
}

std::atomic<bool> cancelled = false;  // set by Ctrl-C

class Progress : public sagitta::TrainObserver {
 public:
  void OnStart(const sagitta::TrainStart& start) override {
    std::printf("training: %llu sequences, %llu weights\n",
                static_cast<unsigned long long>(start.corpus.sequences),
                static_cast<unsigned long long>(start.weights));
  }
  void OnPass(const sagitta::PassRecord& record) override {
    std::printf("pass %3.0f  objective %.4f  dev score %.3f\n", record.pass,
                record.objective_estimate, record.dev_score.value_or(0));
  }
  bool ShouldStop() override { return cancelled; }
};

sagitta::Model TrainModel() {
  const auto corpus = sagitta::Corpus::FromSequences(MakeSequences(kTraining));
  const auto dev = corpus.EncodeHeldOut(MakeSequences(kHeldOut));

  sagitta::TrainSettings settings;
  settings.lambda = 0.01;
  settings.patience = 5;  // stop when the dev score has not improved for five passes
  Progress progress;
  const auto [model, summary] = sagitta::Train(corpus, &dev, settings, &progress);

  std::printf("stopped: %s\n", std::string(sagitta::StopText(summary.stop_reason)).c_str());
  std::printf("objective %.4f, at most %.1e above the optimum\n", summary.certificate.objective,
              summary.certificate.bound);
  return model;
}

// A model as bytes, for example for a database: what FromBytes gives is the same model.
sagitta::Model ThroughBytes(const sagitta::Model& model) {
  const std::string bytes = model.ToBytes();
  return sagitta::Model::FromBytes(bytes);
}

// Prints every token with its label and the probability of that label.
void Tag(const sagitta::Model& model) {
  const std::size_t label_count = model.labels().size();
  sagitta::Tagger tagger(model);
  for (const Sentence& sentence : kHeldOut) {
    const std::vector<std::string> labels = tagger.Tag(MakeSequence(sentence));
    const auto ids = tagger.label_ids();
    const auto marginals = tagger.Marginals();  // [tokens][labels]
    for (std::size_t t = 0; t < sentence.size(); ++t) {
      std::printf("%-8s %-5s %.3f\n", sentence[t].text.c_str(), labels[t].c_str(),
                  marginals[t * label_count + ids[t]]);
    }
    std::printf("probability of all labels %.3f, second best %.3f\n\n", tagger.Probability(),
                std::exp(tagger.NBest(2)[1].log_probability));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s MODEL_FILE\n", argv[0]);
    return 2;
  }
  std::signal(SIGINT, [](int) { cancelled = true; });
  try {
    TrainModel().Save(argv[1]);
    const auto model = ThroughBytes(sagitta::Model::Load(argv[1]));
    Tag(model);
    const sagitta::Evaluation scores = sagitta::Evaluate(model, MakeSequences(kHeldOut));
    std::printf("token accuracy %.3f\n", scores.TokenAccuracy());
  } catch (const sagitta::Diverged& error) {
    std::fprintf(stderr, "%s\n", error.what());  // another step size is needed
    return 3;
  } catch (const sagitta::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());  // file:line:column: message
    return error.kind() == sagitta::ErrorKind::kUsage ? 2 : 1;
  }
}
