// Whether two corpora are the same to the last id, slot and place.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "data/corpus_data.h"

namespace sagitta::internal {

inline void ExpectSameNames(const Dictionary& found, const Dictionary& expected) {
  const DictionaryView a = found.View(), b = expected.View();
  EXPECT_TRUE(
      std::equal(a.offsets().begin(), a.offsets().end(), b.offsets().begin(), b.offsets().end()));
  EXPECT_TRUE(std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end()));
  // A model file holds the slots, too.
  ASSERT_EQ(a.slots().size(), b.slots().size());
  for (std::size_t k = 0; k < a.slots().size(); ++k) {
    ASSERT_EQ(a.slots()[k].id, b.slots()[k].id);
    ASSERT_EQ(a.slots()[k].tag, b.slots()[k].tag);
  }
}

inline void ExpectSameRows(const SparseRows& found, const SparseRows& expected) {
  EXPECT_EQ(found.begin, expected.begin);
  EXPECT_EQ(found.attribute, expected.attribute);
  EXPECT_EQ(found.value, expected.value);
}

inline void ExpectSameGraphs(const GraphParts& found, const GraphParts& expected) {
  EXPECT_EQ(found.types, expected.types);
  EXPECT_EQ(found.symmetric, expected.symmetric);
  EXPECT_EQ(found.symmetric_attribute, expected.symmetric_attribute);
  EXPECT_EQ(found.edge_begin, expected.edge_begin);
  ASSERT_EQ(found.edge.size(), expected.edge.size());
  for (std::size_t e = 0; e < found.edge.size(); ++e) {
    EXPECT_EQ(found.edge[e].from, expected.edge[e].from);
    EXPECT_EQ(found.edge[e].to, expected.edge[e].to);
    EXPECT_EQ(found.edge[e].type, expected.edge[e].type);
  }
  EXPECT_EQ(found.label_set, expected.label_set);
  EXPECT_EQ(found.set_begin, expected.set_begin);
  EXPECT_EQ(found.set_label, expected.set_label);
  EXPECT_EQ(found.given, expected.given);
}

inline void ExpectSameCorpus(const CorpusData& found, const CorpusData& expected) {
  ExpectSameNames(found.names->labels, expected.names->labels);
  ExpectSameNames(found.names->node, expected.names->node);
  ExpectSameNames(found.names->edge, expected.names->edge);
  ExpectSameNames(found.names->types, expected.names->types);
  EXPECT_EQ(found.dataset.labels, expected.dataset.labels);
  EXPECT_EQ(found.dataset.node_attributes, expected.dataset.node_attributes);
  EXPECT_EQ(found.dataset.edge_attributes, expected.dataset.edge_attributes);
  EXPECT_EQ(found.dataset.token_begin, expected.dataset.token_begin);
  EXPECT_EQ(found.dataset.label, expected.dataset.label);
  ExpectSameRows(found.dataset.node, expected.dataset.node);
  ExpectSameRows(found.dataset.edge, expected.dataset.edge);
  EXPECT_EQ(found.dataset.weight, expected.dataset.weight);
  ExpectSameGraphs(found.dataset.graphs, expected.dataset.graphs);
  EXPECT_EQ(found.file_sequences, expected.file_sequences);
  EXPECT_EQ(found.file_names, expected.file_names);
  ASSERT_EQ(found.unknown.size(), expected.unknown.size());
  for (std::size_t k = 0; k < found.unknown.size(); ++k) {
    EXPECT_EQ(found.unknown[k].token, expected.unknown[k].token);
    EXPECT_EQ(found.unknown[k].name, expected.unknown[k].name);
  }
  ASSERT_EQ(found.places.size(), expected.places.size());
  for (std::uint32_t i = 0; i < found.places.size(); ++i) {
    EXPECT_EQ(found.Place(i).file, expected.Place(i).file);
    EXPECT_EQ(found.Place(i).line, expected.Place(i).line);
  }
}

}  // namespace sagitta::internal
