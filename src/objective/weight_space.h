// WeightSpace: the shape that all weight-like vectors of one training problem share.
//
// Weights come in rows, one a row of the problem (see problem.h), and rows in parts: part 0 belongs
// to tokens, part 1 to edges. In each part the rows with many slots are dense, the rest sparse, so
// that hot rows are visited with vector loads and rare ones take little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sagitta {

/// Rows of one part, dense ones numbered first. A sparse row's number is dense_rows plus the place
/// of its first word in `slots`, see kernels/rows.h.
struct RowSpace {
  std::uint32_t width = 0;  // slots of a full row
  std::uint32_t dense_rows = 0;
  std::vector<std::uint8_t> dense_mask;  // [dense_rows][width], 1: has a weight; empty: all have
  std::uint32_t sparse_rows = 0;
  std::vector<std::uint32_t> slots;  // of each sparse row: how many, then the slots, ascending

  std::size_t rows() const { return std::size_t{dense_rows} + sparse_rows; }
};

using WeightSpace = std::vector<RowSpace>;

}  // namespace sagitta
