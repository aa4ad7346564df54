// What a ModelData's views point into: arrays that Build made, or the image of a file.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "dict/dictionary.h"
#include "model/file_image.h"
#include "model/model_data.h"

namespace sagitta::internal {

template <class Slot>
struct OwnedRows {
  std::vector<std::uint64_t> begin{0};
  std::vector<Slot> slot;
  std::vector<float> weight32;
  std::vector<double> weight64;

  ModelRows<Slot> View() const { return {begin, slot, weight32, weight64}; }
};

struct ModelData::Storage {
  FileImage image;  // of a loaded model; all but the next is then unused
  std::deque<std::vector<DictionarySlot>>
      secret_slots;  // of those of its dictionaries that need them
  Dictionary labels;
  Dictionary node_names;
  Dictionary edge_names;
  OwnedRows<std::uint16_t> node;
  OwnedRows<std::uint32_t> edge;
};

}  // namespace sagitta::internal
