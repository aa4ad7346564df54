// The formats of input, from training to tagging.
#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

class Input : public ProgramTest {
 protected:
  /// Trains on `text`, then tags `unlabelled` with the model alone.
  std::string TrainAndTag(const std::string& options, const std::string& text,
                          const std::string& unlabelled, const std::string& how = "") const {
    Write("train", text);
    Output("sagitta train -q " + options + " train -m model");
    return Output("sagitta tag -m model " + how, unlabelled);
  }
};

constexpr const char* kConllu =
    "# text = del mar\n"
    "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tde\tde\tADP\t_\t_\t0\troot\t_\t_\n"
    "2\tel mar\tmar\tNOUN\t_\tNumber=Sing\t1\tx\t_\t_\n"
    "\n"
    "1\tel mar\tmar\tNOUN\t_\tNumber=Sing\t1\tx\t_\t_\n"
    "\n";

TEST_F(Input, Conllu) {
  Write("template", "u:%X[0,0]\nb\n");
  std::string unlabelled = kConllu;
  for (std::size_t at; (at = unlabelled.find("NOUN")) != std::string::npos;) {
    unlabelled.replace(at, 4, "_");
  }
  const std::string options = "--format conllu --columns form,feats.Number,upos -t template";
  EXPECT_EQ(TrainAndTag(options, kConllu, unlabelled), "ADP\nNOUN\n\nNOUN\n\n");
  EXPECT_EQ(Output("sagitta tag -m model --keep-input", unlabelled),
            "# text = del mar\n"
            "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "1\tde\tde\tADP\t_\t_\t0\troot\t_\t_\tADP\n"
            "2\tel mar\tmar\t_\t_\tNumber=Sing\t1\tx\t_\t_\tNOUN\n\n"
            "1\tel mar\tmar\t_\t_\tNumber=Sing\t1\tx\t_\t_\tNOUN\n\n");
  EXPECT_NE(Output("sagitta eval -m model train").find("3 of 3"), std::string::npos)
      << Output("sagitta eval -m model train");
  EXPECT_EQ(TrainAndTag("--columns upos,feats.Number -t template", kConllu, kConllu),
            "_\nSing\n\nSing\n\n")
      << "columns alone say what it is, and the label may be any";
}

TEST_F(Input, WapitiPatterns) {
  Write("pattern", "u:%m[0,0,\"^.\"]\n*%x[-1,0]/%t[0,0,\"x$\"]  # both\n");
  const std::string text = "ax A\nby B\nbx B\n\nby B\nax A\n";
  EXPECT_EQ(TrainAndTag("-t pattern", text, "az\nbz\n \nbz\n"), "A\nB\n\nB\n\n");
  const std::string dump = Output("sagitta dump model");
  EXPECT_NE(dump.find("*ax/false"), std::string::npos) << dump;
  EXPECT_EQ(dump.find("\ntransition"), std::string::npos) << "no plain b\n" << dump;
}

TEST_F(Input, LanguageOfTheTemplate) {
  Write("template", "U:%x[-1,0]\nB\n");
  const std::string text = "a A\nb B\n";
  TrainAndTag("-t template", text, "a\n");
  EXPECT_NE(Output("sagitta dump model").find("U:_B-1"), std::string::npos);
  TrainAndTag("-t template --template-language wapiti", text, "a\n");
  EXPECT_NE(Output("sagitta dump model").find("u:_x-1"), std::string::npos);
  Write("lower", "u:%x[-1,0]\n");
  ExpectFailure("sagitta train -t lower --template-language crfpp train -m m", 1, "lower:1:1:");
}

TEST_F(Input, Observations) {
  const std::string text = "u:a b:x *s A\nu:b b:x B\n\nu:b B\nu:a *s b:y A\n";
  EXPECT_EQ(TrainAndTag("--format observations", text, "u:a *s\nu:b b:x\n"), "A\nB\n\n");
  EXPECT_EQ(Output("sagitta tag -m model --keep-input", "u:a A\nu:b B\n"), "u:a A A\nu:b B B\n\n");
  ExpectFailure("sagitta tag -m model", 1, "<stdin>:1:1: found 'a'", "a\tu:b\n");
}

TEST_F(Input, MemoryReadsTheSameFormats) {
  Write("template", "u:%x[0,0]\nb:%x[0,0]\n");
  Write("text", kConllu);
  const std::string table = Output("sagitta memory --columns form,upos -t template text");
  EXPECT_NE(table.find("2 of 2 sequences"), std::string::npos) << table;
}

TEST_F(Input, OptionsThatDoNotFit) {
  Write("train", "a A\nb B\n");
  Write("t", "U%x[0,0]\nU%x[0,1]\nB\n");
  const auto refuse = [&](const std::string& options, const std::string& message) {
    ExpectFailure("sagitta train " + options + " train -m m", 2, message);
  };
  refuse("--format columns", "column text requires a template");
  refuse("--format conllu --columns form,upos", "CoNLL-U requires a template");
  refuse("--format conllu -t t", "names of at least two columns");
  refuse("--format observations -t t", "observations do not use a template");
  refuse("--format attributes -t t", "attribute text does not use a template");
  refuse("--format columns --columns form,upos -t t", "only the columns of CoNLL-U have names");
  refuse("--format tsv -t t", "--format: found 'tsv'");
  refuse("--columns form,,upos -t t", "--columns: found 'form,,upos'");
  refuse("--columns form,pos -t t", "columns: found 'pos'");
  refuse("--columns form,upos -t t", "t:2 uses column 1");
  refuse("--template-language wapiti", "--template-language needs --template");
  refuse("--template-language perl -t t", "--template-language: found 'perl'");
  EXPECT_FALSE(Exists("m"));
}

}  // namespace
}  // namespace sagitta::cli_testing
