// RowFinder: from the names of node attributes to their rows, with a memory for frequent names.
//
// A look-up in a model goes to four places that are rarely near (slot, offset, name, row
// reference). Names repeat, so the answers for short ones are kept in a table that fits the
// second-level cache: one visit there answers two thirds of the questions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "model/model_data.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// Remembers what it found; one per thread.
class RowFinder {
 public:
  /// `model` must outlive the finder. Takes 512 KiB.
  explicit RowFinder(const ModelData& model);

  /// rows[k] = the row of the attribute items[k].name; a row without weights for one that the model
  /// does not know. The span holds until the next call. REQUIRES: fewer than 2^32 items.
  std::span<const RowReference> Find(std::span<const Item> items);

 private:
  /// A name of at most 16 bytes: what stands at its two ends, in words that fit it and may overlap,
  /// and its length.
  struct Key {
    std::uint64_t first;
    std::uint64_t last;
    std::uint32_t size;
  };
  static constexpr std::size_t kLongestKey = 16;
  static constexpr std::uint32_t kLongSize = 0xfffffffe;   // of a longer name, which is in no entry
  static constexpr std::uint32_t kEmptySize = 0xffffffff;  // of an entry without a name

  /// Two in a cache line.
  struct Entry {
    std::uint64_t first;
    std::uint64_t last;
    RowReference row;
    std::uint32_t size;
    std::uint32_t unused;
  };
  static_assert(sizeof(Entry) == 32);

  /// A question that the memory could not answer.
  struct Miss {
    std::uint32_t item;
    std::uint32_t place;  // of the entry where the answer goes
  };

  static Key KeyOf(std::string_view name);
  static std::uint32_t PlaceOf(const Key& key);
  std::size_t Recall(std::span<const Item> items);
  void LookUp(std::span<const Item> items);

  const ModelData& model_;
  AlignedBuffer<Entry> memory_;
  std::vector<RowReference> rows_;
  std::vector<Miss> misses_;
  std::vector<Item> missing_;       // the items of misses_
  std::vector<std::uint32_t> ids_;  // of missing_
};

}  // namespace sagitta::internal
