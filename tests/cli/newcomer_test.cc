// What a newcomer meets first: wrong input that is told at once, presets, expand, JSON lines,
// errors in context.
#include <filesystem>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

class Newcomer : public ProgramTest {
 protected:
  bool Has(const std::string& text, const std::string& part) const {
    return text.find(part) != std::string::npos;
  }

  /// Sentences about places, in columns with this separator.
  static std::string Columns(const std::string& separator) {
    const std::vector<std::string> places = {"Ávila", "Madrid", "La Coruña", "León", "Cádiz"};
    std::string text;
    for (std::size_t k = 0; k < 60; ++k) {
      const std::string& place = places[k % places.size()];
      const std::size_t blank = place.find(' ');
      const auto line = [&](const std::string& word, const char* pos, const char* label) {
        text += word + separator + pos + separator + label + "\n";
      };
      line(k % 2 == 0 ? "en" : "desde", "SP", "O");
      line(place.substr(0, blank), "NP", "B-LOC");
      if (blank != std::string::npos) line(place.substr(blank + 1), "NP", "I-LOC");
      line("hay", "VM", "O");
      line("calles" + std::to_string(k), "NC", "O");
      text += "\n";
    }
    return text;
  }
};

TEST_F(Newcomer, ColumnsWithoutATemplateAreRefused) {
  Write("spaces", Columns(" "));
  Write("tabs", Columns("\t"));
  const std::string advice = "add --preset NAME or --template FILE; --force-input accepts it";
  ExpectFailure("sagitta train spaces -m m", 1, "spaces: found no attributes, only labels such as");
  ExpectFailure("sagitta train spaces -m m", 1, advice);
  ExpectFailure("sagitta train tabs -m m", 1, advice);
  EXPECT_FALSE(Exists("m"));
  Output("sagitta train -q --force-input tabs -m m");
  EXPECT_TRUE(Exists("m"));
}

TEST_F(Newcomer, OtherMistakesInTraining) {
  Write("conllu", "# text = a\n1\ta\ta\tDET\t_\t_\t0\troot\t_\t_\n\n");
  ExpectFailure("sagitta train conllu -m m", 1, "--columns form,upos");
  std::string one, words;
  for (int k = 0; k < 6000; ++k) one += std::string(k % 2 == 0 ? "A" : "B") + "\tx\n";
  Write("one", one);
  const Outcome outcome = Run("sagitta train -q --passes 1 one -m m");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Has(outcome.err, "one: found a single sequence of 6000 tokens")) << outcome.err;
  Write("few", "A B\ta\nC\tb\n\n");
  EXPECT_TRUE(Has(Run("sagitta train -q few -m m").err, "found the label 'A B' with a blank"));
  for (int k = 0; k < 40; ++k) words += "DT word" + std::to_string(k) + "\n";
  Write("words", words);
  ExpectFailure("sagitta train -t t words -m m", 1, "t: cannot open");
  Write("t", "U:%x[0,0]\nB\n");
  ExpectFailure("sagitta train -t t words -m m", 1, "is the label in the last column?");
  ExpectFailure("sagitta train --preset values words -m m", 1, "is the label in the last column?");
}

TEST_F(Newcomer, ColumnsForAnAttributeModelAreRefused) {
  Write("columns", Columns(" "));
  Write("tabs", Columns("\t"));
  Write("train", "A\tw=a\tp=x\nB\tw=b\tp=y\n\n");
  Output("sagitta train -q train -m m");
  for (const std::string command : {"tag", "eval"}) {
    ExpectFailure("sagitta " + command + " -m m columns", 1, "columns: found no attributes in 2");
    ExpectFailure("sagitta " + command + " -m m tabs", 1, "the model knows none of the attributes");
    const Outcome live = Run("cat tabs | sagitta " + command + " -m m --threads 1 -");
    EXPECT_EQ(live.status, 1) << "though what came through the pipe is answered at once";
    EXPECT_TRUE(Has(live.err, "--force-input")) << live.err;
  }
  EXPECT_TRUE(Output("sagitta tag -m m --force-input columns").starts_with("A\n"));
  EXPECT_EQ(Output("sagitta tag -m m", "A\tw=c\n"), Output("sagitta tag -m m", "\tw=d\n"))
      << "a few unknown attributes may be the truth";
  std::string other = Read("train");
  for (std::size_t at = 0; (at = other.find("\nB\t", at)) != std::string::npos; ++at)
    other[at + 1] = 'X';
  Write("labels", "Z" + other.substr(1));
  std::string many;
  for (int k = 0; k < 10; ++k) many += Read("labels");
  Write("labels", many);
  ExpectFailure("sagitta eval -m m labels", 1, "the model knows none of the labels of 20 tokens");
}

