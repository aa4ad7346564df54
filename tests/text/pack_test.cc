// Packed corpora: what is read from one is what was read from the text, and nothing else is
// accepted.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/temp_file.h"
#include "sagitta/error.h"
#include "text/pack_bytes.h"
#include "text/pack_input.h"
#include "text/read_corpus.h"
#include "text/read_options.h"
#include "text/same_corpus.h"

namespace sagitta::internal {
namespace {

constexpr char kChains[] =
    "A\tx\ty:2\nB\tx\n\n"
    "@weight:0.5\nB\ty:-0.25\nA\n\nA\tz\n\n";
constexpr char kMore[] = "C\tx\tq\nA\ty\n\nB\tz:3\n\n";
constexpr char kGraphs[] =
    "A\tx\nB\ty:2\nC\n@edge:right\t1\t2\ta\tb:0.5\n@edge\t3\t1\tc\n@labels\t1\tA\tB\n@given\t3\n\n"
    "A\tx\nB\nB\n\n"
    "A\nB\n@graph\n\n";
constexpr char kColumns[] = "the DT B\ndog NN I\nbarks VB O\n\nit PR B\nis VB O\n\n";
constexpr char kTemplate[] = "U0:%x[0,0]\nU1:%x[-1,1]\nB1:%x[0,1]\nB\n";

using Data = std::shared_ptr<const CorpusData>;

Data Read(const std::vector<std::string>& files, ReadOptions options = {},
          std::uint32_t threads = 1, const std::shared_ptr<const Dictionaries>& known = nullptr) {
  options.threads = threads;
  return ReadCorpus(files, options, known, 20);
}

ReadOptions WithTemplate(const std::string& text) {
  ReadOptions options;
  options.template_text = text;
  options.template_name = "t";
  return options;
}

struct Case {
  std::string text;
  ReadOptions options;
};

std::vector<Case> Cases() {
  ReadOptions symmetric;
  symmetric.symmetric = {"right"};
  return {{kChains, {}},
          {kMore, {}},
          {kGraphs, {}},
          {kGraphs, symmetric},
          {kColumns, WithTemplate(kTemplate)}};
}

void ExpectSameOptions(const ReadOptions& found, const ReadOptions& given) {
  const ReadOptions expected = ResolveReadOptions(given);
  EXPECT_EQ(found.format, expected.format);
  EXPECT_EQ(found.language, expected.language);
  EXPECT_EQ(found.template_text, expected.template_text);
  EXPECT_EQ(found.template_name, expected.template_name);
  EXPECT_EQ(found.columns, expected.columns);
  EXPECT_EQ(found.structure, expected.structure);
  EXPECT_EQ(found.symmetric, expected.symmetric);
}

TEST(Pack, HoldsWhatWasRead) {
  for (const Case& one : Cases()) {
    const TempFile text(one.text);
    const Data expected = Read({text.path()}, one.options);
    const TempFile pack(PackBytes(*expected));
    ASSERT_TRUE(IsPack(pack.path()));
    const Data found = Read({pack.path()});
    ExpectSameCorpus(*found, *expected);
    ExpectSameOptions(found->options, one.options);
    EXPECT_TRUE(found->dataset.label.mapped());
    EXPECT_EQ(PackBytes(*found), PackBytes(*expected));
    // What says the same as the packed corpus is accepted.
    ExpectSameCorpus(*Read({pack.path()}, one.options), *expected);
  }
}

// A single change makes a copy of a column and leaves the others, and other corpora, as they are.
TEST(Pack, IsCopiedWhenItIsChanged) {
  const TempFile text(kChains);
  const TempFile pack(PackBytes(*Read({text.path()})));
  const Data loaded = Read({pack.path()});
  CorpusData copy = *loaded;
  copy.dataset.label[0] = 1;
  copy.dataset.node.value.push_back(7);
  EXPECT_FALSE(copy.dataset.label.mapped());
  EXPECT_TRUE(copy.dataset.node.begin.mapped());
  EXPECT_EQ(loaded->dataset.label[0], 0);
  EXPECT_EQ(loaded->dataset.node.value.size() + 1, copy.dataset.node.value.size());
  auto names = std::make_shared<Dictionaries>(*loaded->names);
  EXPECT_EQ(names->node.Intern("x"), 0u);
  EXPECT_EQ(names->node.Intern("new"), loaded->names->node.size());
  EXPECT_EQ(loaded->names->node.Find("new"), kNoId);
}

TEST(Pack, ThreadsAndSeveralFilesReadTheSame) {
  const TempFile a(kChains), b(kMore), c(kGraphs);
  const TempFile pack_a(PackBytes(*Read({a.path()}))), pack_b(PackBytes(*Read({b.path()}))),
      pack_c(PackBytes(*Read({c.path()})));
  const Data expected = Read({a.path(), b.path(), c.path()});
  for (const std::uint32_t threads : {1, 3}) {
    ExpectSameCorpus(*Read({pack_a.path(), pack_b.path(), pack_c.path()}, {}, threads), *expected);
    ExpectSameCorpus(*Read({a.path(), pack_b.path(), pack_c.path()}, {}, threads), *expected);
    ExpectSameCorpus(*Read({pack_a.path(), b.path(), pack_c.path()}, {}, threads), *expected);
    // Held-out data have the ids of others.
    const Data train = Read({a.path()});
    const Data held = Read({b.path()}, {}, 1, train->names);
    const Data held_pack = Read({pack_b.path()}, {}, threads, train->names);
    EXPECT_EQ(held_pack->unknown.size(), 1u);
    EXPECT_EQ(held_pack->dataset.label, held->dataset.label);
    ExpectSameRows(held_pack->dataset.node, held->dataset.node);
  }
  // A pack of several files knows where its sequences come from.
  const TempFile all(PackBytes(*expected));
  EXPECT_EQ(Read({all.path()})->Place(3).file, b.path());
  EXPECT_EQ(Read({all.path()})->file_sequences, (std::vector<std::uint64_t>{8}));
}

void ExpectSameItems(std::span<const Item> a, std::span<const Item> b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].name, b[k].name);
    EXPECT_EQ(a[k].value, b[k].value);
  }
}

