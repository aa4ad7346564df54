// CorpusBuilder and FindItems: strings become ids.
#include "data/corpus_builder.h"

#include <gtest/gtest.h>

#include <random>

#include "data/item_lookup.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusBuilder;
using internal::CorpusData;
using Ids = std::vector<std::uint32_t>;
using Begins = std::vector<std::uint64_t>;

// A token: label, node items, items of the edge into it.
struct Token {
  std::string_view label;
  std::vector<Item> node;
  std::vector<Item> edge;
};

// Without the text module there is no Sequence::Add.
Sequence Make(const std::vector<Token>& tokens, bool edges = false) {
  Sequence sequence;
  if (edges) sequence.edge_begin.push_back(0);
  for (const Token& token : tokens) {
    sequence.labels.push_back(token.label);
    sequence.node_items.insert(sequence.node_items.end(), token.node.begin(), token.node.end());
    sequence.node_begin.push_back(static_cast<std::uint32_t>(sequence.node_items.size()));
    if (!edges) continue;
    sequence.edge_items.insert(sequence.edge_items.end(), token.edge.begin(), token.edge.end());
    sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  }
  return sequence;
}
