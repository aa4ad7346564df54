// WeightSpace: the shape that all weight-like vectors of one training share.
//
// Weights come in rows, one per attribute (or group of twins, see weight_map.h), and rows in
// blocks: block 0 belongs to tokens, block 1 to edges. The first rows of the edge block are the
// label pairs of the edge types; for chains, row 0 holds the transitions. In each block the rows
// with many slots are dense and the others sparse, so that frequent rows are visited with vector
// loads and rare ones take little memory.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sagitta {

inline constexpr std::size_t kNodeBlock = 0;
inline constexpr std::size_t kEdgeBlock = 1;
inline constexpr std::uint32_t kNoRow = 0xffffffff;

/// Rows of one block, dense ones numbered first. The number of a sparse row is dense_rows plus the
/// position of its first word in `slots`, see kernels/rows.h.
struct RowBlock {
  std::uint32_t width = 0;  // slots of a full row
  std::uint32_t dense_rows = 0;
  std::vector<std::uint8_t> dense_mask;  // [dense_rows][width], 1: has a weight; empty: all have
  std::uint32_t sparse_rows = 0;
  std::vector<std::uint32_t> slots;  // of each sparse row: their number, then the slots, ascending

  std::size_t rows() const { return std::size_t{dense_rows} + sparse_rows; }
  /// Row numbers are below this; not all of them belong to a row.
  std::size_t row_numbers() const { return dense_rows + slots.size(); }
};

using WeightSpace = std::vector<RowBlock>;

/// A row of a weight space.
struct RowId {
  std::uint32_t block;
  std::uint32_t row;
  auto operator<=>(const RowId&) const = default;
};

}  // namespace sagitta