void ExpectSameSequence(const Sequence& a, const Sequence& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_TRUE(std::ranges::equal(a.labels(), b.labels()));
  ExpectSameItems(a.node_items(), b.node_items());
  EXPECT_TRUE(std::ranges::equal(a.node_begin(), b.node_begin()));
  ExpectSameItems(a.edge_items(), b.edge_items());
  EXPECT_EQ(a.weight(), b.weight());
  EXPECT_EQ(a.first_line(), b.first_line());
  EXPECT_EQ(a.is_graph(), b.is_graph());
  ASSERT_EQ(a.edges().size(), b.edges().size());
  for (std::size_t e = 0; e < a.edges().size(); ++e) {
    EXPECT_EQ(a.edges()[e].from, b.edges()[e].from);
    EXPECT_EQ(a.edges()[e].to, b.edges()[e].to);
    EXPECT_EQ(a.edges()[e].type, b.edges()[e].type);
    ExpectSameItems(a.edge_items(e), b.edge_items(e));
  }
  EXPECT_TRUE(std::ranges::equal(a.given(), b.given()));
  EXPECT_TRUE(std::ranges::equal(a.set_labels(), b.set_labels()));
  EXPECT_EQ(a.label_sets().size(), b.label_sets().size());
}

TEST(Pack, SequencesComeBack) {
  for (const Case& one : Cases()) {
    const TempFile text(one.text);
    const TempFile pack(PackBytes(*Read({text.path()}, one.options)));
    SequenceReader from_text(text.path(), one.options), from_pack(pack.path(), one.options);
    Sequence a, b;
    while (from_text.Next(a)) {
      ASSERT_TRUE(from_pack.Next(b));
      ExpectSameSequence(b, a);
      EXPECT_TRUE(b.lines().empty());
      EXPECT_THROW(static_cast<void>(b.line(0)), Error);
    }
    EXPECT_FALSE(from_pack.Next(b));
  }
}