TEST_F(Newcomer, APresetIsEnough) {
  Write("train.txt", Columns(" "));
  Output("sagitta train -q --preset ner train.txt -m m");
  EXPECT_EQ(Output("sagitta tag -m m", "en SP\nÁvila NP\nhay VM\n"), "O\nB-LOC\nO\n\n");
  EXPECT_TRUE(Has(Output("sagitta dump m"), "template\tu:pos=%x[0,1]\n")) << "kept in the model";
  ExpectFailure("sagitta tag -m m", 1, "because of preset ner:", "en\nMadrid\n");
  Output("cat train.txt | sagitta train -q --preset ner:1 - -m words");
  EXPECT_EQ(Output("sagitta tag -m words", "en\nCádiz\n"), "O\nB-LOC\n\n");
  ExpectFailure("cat train.txt | sagitta train --preset ner - -m m", 2, "--preset ner:2");
  ExpectFailure("sagitta train --preset nre train.txt -m m", 2, "no preset 'nre'");
  Write("commas.txt", "en,SP,O\n\n");
  ExpectFailure("sagitta train --preset ner commas.txt -m m", 2, "separated by blanks or TABs");
  ExpectFailure("sagitta train --preset ner -t t train.txt -m m", 2, "do not give --template");
  EXPECT_TRUE(Has(Output("sagitta presets"), "\n  pos "));
  EXPECT_TRUE(Has(Output("sagitta presets ner"), "?u:pos=%x[0,1]"));
  EXPECT_FALSE(Has(Output("sagitta presets ner --columns-count 1"), "[0,1]"));
}

TEST_F(Newcomer, ExpandPrintsWhatTheModelSees) {
  Write("t", "u:%outline[0,0]\nu:a:b\n");
  EXPECT_EQ(Output("sagitta expand -t t", "Ávila NP B-LOC\n"), "B-LOC\tu\\:Xx\tu\\:a\\:b\n\n");
  Write("train.txt", Columns("\t"));
  Output("sagitta expand --preset ner train.txt -o a.txt");
  Output("sagitta train -q --preset ner train.txt -m columns");
  Output("sagitta train -q a.txt -m attributes");
  Output("sagitta expand -m columns train.txt -o a.jsonl");
  Output("sagitta train -q a.jsonl -m json");
  const std::string weights = " | grep -v '^template\\|^setting\\|^certificate'";
  const std::string expected = Output("sagitta dump columns" + weights);
  EXPECT_EQ(Output("sagitta dump attributes" + weights), expected);
  EXPECT_EQ(Output("sagitta dump json" + weights), expected);
  Write("edges", "b:%x[0,0]\n");
  ExpectFailure("sagitta expand -t edges train.txt", 1, "use --output-format jsonl");
  EXPECT_EQ(Output("sagitta expand -t edges --output-format jsonl", "a A\nb B\n"),
            "{\"tokens\":[[],[]],\"edges\":[[],[\"b:b\"]],\"labels\":[\"A\",\"B\"]}\n");
  EXPECT_EQ(
      Output("sagitta expand --format attributes --output-format jsonl", "@weight:2\nA\tx:3\ty\n"),
      "{\"tokens\":[{\"x\":3,\"y\":1}],\"labels\":[\"A\"],\"weight\":2}\n");
}

