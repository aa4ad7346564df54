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
  const Dataset& dataset = internal::CorpusAccess::Data(corpus).dataset;
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
  EXPECT_EQ(internal::CorpusAccess::Data(corpus).dataset.edge.rows(), 4u);
  EXPECT_EQ(corpus.options().template_text, options.template_text);
  const Corpus held_out = corpus.ReadHeldOut({TempFile("c Z\nb Y\n").path()});
  EXPECT_EQ(internal::CorpusAccess::Data(held_out).dataset.edge.attribute,
            std::vector<std::uint32_t>{0});
  EXPECT_EQ(internal::CorpusAccess::Data(held_out).dataset.label,
            (std::vector<LabelId>{kUnknownLabel, 1}));
}

TEST(Corpus, HeldOutDataDropsWhatIsUnknown) {
  const Corpus corpus = Corpus::Read({TempFile("A\tx\nB\ty\n").path()}, {});
  const Corpus held_out = corpus.ReadHeldOut({TempFile("B\tnew\ty:4\nQ\tnew\n").path()});
  EXPECT_EQ(internal::CorpusAccess::Data(held_out).names,
            internal::CorpusAccess::Data(corpus).names);
  EXPECT_EQ(internal::CorpusAccess::Data(held_out).dataset.label,
            (std::vector<LabelId>{1, kUnknownLabel}));
  EXPECT_EQ(internal::CorpusAccess::Data(held_out).dataset.node.attribute,
            std::vector<std::uint32_t>{1});
  EXPECT_EQ(internal::CorpusAccess::Data(held_out).dataset.node.value, std::vector<float>{4});
  EXPECT_EQ(held_out.Size().labels, 2u);
  // One label only is fine here: there is nothing to learn.
  EXPECT_EQ(corpus.ReadHeldOut({TempFile("A\n").path()}).Size().tokens, 1u);
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
            one.path() + ": found only one label, 'A', expected at least two");
  EXPECT_EQ(ErrorOf([&] { Corpus::Read({"/no/such"}, {}); }).where().file, "/no/such");
  EXPECT_EQ(ErrorOf([&] { Corpus::Read({}, {}); }).kind(), ErrorKind::kUsage);
  EXPECT_EQ(ErrorOf([&] { Corpus::Read({"-", "-"}, {}); }).kind(), ErrorKind::kUsage);
  const Corpus corpus = Corpus::Read({good.path()}, {});
  EXPECT_EQ(ErrorOf([&] { corpus.ReadHeldOut({empty.path()}); }).where().file, empty.path());
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
  EXPECT_EQ(internal::CorpusAccess::Data(corpus).dataset.node.value,
            (std::vector<float>{1, 0.5, 1, 0.5}));
}

TEST(Corpus, RefusesSequencesWithoutLabels) {
  Sequence unlabelled = Two();
  unlabelled.Add("", {});
  const Error error = ErrorOf([&] { Corpus::FromSequences({Two(), unlabelled}); });
  EXPECT_EQ(error.kind(), ErrorKind::kData);
  EXPECT_EQ(std::string(error.what()), "sequence 2: token 3 has no label");
  EXPECT_THROW(Corpus::FromSequences(std::vector<Sequence>()), Error);
  EXPECT_THROW(Corpus::FromSequences({Sequence()}), Error);
}

TEST(Corpus, SequencesInMemoryAreWhatAFileIs) {
  const TempFile file("A\tx\\:1\nB\ty:0.5\n\n@weight:3\nB\tz\n"), dev_file("B\ty\tnew\nQ\tz\n");
  const auto all = [](const TempFile& from) {
    std::vector<Sequence> sequences;
    SequenceReader reader(from.path(), {});
    for (Sequence sequence; reader.Next(sequence);) sequences.push_back(sequence);
    return sequences;
  };
  const auto source = [](const TempFile& from) {
    auto reader = std::make_shared<SequenceReader>(from.path(), ReadOptions());
    return SequenceSource([reader](Sequence& sequence) { return reader->Next(sequence); });
  };
  const auto expect_same = [](const Corpus& found, const Corpus& expected) {
    const Dataset& one = internal::CorpusAccess::Data(found).dataset;
    const Dataset& other = internal::CorpusAccess::Data(expected).dataset;
    EXPECT_EQ(one.token_begin, other.token_begin);
    EXPECT_EQ(one.label, other.label);
    EXPECT_EQ(one.node.attribute, other.node.attribute);
    EXPECT_EQ(one.node.value, other.node.value);
    EXPECT_EQ(one.weight, other.weight);
    EXPECT_EQ(found.labels(), expected.labels());
    EXPECT_EQ(internal::CorpusAccess::Data(found).unknown.size(),
              internal::CorpusAccess::Data(expected).unknown.size());
  };
  const Corpus read = Corpus::Read({file.path()}, {});
  const Corpus built = Corpus::FromSequences(all(file));
  expect_same(built, read);
  expect_same(Corpus::FromSequences(source(file)), read);

  const Corpus dev = read.ReadHeldOut({dev_file.path()});
  expect_same(built.EncodeHeldOut(all(dev_file)), dev);
  expect_same(built.EncodeHeldOut(source(dev_file)), dev);
  const auto& names = internal::CorpusAccess::Data(built).names;
  EXPECT_EQ(internal::CorpusAccess::Data(built.EncodeHeldOut(all(dev_file))).names, names);
  EXPECT_EQ(names->node.Find("new"), kNoId);  // nothing was added

  Sequence one_label;
  one_label.Add("A", {{"x"}});
  EXPECT_EQ(built.EncodeHeldOut({one_label}).Size().tokens, 1u);
  EXPECT_THROW(built.EncodeHeldOut(std::vector<Sequence>()), Error);
  Sequence unlabelled;
  unlabelled.Add("", {{"x"}});
  EXPECT_THROW(built.EncodeHeldOut({unlabelled}), Error);
  unlabelled.set_first_line(12);
  EXPECT_EQ(ErrorOf([&] { built.EncodeHeldOut({unlabelled}); }).where().line, 12u);
}

TEST(Corpus, KeepsSequencesThatWereReadAndCopied) {
  const TempFile file("A\tx\\:1\nB\ty\n\nB\tz\n");
  std::vector<Sequence> sequences;
  {
    SequenceReader reader(file.path(), {});
    for (Sequence sequence; reader.Next(sequence);) sequences.push_back(sequence);
  }
  const Corpus corpus = Corpus::FromSequences(sequences);
  EXPECT_EQ(internal::CorpusAccess::Data(corpus).names->node.Name(0), "x:1");
  EXPECT_EQ(internal::CorpusAccess::Data(corpus).names->node.Name(2), "z");
}

}  // namespace
}  // namespace sagitta
