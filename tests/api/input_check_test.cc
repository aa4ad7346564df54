// The checks of input on real data: whatever is read with a template that fits is not doubted, not
// even when there is little of it.
#include "sagitta/input_check.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "api/training.h"
#include "sagitta/presets.h"
#include "sagitta/tagging.h"
#include "support/shared_folder.h"

namespace sagitta {
namespace {

namespace fs = std::filesystem;

const fs::path kShared = SharedFolder();

/// The first sequences of a file, in attribute text or columns.
std::string Head(const fs::path& path, std::size_t sequences, const ReadOptions& options) {
  SequenceReader reader(path.string(), options);
  std::string text;
  Sequence sequence;
  for (std::size_t k = 0; k < sequences && reader.Next(sequence); ++k) {
    for (const std::string_view line : sequence.lines()) text.append(line) += '\n';
    text += '\n';
  }
  return text;
}

/// The files whose names begin so, shortened.
std::vector<std::unique_ptr<TempFile>> Heads(const std::string& name, std::size_t sequences) {
  ReadOptions any;
  if (!name.starts_with("ocr")) any.template_text = "U:%x[0,0]\n";
  std::vector<std::unique_ptr<TempFile>> files;
  for (const auto& entry : fs::directory_iterator(kShared / "data")) {
    if (entry.path().filename().string().starts_with(name))
      files.push_back(std::make_unique<TempFile>(Head(entry.path(), sequences, any)));
  }
  return files;
}

/// Trains with each file and tags and scores every other one.
void ExpectNoDoubt(const std::string& what, const ReadOptions& options,
                   const std::vector<std::unique_ptr<TempFile>>& files) {
  TrainSettings settings;
  settings.method = "sg";
  settings.passes = 1;
  settings.threads = 1;
  for (const auto& train : files) {
    const Corpus corpus = Corpus::Read({train->path()}, options);
    for (const InputConcern& concern : CheckTrainingInput(corpus))
      ADD_FAILURE() << what << ": " << concern.text;
    const Model model = Train(corpus, nullptr, settings).model;
    const TagSettings check{.threads = 1, .check_input = true};
    for (const auto& test : files) {
      EXPECT_NO_THROW(TagFile(
          model, test->path(), [](std::string_view) {}, check))
          << what;
      EXPECT_NO_THROW(Evaluate(model, test->path(), check)) << what;
    }
  }
}

/// Templates for a word, a part of speech and a label.
std::vector<std::string> Templates() {
  std::vector<std::string> texts;
  for (const char* const name : {"conll2000.template", "conll2002.pattern", "ewt.pattern"})
    texts.push_back(ReadTemplateFile((kShared / "templates" / name).string()));
  for (const char* const name : {"ner", "pos", "chunk"})
    texts.push_back(PresetTemplate(FindPreset(name), 2));
  return texts;
}

class RealInput : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!fs::exists(kShared / "data")) GTEST_SKIP() << "no " << kShared / "data";
  }
};

TEST_P(RealInput, IsNotDoubted) {
  const std::string name = GetParam();
  for (const std::size_t sequences : {2, 30}) {
    const auto files = Heads(name, sequences);
    ASSERT_GE(files.size(), 2u);
    std::vector<std::string> templates = {""};
    if (name == "snakes") templates = {PresetTemplate(FindPreset("values"), 5)};
    if (name != "snakes" && name != "ocr") templates = Templates();
    for (const std::string& text : templates) {
      ReadOptions options;
      options.template_text = text;
      ExpectNoDoubt(name + ", " + std::to_string(sequences) + " sequences, " + text.substr(0, 60),
                    options, files);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealInput,
                         testing::Values("conll2000", "conll2002-esp", "conll2002-ned", "ewt-pos",
                                         "ocr", "snakes"));

}  // namespace
}  // namespace sagitta