std::string ErrorOf(const std::function<void()>& act) {
  try {
    act();
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Pack, OtherTemplatesAreRefused) {
  const TempFile text(kColumns), attributes(kChains);
  const std::string bytes = PackBytes(*Read({text.path()}, WithTemplate(kTemplate)));
  const TempFile pack(bytes), plain(PackBytes(*Read({attributes.path()})));
  const auto expect = [](const std::vector<std::string>& files, const ReadOptions& options,
                         const std::string& message) {
    EXPECT_NE(ErrorOf([&] { Read(files, options); }).find(message), std::string::npos)
        << ErrorOf([&] { Read(files, options); });
  };
  expect({pack.path()}, WithTemplate("U:%x[0,0]\n"), "the corpus was packed with t, and is to be");
  expect({plain.path()}, WithTemplate(kTemplate), "the corpus was packed without a template");
  expect({pack.path(), plain.path()}, {}, "the corpus was packed without a template");
  ReadOptions as_attributes;
  as_attributes.format = Format::kAttributes;
  expect({pack.path()}, as_attributes, "the corpus was packed with t");
  // Text that follows is read as the packed one was.
  EXPECT_EQ(Read({pack.path(), text.path()})->dataset.examples(), 4u);

  const TempFile zipped(Gzip(bytes), ".gz");
  expect({zipped.path()}, {}, "found a packed corpus, expected text");
  for (const std::uint32_t threads : {1, 3}) {
    EXPECT_NE(ErrorOf([&] { Read({zipped.path()}, {}, threads); }).find("found a packed corpus"),
              std::string::npos);
  }
}

// ---- Files that are not as they should be ----

/// The message of the error, or that of a corpus that cannot be used.
std::string LoadError(std::string bytes) {
  return ErrorOf([&] { LoadPack("p", MappedFile::Of(std::move(bytes))); });
}

std::string Packed(const std::string& text, const ReadOptions& options = {}) {
  const TempFile file(text);
  return PackBytes(*Read({file.path()}, options));
}

TEST(Pack, EveryDamageIsNoticed) {
  const std::string bytes = Packed(kGraphs);
  EXPECT_EQ(LoadError(bytes), "");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    EXPECT_NE(LoadError(damaged), "") << at;
  }
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_NE(LoadError(bytes.substr(0, size)), "") << size;
  }
  EXPECT_NE(LoadError(bytes + '\0'), "");
  EXPECT_EQ(LoadError("A\tx\n"), "p: not a packed corpus");
}

template <class T>
std::string With(std::string bytes, PackSection section, std::size_t index, T value) {
  PackHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const SectionEntry entry = header.table[static_cast<std::size_t>(section)];
  EXPECT_LE((index + 1) * sizeof(T), entry.size);
  std::memcpy(bytes.data() + entry.offset + index * sizeof(T), &value, sizeof value);
  ResealPack(bytes);
  return bytes;
}

