// ModelRows: the weights of a model by attribute, as views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace sagitta::internal {

/// Only weights that are not zero. Row r is [begin[r], begin[r+1]) of slot and weight, slots
/// ascending, so that a row with as many weights as there are slots is in place.
template <class SlotType>
struct ModelRows {
  using Slot = SlotType;

  std::span<const std::uint64_t> begin;  // [rows + 1]
  std::span<const Slot> slot;
  std::span<const float> weight32;   // exactly one of the two is used,
  std::span<const double> weight64;  // by the precision the model is stored in

  std::size_t rows() const { return begin.size() - 1; }
  std::uint64_t weights() const { return begin.back(); }
  double Weight(std::uint64_t k) const { return weight64.empty() ? weight32[k] : weight64[k]; }

  /// The weights of a model whose precision is known to be Real.
  template <class Real>
  std::span<const Real> Weights() const {
    if constexpr (std::is_same_v<Real, float>) {
      return weight32;
    } else {
      return weight64;
    }
  }
};

}  // namespace sagitta::internal
