// CoNLL-U with named columns.
#include <gtest/gtest.h>

#include "text/show.h"

namespace sagitta {
namespace {

ReadOptions Conllu(std::vector<std::string> columns, const std::string& text = "U%x[0,0]",
                   bool labelled = true) {
  ReadOptions options;
  options.template_text = text;
  options.template_name = "T";
  options.labelled = labelled;
  options.columns = std::move(columns);
  return options;
}

constexpr const char* kText =
    "# text = New York, vámonos.\n"
    "1\tNew York\tNew York\tPROPN\tNNP\tCase=Nom|Number=Sing\t0\troot\t_\tSpaceAfter=No\n"
    "2\t,\t,\tPUNCT\t,\t_\t1\tpunct\t_\t_\n"
    "3-4\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "3\tvamos\tir\tVERB\tVB\tNumber=Plur\t1\tx\t_\tA=|Lang=es\n"
    "3.1\tnada\tnada\tNOUN\t_\t_\t_\t_\t1:x\t_\n"
    "4\tnos\tnosotros\tPRON\tPRP\tCase=Acc|Number=Plur\t3\tobj\t_\t_\n"
    "\n"
    "# newpar\n\n"
    "1\tDos\tdos\t_\tCD\t_\t0\troot\t_\t_\n";

TEST(Conllu, TakesNamedColumns) {
  EXPECT_EQ(ShowText(kText, Conllu({"form", "upos"})),
            "[2] PROPN(UNew York) PUNCT(U,) VERB(Uvamos) PRON(Unos)\n[11] _(UDos)\n");
  EXPECT_EQ(ShowText(kText, Conllu({"xpos", "id", "lemma"}, "U%x[-1,0]/%x[0,1]")),
            "[2] New York(U_B-1/1) ,(UNNP/2) ir(U,/3) nosotros(UVB/4)\n[11] dos(U_B-1/1)\n");
}

TEST(Conllu, TakesKeysOfFeaturesAndMisc) {
  EXPECT_EQ(ShowText(kText, Conllu({"feats.Case", "misc.Lang", "misc.A", "feats.Number"},
                                   "U%x[0,0],%x[0,1],%x[0,2]")),
            "[2] Sing(UNom,_,_) _(U_,_,_) Plur(U_,es,_) Plur(UAcc,_,_)\n[11] _(U_,_,_)\n");
  EXPECT_EQ(ShowText(kText, Conllu({"feats", "deps"})),
            "[2] _(UCase=Nom|Number=Sing) _(U_) _(UNumber=Plur) _(UCase=Acc|Number=Plur)\n"
            "[11] _(U_)\n");
}

TEST(Conllu, LeavesLabelsOpenInUnlabelledText) {
  EXPECT_EQ(ShowText(kText, Conllu({"form", "upos"}, "u%X[0,0]", false)),
            "[2] PROPN(unew york) PUNCT(u,) VERB(uvamos) PRON(unos)\n[11] (udos)\n");
  EXPECT_EQ(ShowText(kText, Conllu({"form", "feats.Case"}, "U%x[0,0]", false)),
            "[2] Nom(UNew York) (U,) (Uvamos) Acc(Unos)\n[11] (UDos)\n");
}

TEST(Conllu, KeepsTheTokensLines) {
  const TempFile file(kText);
  SequenceReader reader(file.path(), Conllu({"form", "upos"}));
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  ASSERT_EQ(sequence.lines().size(), 4u);
  EXPECT_EQ(sequence.lines()[1], "2\t,\t,\tPUNCT\t,\t_\t1\tpunct\t_\t_");
}

TEST(Conllu, ReportsErrorsWithTheirPlace) {
  const ReadOptions options = Conllu({"form", "upos"});
  const auto show = [&](const std::string& line) { return ShowText("# x\n" + line, options); };
  EXPECT_EQ(show("1\ta\tb\n"), "FILE:2:6: found 3 fields, expected ten separated by TABs");
  EXPECT_EQ(show("1 a b\n"), "FILE:2:6: found 1 fields, expected ten separated by TABs");
  EXPECT_EQ(show("1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\n"),
            "FILE:2:21: found more than ten fields, expected ten separated by TABs");
  EXPECT_EQ(show("1\t2\t\t4\t5\t6\t7\t8\t9\t10\n"),
            "FILE:2:5: found an empty field, expected _ for a missing value");
  EXPECT_EQ(show("1\t2\t3\t4\t5\t6\t7\t8\t9\t\n"),
            "FILE:2:19: found an empty field, expected _ for a missing value");
  for (const std::string id : {"x", "1-", "1.", "-1", "1-2-3", "1,2", "1a"}) {
    EXPECT_EQ(show(id + "\t2\t3\t4\t5\t6\t7\t8\t9\t10\n"),
              "FILE:2:1: found the id '" + id + "', expected one such as 3, 3-4 or 3.1");
  }
}

TEST(Conllu, RefusesOptionsThatDoNotFit) {
  const auto what = [](const ReadOptions& options) {
    try {
      SequenceReader reader("/dev/null", options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  const std::string expected =
      "expected one of id, form, lemma, upos, xpos, feats, head, deprel, deps, misc, feats.KEY and "
      "misc.KEY";
  for (const std::string bad : {"pos", "FORM", "form.x", "feats.", "misc.", ""}) {
    EXPECT_EQ(what(Conllu({bad, "upos"})), "columns: found '" + bad + "', " + expected);
  }
  const std::string two =
      "CoNLL-U requires the names of at least two columns, the last one the label, for example "
      "form,upos";
  EXPECT_EQ(what(Conllu({"form"})), two);
  ReadOptions options = Conllu({});
  options.format = Format::kConllu;
  EXPECT_EQ(what(options), two);
  EXPECT_EQ(what(Conllu({"form", "upos"}, "")), "CoNLL-U requires a template");
  EXPECT_EQ(what(Conllu({"form", "xpos", "upos"}, "U%x[0,1]\nU%x[0,2]")),
            "T:2 uses column 2 (counted from 0), but besides the label only 2 columns are named");
  options = Conllu({"form", "upos"});
  options.format = Format::kColumns;
  EXPECT_EQ(what(options), "only the columns of CoNLL-U have names");
  options.columns.clear();
  options.format = Format::kObservations;
  EXPECT_EQ(what(options), "observations do not use a template");
  options.format = Format::kAttributes;
  EXPECT_EQ(what(options), "attribute text does not use a template");
}

}  // namespace
}  // namespace sagitta
