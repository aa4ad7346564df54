// Corpora as they go into training: from files, from memory, with edges, in several pieces.
#include "sagitta/corpus.h"

#include <gtest/gtest.h>

#include "api/training.h"
#include "data/corpus_data.h"

namespace sagitta {
namespace {

TrainSettings Quick() {
  TrainSettings settings;
  settings.passes = 10;
  return settings;
}

TEST(TrainingCorpus, FilesAndMemoryGiveTheSameModel) {
  const TempFile file(SmallText());
  const Corpus read = Corpus::Read({file.path()}, {});
  const Corpus built = Corpus::FromSequences(ReadAll(file.path()));
  EXPECT_EQ(SavedBytes(Train(read, nullptr, Quick()).model),
            SavedBytes(Train(built, nullptr, Quick()).model));
}

TEST(TrainingCorpus, PiecesGiveTheSameModelAsTheWhole) {
  const std::string text = SynthText("ner", 30, 3);
  const std::size_t middle = text.find("\n\n", text.size() / 2) + 2;
  const TempFile whole(text), first(text.substr(0, middle)), second(Gzip(text.substr(middle)));
  EXPECT_EQ(
      SavedBytes(Train(Corpus::Read({whole.path()}, {}), nullptr, Quick()).model),
      SavedBytes(Train(Corpus::Read({first.path(), second.path()}, {}), nullptr, Quick()).model));
}

TEST(TrainingCorpus, CopiesShareTheirData) {
  const TempFile file(SmallText());
  const Corpus corpus = Corpus::Read({file.path()}, {});
  const Corpus copy = corpus;
  EXPECT_EQ(&internal::CorpusAccess::Data(copy), &internal::CorpusAccess::Data(corpus));
  // A copy of the training corpus has the same dictionaries.
  const TrainResult result = Train(corpus, &copy, Quick());
  EXPECT_DOUBLE_EQ(*result.summary.last.dev_score, Evaluate(result.model, file.path()).Score());
}

// A template with B lines: weights for label pairs and input, all the way to the saved model.
TEST(TrainingCorpus, EdgeAttributesAreLearned) {
  // After "go" the label stays the same, elsewhere labels alternate. Node attributes do not help.
  std::string text;
  for (int k = 0; k < 20; ++k) {
    text += k % 2 == 0 ? "stay A\nstay B\ngo B\nstay A\ngo A\nstay B\n\n"
                       : "stay B\nstay A\nstay B\ngo B\nstay A\n\n";
  }
  const TempFile file(text);
  const ReadOptions options{Format::kColumns, "U:%x[0,0]\nB:%x[0,0]\nB\n", "template", true};
  const Corpus corpus = Corpus::Read({file.path()}, options);
  EXPECT_EQ(corpus.Size().edge_attributes, 2u);
  for (const char* method : {"sag", "sag-nus", "sag-nus-secant", "lbfgs"}) {
    TrainSettings settings = ToTheOptimum(method);
    settings.lambda = 1e-3;
    settings.tolerance = 1e-6;
    const TrainResult result = Train(corpus, nullptr, settings);
    EXPECT_NEAR(ObjectiveOf(result.model, file.path(), 1e-3), result.summary.certificate.objective,
                1e-12);
    const TempFile saved("");
    result.model.Save(saved.path());
    const Model loaded = Model::Load(saved.path());
    EXPECT_EQ(loaded.read_options().template_text, options.template_text);
    // Only the first label of a sequence has to be guessed.
    EXPECT_LT(result.summary.certificate.objective, std::log(2.0) + 0.1) << method;
    EXPECT_GE(Evaluate(loaded, file.path()).SequenceAccuracy(), 0.5) << method;
  }
}

}  // namespace
}  // namespace sagitta
