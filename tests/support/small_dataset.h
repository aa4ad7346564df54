// Small random data sets with everything in them that a data set can have.
#pragma once

#include <cstdint>
#include <random>

#include "data/dataset.h"

namespace sagitta {

struct SmallDatasetSettings {
  std::uint64_t seed = 1;
  std::uint32_t examples = 20;
  std::uint32_t longest = 6;
  std::uint32_t labels = 3;
  std::uint32_t attributes = 15;  // at least 4
  bool values = false;            // real-valued attributes instead of ones
  bool weights = false;           // example weights, among them 0
  bool edges = false;             // attributes on edges
};

namespace internal {

class SmallDatasetBuilder {
 public:
  explicit SmallDatasetBuilder(const SmallDatasetSettings& settings)
      : settings_(settings), rng_(settings.seed) {}

  Dataset Build() {
    data_.labels = settings_.labels;
    data_.node_attributes = settings_.attributes;
    data_.edge_attributes = settings_.edges ? 3 : 0;
    for (std::uint32_t i = 0; i < settings_.examples; ++i) {
      // The first two examples have the extreme lengths.
      const std::uint32_t length = i == 0   ? 1
                                   : i == 1 ? settings_.longest
                                            : 1 + Draw(settings_.longest);
      for (std::uint32_t t = 0; t < length; ++t) AddToken(t);
      data_.token_begin.push_back(data_.label.size());
      if (settings_.weights) data_.weight.push_back(0.25 * Draw(8));
    }
    return std::move(data_);
  }

 private:
  std::uint32_t Draw(std::uint32_t n) { return static_cast<std::uint32_t>(rng_() % n); }

  void AddItem(SparseRows& rows, std::uint32_t attribute) {
    rows.attribute.push_back(attribute);
    if (settings_.values) rows.value.push_back(0.1f * static_cast<float>(Draw(41)) - 1.0f);
  }

  // Attributes 0 and 1 are on every token with value 1 (twins); attribute 2 is often on a token
  // twice; the others are drawn with a long tail. Labels follow the attributes, not always.
  void AddToken(std::uint32_t t) {
    for (std::uint32_t a = 0; a < 2; ++a) {
      data_.node.attribute.push_back(a);
      if (settings_.values) data_.node.value.push_back(1.0f);
    }
    for (std::uint32_t k = Draw(3); k > 0; --k) AddItem(data_.node, 2);
    const std::uint32_t first = 3 + Draw(1 + Draw(settings_.attributes - 3));
    AddItem(data_.node, first);
    AddItem(data_.node, 3 + Draw(settings_.attributes - 3));
    data_.node.begin.push_back(data_.node.attribute.size());
    const std::uint32_t label = Draw(4) == 0 ? Draw(settings_.labels) : first % settings_.labels;
    data_.label.push_back(static_cast<LabelId>(label));
    if (!settings_.edges) return;
    for (std::uint32_t a = 0; t > 0 && a < 3; ++a) {
      if (Draw(3) == 0) AddItem(data_.edge, a);
    }
    data_.edge.begin.push_back(data_.edge.attribute.size());
  }

  SmallDatasetSettings settings_;
  std::mt19937_64 rng_;
  Dataset data_;
};

}  // namespace internal

inline Dataset SmallDataset(const SmallDatasetSettings& settings = {}) {
  return internal::SmallDatasetBuilder(settings).Build();
}

}  // namespace sagitta
