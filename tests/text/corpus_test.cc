// Corpus: from files and from memory.
#include "sagitta/corpus.h"

#include <gtest/gtest.h>

#include <limits>

#include "data/corpus_data.h"
#include "text/show.h"

namespace sagitta {
namespace {

template <typename Body>
Error ErrorOf(Body body) {
  try {
    body();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error(ErrorKind::kSystem, "none");
}

TEST(Corpus, ReadsSeveralFilesAsOne) {
  const TempFile first("A\tx\ty:2\nB\ty\n\nA\tx\n"), second(Gzip("@weight:3\nC\tz\n"));
  const Corpus corpus = Corpus::Read({first.path(), second.path()}, {});
  const CorpusSize size = corpus.Size();
  EXPECT_EQ(size.sequences, 3u);
  EXPECT_EQ(size.tokens, 4u);
  EXPECT_EQ(size.longest, 2u);
  EXPECT_EQ(size.labels, 3u);
  EXPECT_EQ(size.node_attributes, 3u);
  EXPECT_EQ(size.node_items, 5u);
  EXPECT_EQ(size.edge_attributes, 0u);
  EXPECT_EQ(size.edge_items, 0u);
  const Dataset& dataset = corpus.data().dataset;
  EXPECT_EQ(dataset.node.value, (std::vector<float>{1, 2, 1, 1, 1}));
  EXPECT_EQ(dataset.weight, (std::vector<double>{1, 1, 3}));
  EXPECT_EQ(dataset.label, (std::vector<LabelId>{0, 1, 0, 2}));
}

TEST(Corpus, ReadsColumnsWithEdges) {
  const ReadOptions options{Format::kAuto, "U:%x[0,0]\nB:%x[0,0]\n", "T", false};
  const TempFile file("a X\nb Y\na X\n\nc X\n");
  const Corpus corpus = Corpus::Read({file.path()}, options);
  EXPECT_EQ(corpus.Size().node_attributes, 3u);
  EXPECT_EQ(corpus.Size().edge_attributes, 2u);
  EXPECT_EQ(corpus.Size().edge_items, 2u);
  EXPECT_EQ(corpus.data().dataset.edge.rows(), 4u);
  EXPECT_EQ(corpus.options().template_text, options.template_text);
  const Corpus alike = corpus.ReadAlike({TempFile("c Z\nb Y\n").path()});
  EXPECT_EQ(alike.data().dataset.edge.attribute, std::vector<std::uint32_t>{0});
  EXPECT_EQ(alike.data().dataset.label, (std::vector<LabelId>{kUnknownLabel, 1}));
}

TEST(Corpus, ReadAlikeDropsWhatIsUnknown) {
  const Corpus corpus = Corpus::Read({TempFile("A\tx\nB\ty\n").path()}, {});
  const Corpus alike = corpus.ReadAlike({TempFile("B\tnew\ty:4\nQ\tnew\n").path()});
  EXPECT_EQ(alike.data().names, corpus.data().names);
  EXPECT_EQ(alike.data().dataset.label, (std::vector<LabelId>{1, kUnknownLabel}));
  EXPECT_EQ(alike.data().dataset.node.attribute, std::vector<std::uint32_t>{1});
  EXPECT_EQ(alike.data().dataset.node.value, std::vector<float>{4});
  EXPECT_EQ(alike.Size().labels, 2u);
  // One label only is fine here: there is nothing to learn.
  EXPECT_EQ(corpus.ReadAlike({TempFile("A\n").path()}).Size().tokens, 1u);
}

TEST(Corpus, RefusesFilesThatTeachNothing) {
  const TempFile good("A\tx\nB\ty\n"), empty(""), blank("\n\n"), one("A\tx\nA\ty\n\nA\n");
  for (const TempFile* file : {&empty, &blank}) {
    const Error error = ErrorOf([&] { Corpus::Read({good.path(), file->path()}, {}); });
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.where().file, file->path());
  }
  const Error single = ErrorOf([&] { Corpus::Read({one.path()}, {}); });
  EXPECT_EQ(single.kind(), ErrorKind::kData);
  EXPECT_EQ(std::string(single.what()),
            one.path() + ": found only one label, 'A', wanted at least two to choose from");
  EXPECT_EQ(ErrorOf([&] { Corpus::Read({"/no/such"}, {}); }).where().file, "/no/such");
  EXPECT_EQ(ErrorOf([&] { Corpus::Read({}, {}); }).kind(), ErrorKind::kUsage);
  EXPECT_EQ(ErrorOf([&] { Corpus::Read({"-", "-"}, {}); }).kind(), ErrorKind::kUsage);
  const Corpus corpus = Corpus::Read({good.path()}, {});
  EXPECT_EQ(ErrorOf([&] { corpus.ReadAlike({empty.path()}); }).where().file, empty.path());
}

TEST(Corpus, RefusesEmptyLabelsWithTheirPlace) {
  const TempFile file("A\tx\nB\ty\n\n\tz\n");
  const ReadOptions careless{Format::kAttributes, "", "", false};
  const Error error = ErrorOf([&] { Corpus::Read({file.path()}, careless); });
  EXPECT_EQ(error.where().line, 4u);
  EXPECT_EQ(error.where().column, 1u);
}

Sequence Two() {
  Sequence sequence;
  sequence.Add("A", {{"x"}});
  sequence.Add("B", {{"y", 0.5}});
  return sequence;
}

TEST(Corpus, BuildsFromSequences) {
  const Corpus corpus = Corpus::FromSequences({Two(), Sequence(), Two()});
  EXPECT_EQ(corpus.Size().sequences, 2u);
  EXPECT_EQ(corpus.data().dataset.node.value, (std::vector<float>{1, 0.5, 1, 0.5}));
}

TEST(Corpus, RefusesSequencesWithoutLabels) {
  Sequence unlabelled = Two();
  unlabelled.Add("", {});
  const Error error = ErrorOf([&] { Corpus::FromSequences({Two(), unlabelled}); });
  EXPECT_EQ(error.kind(), ErrorKind::kData);
  EXPECT_EQ(std::string(error.what()), "sequence 2: token 3 has no label");
  EXPECT_THROW(Corpus::FromSequences({}), Error);
  EXPECT_THROW(Corpus::FromSequences({Sequence()}), Error);
}

TEST(Corpus, KeepsSequencesThatWereReadAndCopied) {
  const TempFile file("A\tx\\:1\nB\ty\n\nB\tz\n");
  std::vector<Sequence> sequences;
  {
    SequenceReader reader(file.path(), {});
    for (Sequence sequence; reader.Next(sequence);) sequences.push_back(sequence);
  }
  const Corpus corpus = Corpus::FromSequences(sequences);
  EXPECT_EQ(corpus.data().names->node.Name(0), "x:1");
  EXPECT_EQ(corpus.data().names->node.Name(2), "z");
}

}  // namespace
}  // namespace sagitta