TEST_F(Newcomer, JsonLinesInAndOut) {
  Write("train.jsonl", "{\"tokens\":[{\"w\":\"a\"},{\"w\":\"b\"}],\"labels\":[\"A\",\"B\"]}\n");
  Output("sagitta train -q train.jsonl -m m");
  const std::string answer =
      Output("sagitta tag -m m --keep-input", "{\"tokens\": [{\"w\": \"b\"}]}\n");
  EXPECT_TRUE(answer.starts_with("{\"tokens\":[{\"w\": \"b\"}],\"labels\":[\"B\"],")) << answer;
  Write("answer.jsonl", answer);
  EXPECT_TRUE(Has(Output("sagitta eval -m m answer.jsonl"), "1 of 1")) << "it can be read again";
  EXPECT_EQ(Output("sagitta tag -m m --format attributes", "\tw\\:b\n\tw\\:a\n"), "B\nA\n\n");
  Write("train.txt", Columns(" "));
  Output("sagitta train -q --preset ner train.txt -m columns");
  Write("new.jsonl", "{\"tokens\":[[\"en\",\"SP\"],[\"León\",\"NP\"]]}\n");
  EXPECT_EQ(Output("sagitta tag -m columns --output-format labels new.jsonl"), "O\nB-LOC\n\n");
  ExpectFailure("sagitta tag -m m --format columns train.txt", 2, "the model reads JSON lines or");
}

TEST_F(Newcomer, ErrorsAreShownInContext) {
  Write("train.txt", Columns(" "));
  Output("sagitta train -q --preset ner train.txt -m m");
  Write("test.txt",
        "en SP O\nLa NP B-LOC\nCoruña NP I-LOC\nhay VM O\n\n"
        "desde SP O\nMadrid NP B-ORG\nhay VM B-LOC\ncalles NC O\n\n");
  const std::string report = Output("sagitta eval -m m --errors 5 --confusion test.txt");
  EXPECT_TRUE(Has(report,
                  "test.txt:6\n  true   desde [ORG Madrid] [LOC hay] calles\n"
                  "  found  desde [LOC Madrid] hay calles\n"
                  "  \"Madrid\" is ORG, found LOC\n"
                  "  \"hay\" is LOC, missed\n"))
      << report;
  EXPECT_FALSE(Has(report, "test.txt:1\n")) << "without mistakes";
  EXPECT_TRUE(Has(report, "confusions  2 tokens\n")) << report;
  EXPECT_TRUE(Has(report, "       1   50.0%  B-ORG  B-LOC\n")) << report;
  EXPECT_TRUE(Has(Output("sagitta eval -m m --confusion --json test.txt"),
                  "{\"true\":\"B-ORG\",\"found\":\"B-LOC\",\"tokens\":1}"));
}

// Words are found among attributes, and in JSON lines, as in a report.
TEST_F(Newcomer, ErrorsShowWords) {
  Write("train.txt", "A\tbias\tlemma=be\tmot=is\nB\tbias\tlemma=a\tmot=a\n\n");
  Output("sagitta train -q train.txt -m m");
  Write("test.txt",
        "A\tbias\tlemma=be\tmot=was\nA\tbias\tlemma=be\tmot=are\nA\tbias\tlemma=a\tmot=a\n\n");
  EXPECT_TRUE(Has(Output("sagitta eval -m m --errors 5 test.txt"), "was are [A a]"));
  EXPECT_TRUE(
      Has(Output("sagitta eval -m m --errors 5 --token-attribute lemma test.txt"), "be be [A a]"));
  Write("places.txt", Columns(" "));
  Output("sagitta train -q --preset ner places.txt -m places");
  Write("places.jsonl",
        "{\"tokens\":[[\"en\",\"SP\"],[\"Ávila\",\"NP\"]],\"labels\":[\"O\",\"B-ORG\"]}\n");
  EXPECT_TRUE(Has(Output("sagitta eval -m places --errors 5 places.jsonl"), "en [ORG Ávila]"));
  Output("sagitta report places --test places.jsonl --out places.html");
  EXPECT_TRUE(Has(Read("places.html"), "\"text\":\"Ávila\""));
}

