// Random stores of rows and random occurrences of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
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

/// The same shape and seed give the same store. Sparse rows have between none and all of the slots.
template <class Real>
class RandomStore {
 public:
  RandomStore(const StoreShape& shape, std::uint64_t seed)
      : shape_(shape),
        part_(PaddedWidth<Real>(shape.width)),
        mask_(shape.masked ? shape.dense_rows * part_ : 0),
        dense_(shape.dense_rows * Values() * part_),
        sparse_(MakeSlots(seed) * Values()) {
    std::mt19937_64 rng(seed);
    FillUniform(sparse_.span(), -1, 1, rng);
    ForEachCountWord([&](std::size_t k) { sparse_[k] = 0; });
    for (std::size_t r = 0; r < shape.dense_rows; ++r) FillRow(r, rng);
  }

  Rows<Real> View() {
    return {shape_.width,
            shape_.dense_rows,
            part_,
            dense_.data(),
            shape_.masked ? mask_.data() : nullptr,
            slots_.size(),
            slots_.data(),
            sparse_.data()};
  }

  /// The numbers of all rows: the dense ones, then the sparse ones.
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  const GuardedArray<Real>& dense() const { return dense_; }
  const GuardedArray<Real>& sparse() const { return sparse_; }

  /// Checks that all values that represent no weight are still zero.
  bool PaddingIsZero() const {
    for (std::size_t k = 0; k < dense_.size(); ++k) {
      const std::size_t row = k / (Values() * part_), column = k % part_;
      const bool weight =
          column < shape_.width && (!shape_.masked || mask_[row * part_ + column] != 0);
      if (!weight && dense_[k] != 0) return false;
    }
    bool zero = true;
    ForEachCountWord([&](std::size_t k) { zero = zero && sparse_[k] == 0; });
    return zero && dense_.SlackIntact() && sparse_.SlackIntact() && dense_.GuardsIntact() &&
           sparse_.GuardsIntact();
  }

 private:
  std::size_t Values() const { return shape_.lazy ? 2 : 1; }

  /// Values at the place of the count of a sparse row instead of a slot.
  template <class Body>
  void ForEachCountWord(const Body& body) const {
    for (std::size_t place = 0; place < slots_.size(); place += 1 + slots_[place]) {
      for (std::size_t k = 0; k < Values(); ++k) body(Values() * place + k);
    }
  }

  std::size_t MakeSlots(std::uint64_t seed) {
    std::mt19937_64 rng(seed + 1);
    numbers_.resize(shape_.dense_rows);
    std::iota(numbers_.begin(), numbers_.end(), 0u);
    std::vector<std::uint32_t> all(shape_.width);
    std::iota(all.begin(), all.end(), 0u);
    for (std::uint32_t r = 0; r < shape_.sparse_rows; ++r) {
      const std::size_t count = r == 1 ? 0 : r == 2 ? shape_.width : rng() % (shape_.width + 1);
      numbers_.push_back(shape_.dense_rows + static_cast<std::uint32_t>(slots_.size()));
      slots_.push_back(static_cast<std::uint32_t>(count));
      std::sample(all.begin(), all.end(), std::back_inserter(slots_), count, rng);
    }
    return slots_.size();
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
  std::vector<std::uint32_t> numbers_, slots_;
  GuardedArray<Real> mask_, dense_, sparse_;
};

/// Tokens with up to five dense and up to five sparse rows each. The list starts in the middle of
/// its arrays, like that of an example in a data set.
template <class Real>
class RandomOccurrences {
 public:
  RandomOccurrences(const StoreShape& shape, const RandomStore<Real>& store, std::size_t tokens,
                    std::mt19937_64& rng)
      : tokens_(tokens), row_{999999, 999999}, value_{99, 99} {
    const auto middle = store.numbers().begin() + shape.dense_rows;
    for (std::size_t t = 0; t < tokens; ++t) {
      begin_.push_back(row_.size());
      Draw(store.numbers().begin(), middle, rng);
      Draw(middle, store.numbers().end(), rng);
    }
    begin_.push_back(row_.size());
  }

  Occurrences<Real> View() const { return {tokens_, begin_.data(), row_.data(), value_.data()}; }

 private:
  using Numbers = std::vector<std::uint32_t>::const_iterator;

  void Draw(Numbers first, Numbers end, std::mt19937_64& rng) {
    std::sample(first, end, std::back_inserter(row_), rng() % 6, rng);
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
