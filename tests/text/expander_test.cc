// Real data, expanded by the library and by an independent program: a file for each template. The
// program is slow, so these are not the largest ones.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/escape.h"
#include "base/temp_file.h"
#include "sagitta/corpus.h"
#include "support/shared_folder.h"

namespace sagitta {
namespace {

struct Case {
  const char* template_file;
  const char* data_file;
  std::size_t tokens;
};

class Expander : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    options_.template_name = SharedFolder() / "templates" / GetParam().template_file;
    data_ = SharedFolder() / "data" / GetParam().data_file;
    const std::filesystem::path script = SharedFolder() / "yardstick/expand.py";
    if (!std::filesystem::exists(script) || !std::filesystem::exists(data_)) {
      GTEST_SKIP() << "no " << script << " or " << data_;
    }
    options_.template_text = ReadTemplateFile(options_.template_name);
    const std::string command = "python3 '" + script.string() + "' '" + options_.template_name +
                                "' '" + data_ + "' '" + expanded_.path() + "'";
    if (std::system(command.c_str()) != 0) GTEST_SKIP() << "cannot run " << command;
  }

  ReadOptions options_;
  std::string data_;
  const TempFile expanded_{""};
};

TEST_P(Expander, WritesTheSameBytes) {
  SequenceReader reader(data_, options_);
  std::ifstream raw(expanded_.path());
  std::size_t tokens = 0;
  std::string written, line;
  for (Sequence sequence; reader.Next(sequence);) {
    tokens += sequence.size();
    ASSERT_TRUE(sequence.edge_items().empty()) << "the expander knows tokens only";
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      written.clear();
      AppendLabel(written, sequence.labels()[t]);
      for (const Item& item : sequence.node_items(t)) {
        AppendAttribute(written, item.name);
      }
      ASSERT_TRUE(std::getline(raw, line));
      ASSERT_EQ(written, line);
    }
    ASSERT_TRUE(std::getline(raw, line));
    ASSERT_EQ(line, "");
  }
  EXPECT_FALSE(std::getline(raw, line));
  EXPECT_EQ(tokens, GetParam().tokens);
}

INSTANTIATE_TEST_SUITE_P(RealData, Expander,
                         testing::Values(Case{"conll2000.template", "conll2000.test.tsv.gz", 47377},
                                         Case{"conll2002.pattern", "conll2002-ned.testa.tsv.gz",
                                              37687},
                                         Case{"ewt.pattern", "ewt-pos.test.tsv.gz", 25094}),
                         [](const testing::TestParamInfo<Case>& test) {
                           std::string name = test.param.data_file;
                           name.resize(name.find(".tsv"));
                           for (char& c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

TEST(RealCorpus, HasTheKnownSize) {
  const std::string source = SharedFolder() / "templates/conll2000.template";
  const std::string data = SharedFolder() / "data/conll2000.train.tsv.gz";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data;
  ReadOptions options;
  options.template_text = ReadTemplateFile(source);
  const CorpusSize size = Corpus::Read({data}, options).Size();
  EXPECT_EQ(size.sequences, 8936u);
  EXPECT_EQ(size.labels, 22u);
  EXPECT_EQ(size.node_attributes, 338551u);
}

}  // namespace
}  // namespace sagitta
