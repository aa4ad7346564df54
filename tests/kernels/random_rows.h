// Random stores of rows and random occurrences of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/rows.h"
#include "support/guarded_array.h"

namespace sagitta::kernels {

struct StoreShape {
  std::uint32_t width = 1;
  std::uint32_t dense_rows = 9;
  std::uint32_t sparse_rows = 7;
  bool lazy = false;
  bool masked = false;
};

/// The same shape and seed make the same store. Sparse rows have from none to all of the slots.
template <class Real>
class RandomStore {
 public:
  RandomStore(const StoreShape& shape, std::uint64_t seed)
      : shape_(shape),
        part_(PaddedPart<Real>(shape.width)),
        mask_(shape.masked ? shape.dense_rows * part_ : 0),
        dense_(shape.dense_rows * Values() * part_),
        sparse_(MakeSlots(seed) * Values()) {
    std::mt19937_64 rng(seed);
    FillUniform(sparse_.span(), -1, 1, rng);
    for (std::size_t r = 0; r < shape.dense_rows; ++r) FillRow(r, rng);
  }

  Rows<Real> View() {
    return {shape_.width,
            shape_.dense_rows,
            part_,
            dense_.data(),
            shape_.masked ? mask_.data() : nullptr,
            shape_.sparse_rows > 0 ? sparse_.data() : nullptr,
            begin_.data(),
            slot_.data()};
  }

  const GuardedArray<Real>& dense() const { return dense_; }
  const GuardedArray<Real>& sparse() const { return sparse_; }

  /// All slots outside the rows are still zero.
  bool PaddingIsZero() const {
    for (std::size_t k = 0; k < dense_.size(); ++k) {
      const std::size_t row = k / (Values() * part_), column = k % part_;
      const bool weight = column < shape_.width && (!shape_.masked || mask_[row * part_ + column] != 0);
      if (!weight && dense_[k] != 0) return false;
    }
    return dense_.SlackIntact() && sparse_.SlackIntact() && dense_.GuardsIntact() &&
           sparse_.GuardsIntact();
  }

 private:
  std::size_t Values() const { return shape_.lazy ? 2 : 1; }

  std::size_t MakeSlots(std::uint64_t seed) {
    std::mt19937_64 rng(seed + 1);
    std::vector<std::uint32_t> all(shape_.width);
    std::iota(all.begin(), all.end(), 0u);
    for (std::uint32_t r = 0; r < shape_.sparse_rows; ++r) {
      const std::size_t count = r == 1 ? 0 : r == 2 ? shape_.width : rng() % (shape_.width + 1);
      std::sample(all.begin(), all.end(), std::back_inserter(slot_), count, rng);
      begin_.push_back(slot_.size());
    }
    return slot_.size();
  }

  void FillRow(std::size_t r, std::mt19937_64& rng) {
    for (std::size_t j = 0; shape_.masked && j < shape_.width; ++j) {
      mask_[r * part_ + j] = static_cast<Real>(rng() % 2);
    }
    for (std::size_t half = 0; half < Values(); ++half) {
      Real* values = dense_.data() + (r * Values() + half) * part_;
      FillUniform(std::span(values, shape_.width), -1, 1, rng);
      for (std::size_t j = 0; shape_.masked && j < shape_.width; ++j) {
        values[j] *= mask_[r * part_ + j];
      }
    }
  }

  StoreShape shape_;
  std::size_t part_;
  std::vector<std::uint64_t> begin_{0};
  std::vector<std::uint32_t> slot_;
  GuardedArray<Real> mask_, dense_, sparse_;
};

/// Tokens with up to five dense and up to five sparse rows each. The list starts in the middle of its
/// arrays, as that of an example in a data set does.
template <class Real>
class RandomOccurrences {
 public:
  RandomOccurrences(const StoreShape& shape, std::size_t tokens, std::mt19937_64& rng)
      : tokens_(tokens), row_{999999, 999999}, value_{99, 99} {
    for (std::size_t t = 0; t < tokens; ++t) {
      begin_.push_back(row_.size());
      Draw(0, shape.dense_rows, rng);
      Draw(shape.dense_rows, shape.dense_rows + shape.sparse_rows, rng);
    }
    begin_.push_back(row_.size());
  }

  Occurrences<Real> View() const { return {tokens_, begin_.data(), row_.data(), value_.data()}; }

 private:
  void Draw(std::uint32_t first, std::uint32_t end, std::mt19937_64& rng) {
    std::vector<std::uint32_t> all(end - first);
    std::iota(all.begin(), all.end(), first);
    std::sample(all.begin(), all.end(), std::back_inserter(row_), rng() % 6, rng);
    std::uniform_real_distribution<double> value(-2, 2);
    while (value_.size() < row_.size()) {
      value_.push_back(rng() % 2 == 0 ? Real{1} : static_cast<Real>(value(rng)));
    }
  }

  std::size_t tokens_;
  std::vector<std::uint64_t> begin_;
  std::vector<std::uint32_t> row_;
  std::vector<Real> value_;
};

}  // namespace sagitta::kernels
