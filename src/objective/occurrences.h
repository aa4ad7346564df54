// Lists of rows with values: factor by factor for most methods, and row by row for those that need
// the whole gradient of an example in each row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "kernels/adagrad.h"

namespace sagitta {

/// Factor f has row[k], value[k] for k in [begin[f], begin[f+1]): rows ascending, each once.
template <class Real>
struct OccurrenceList {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> row;
  std::vector<Real> value;
};

/// For each of some examples, its occurrences row by row.
///
/// Dense rows come first: those that occur once, then those that occur twice, and so on, so that
/// the end of the loop over the occurrences of a row is predictable. Otherwise rows ascend, which
/// is from frequent to rare (see weight_map.h).
///
/// Takes 8 bytes and a Real per occurrence: a second copy of what FactorRows has factor by factor.
template <class Real>
class OccurrencesByRow {
 public:
  using Item = kernels::RowOccurrence<Real>;

  /// Without examples, and with room for this many occurrences.
  OccurrencesByRow(std::uint32_t dense_rows, std::size_t occurrences)
      : dense_rows_(dense_rows), items_(occurrences) {}

  /// Adds an example. REQUIRES: there is room.
  void Append(const kernels::Occurrences<Real>& at);

  /// Fetches the beginning of the list of example k; the processor sees what comes then.
  void Prefetch(std::size_t k) const {
    const char* const first = reinterpret_cast<const char*>(items_.data() + begin_[k]);
    for (std::size_t byte = 0; byte < 256; byte += 64) __builtin_prefetch(first + byte);
  }

  /// Of the k-th example, the tokens of a row ascending.
  std::span<const Item> Of(std::size_t k) const {
    return {items_.data() + begin_[k], items_.data() + begin_[k + 1]};
  }

 private:
  /// The occurrences [first, end) of one row.
  struct Run {
    std::uint32_t order;
    std::uint32_t first;
    std::uint32_t end;
  };

  /// From the order of rows to the order above.
  void OrderByCount(std::span<Item> own);

  std::uint32_t dense_rows_;
  std::vector<std::uint64_t> begin_{0};
  AlignedBuffer<Item> items_;
  // Of the example being added.
  std::vector<Run> runs_;
  std::vector<Item> sorted_;
};

}  // namespace sagitta