TEST(Pack, ImpossibleContentsAreRefused) {
  const std::string chains = Packed(kChains), graphs = Packed(kGraphs);
  ReadOptions symmetric;
  symmetric.symmetric = {"right"};
  const std::string mirrored = Packed(kGraphs, symmetric);
  const std::string columns = Packed(kColumns, WithTemplate(kTemplate));
  using S = PackSection;
  const auto expect = [](const std::string& bytes, const std::string& message) {
    EXPECT_EQ(LoadError(bytes), "p: " + message);
  };
  using U64 = std::uint64_t;
  using U32 = std::uint32_t;
  using U16 = std::uint16_t;
  expect(With(chains, S::kTokenBegin, 1, U64{0}), "a sequence is empty or too long");
  expect(With(chains, S::kTokenBegin, 1, ~U64{0}), "offsets are out of order");
  expect(With(chains, S::kLabel, 0, U16{2}), "unknown label");
  expect(With(chains, S::kLabel, 0, kUnknownLabel), "unknown label");
  expect(With(chains, S::kNodeBegin, 1, U64{99}), "offsets are out of order");
  expect(With(chains, S::kNodeAttribute, 0, U32{3}), "unknown attribute");
  expect(With(chains, S::kNodeValue, 1, HUGE_VALF), "a value is not finite");
  expect(With(chains, S::kWeight, 1, -1.0), "the weight of a sequence is out of range");
  expect(With(chains, S::kWeight, 1, std::nan("")), "the weight of a sequence is out of range");
  expect(With(chains, S::kPlaces, 0, U64{1}), "a sequence comes from an unknown file");
  expect(With(chains, S::kFileNames, 0, ~U64{0}), "the names of files are truncated");
  expect(With(chains, S::kLabelOffsets, 1, U64{9}), "offsets are out of order");
  expect(With(columns, S::kEdgeBegin, 1, U64{1}), "the first token of a sequence has an edge");
  expect(With(graphs, S::kGraphBegin, 1, U64{9}), "offsets are out of order");
  expect(With(graphs, S::kGraphEdges, 0, U32{3}), "an edge has a wrong end or an unknown type");
  expect(With(graphs, S::kGraphEdges, 0, U32{1}), "an edge has a wrong end or an unknown type");
  expect(With(graphs, S::kGraphEdges, 2, U32{9}), "an edge has a wrong end or an unknown type");
  expect(With(With(With(graphs, S::kGraphEdges, 3, U32{1}), S::kGraphEdges, 4, U32{0}),
              S::kGraphEdges, 5, U32{0}),
         "an edge occurs twice");
  expect(With(graphs, S::kLabelSet, 0, U32{2}), "unknown set of labels");
  expect(With(graphs, S::kLabelSet, 2, U32{1}), "the label of a node is not in its set");
  expect(With(graphs, S::kSetBegin, 1, U64{1}), "the first set of labels is not empty");
  expect(With(graphs, S::kSetLabel, 1, U16{0}),
         "a set of labels is out of order or has an unknown one");
  expect(With(graphs, S::kGiven, 0, std::uint8_t{2}), "a label is neither given nor not");
  expect(With(mirrored, S::kEdgeAttribute, 0, U32{2}), "an edge has an attribute of another type");
  expect(With(mirrored, S::kSymmetric, 8, 'l'), "an unknown type of edges is symmetric");
}

/// Looks at everything, so that a sanitizer sees a view that leads outside.
void Use(const CorpusData& corpus) {
  PackReader reader(std::make_shared<CorpusData>(corpus));
  Sequence sequence;
  while (reader.Next(sequence)) EXPECT_GT(sequence.size(), 0u);
}

TEST(Pack, WhatIsAcceptedCanBeUsed) {
  std::mt19937_64 rng(7);
  int accepted = 0;
  for (const Case& one : Cases()) {
    const std::string bytes = Packed(one.text, one.options);
    for (int round = 0; round < 400; ++round) {
      std::string damaged = bytes;
      for (std::uint64_t n = rng() % 3 + 1; n > 0; --n) {
        const std::size_t at = 8 + rng() % (bytes.size() - 16);
        const std::uint64_t value = rng() % 4 == 0 ? rng() : rng() % 4;
        std::memcpy(damaged.data() + at, &value, 1 + rng() % 8);
      }
      ResealPack(damaged);
      try {
        Use(*LoadPack("p", MappedFile::Of(damaged)));
        ++accepted;
      } catch (const Error&) {
      }
    }
  }
  EXPECT_GT(accepted, 20);  // names, places and values can be anything
}

}  // namespace
}  // namespace sagitta::internal