TEST_F(Newcomer, BadSequencesAreSkippedOrRepaired) {
  std::string text = Columns(" ");
  text.replace(text.find("B-LOC"), 5, "I-LOC");
  Write("train.txt", text);
  const std::string train = "sagitta train -q --preset ner --constraints bio train.txt -m m ";
  ExpectFailure(train, 1, "train.txt:1: sequence 1 of the training data has 'I-LOC' after 'O'");
  EXPECT_TRUE(Has(Run(train + "--bad-sequences skip").err,
                  "1 of 60 sequences had labels that the "
                  "constraints forbid: 1 left out"));
  const Outcome repaired = Run(train + "--bad-sequences repair");
  EXPECT_EQ(repaired.status, 0);
  EXPECT_TRUE(Has(repaired.err, "1 repaired by changing 1 label (train.txt:1 has")) << repaired.err;
}

// No false alarm on the data at hand, with their templates and every preset that fits.
TEST_F(Newcomer, RealDataAreNotDoubted) {
  const std::filesystem::path shared =
      std::filesystem::path(SAGITTA_SOURCE_DIR).parent_path() / "shared";
  if (!std::filesystem::exists(shared / "data")) GTEST_SKIP() << "no " << shared / "data";
  const auto check = [&](const std::string& options, const std::string& train,
                         const std::vector<std::string>& tests) {
    const auto file = [&](const std::string& name) {
      return "'" + (shared / "data" / (name + ".gz")).string() + "'";
    };
    const Outcome trained =
        Run("sagitta train -q --passes 1 " + options + " " + file(train) + " -m m");
    EXPECT_EQ(trained.status, 0) << options << " " << train << " " << trained.err;
    EXPECT_FALSE(Has(trained.err, "force-input") || Has(trained.err, ": found ")) << trained.err;
    for (const std::string& test : tests) {
      const Outcome tagged = Run("sagitta tag -m m " + file(test) + " >/dev/null");
      EXPECT_EQ(tagged.status, 0) << options << " " << test << " " << tagged.err;
    }
  };
  const auto pattern = [&](const char* name) {
    return "-t '" + (shared / "templates" / name).string() + "'";
  };
  check("", "ocr.train.crfsuite", {"ocr.test.crfsuite"});
  check(pattern("conll2000.template"), "conll2000.train.tsv", {"conll2000.test.tsv"});
  check(pattern("conll2002.pattern"), "conll2002-esp.train.tsv", {"conll2002-esp.testb.tsv"});
  check(pattern("ewt.pattern"), "ewt-pos.train.tsv", {"ewt-pos.test.tsv"});
  check("--preset ner", "conll2002-ned.train.tsv", {"conll2002-ned.testb.tsv"});
  check("--preset values", "snakes.train.tsv", {"snakes.test.tsv"});
}

TEST_F(Newcomer, SyntheticDataAreNotDoubted) {
  for (const std::string task : {"ocr", "chunk", "ner", "pos"}) {
    for (const std::string size : {"1", "3", "20", "200"}) {
      Output("sagitta synth " + task + " -n " + size + " -o data");
      Output("sagitta synth " + task + " -n " + size + " --seed 2 -o test");
      std::string options;
      if (task != "ocr") {
        Output("sagitta synth " + task + " --template -o t");
        options = "-t t";
      }
      const Outcome trained = Run("sagitta train -q --passes 1 " + options + " data -m m");
      EXPECT_EQ(trained.status, 0) << task << " " << size << " " << trained.err;
      EXPECT_FALSE(Has(trained.err, ": found ")) << trained.err;
      EXPECT_EQ(Run("sagitta tag -m m test").status, 0) << task << " " << size;
      EXPECT_EQ(Run("sagitta eval -m m test").status, 0) << task << " " << size;
    }
  }
}

}  // namespace
}  // namespace sagitta::cli_testing
