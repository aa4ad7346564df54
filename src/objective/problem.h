// Problem: a data set and a layout, rearranged so that training visits as little memory as
// possible.
//
//   - Attributes with identical occurrences ("twins") are one row. c twins keep equal weights for
//   ever
//     under every method that starts at zero; with u = sqrt(c) w their score c w x becomes u
//     (sqrt(c) x) and their penalty c w^2 becomes u^2, so one row with values sqrt(c) x is the same
//     problem exactly.
//   - Frequent rows come first, the rest in order of first appearance: neighbours in memory are
//     neighbours in the text.
//   - Rows with at least a quarter of their slots are dense, the others sparse (see
//   weight_space.h).
//   - Gram matrices of short examples are kept, G[t][t'] = <x_t, x_t'>: with them the scores and
//   the
//     norm of a gradient need no rows at all.
//
// Immutable after Build; shared by threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "model/layout.h"
#include "objective/plain_weights.h"
#include "objective/weight_space.h"

namespace sagitta {

inline constexpr std::size_t kNodePart = 0;
inline constexpr std::size_t kEdgePart = 1;
inline constexpr std::uint32_t kTransitionRow = 0;  // of the edge part
inline constexpr std::uint32_t kNoRow = 0xffffffff;

/// Rows on tokens (or edges): token t has row[k], value[k] for k in [begin[t], begin[t+1]).
template <class Real>
struct OccurrenceList {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> row;
  std::vector<Real> value;
};

/// The rows of each example that the caches do not hold by themselves, to be fetched ahead: those
/// that occur seldom, each once.
struct SeldomRows {
  std::vector<std::uint64_t> begin;  // [examples + 1]
  std::vector<std::uint32_t> row;

  std::span<const std::uint32_t> Of(ExampleId i) const {
    return {row.data() + begin[i], row.data() + begin[i + 1]};
  }
};

/// Lower triangles of the Gram matrices, one row a token; columns count from the example's first
/// token. Examples whose matrix would cost more than it saves have none.
template <class Real>
struct GramMatrices {
  std::vector<std::uint64_t> begin;  // [tokens + 1]; empty: no example has one
  std::vector<std::uint32_t> column;
  std::vector<Real> value;
  std::vector<bool> present;  // [examples]
};

/// Where the weights of a layout row are: problem row (or kNoRow) and what to multiply with.
struct RowOrigin {
  std::uint32_t row = kNoRow;
  double factor = 1;  // 1 / sqrt(number of twins)
};

struct ProblemSettings {
  bool merge_twins = true;
  bool gram = true;  // keep Gram matrices: pays only where line searches are made
};

template <class Real>
struct Problem {
  std::uint32_t labels = 0;
  std::vector<std::uint64_t> token_begin;
  std::vector<LabelId> label;
  std::vector<double> weight;  // empty: all 1
  WeightSpace space;
  OccurrenceList<Real> node;  // one list a token
  OccurrenceList<Real> edge;  // one list a token, or no lists: there are no edge attributes
  SeldomRows seldom;          // of the node part
  GramMatrices<Real> gram;
  Constraints constraints;           // of the layout
  std::vector<RowOrigin> origin[2];  // by part: [layout rows]

  std::size_t examples() const { return token_begin.size() - 1; }
  std::size_t length(ExampleId i) const { return token_begin[i + 1] - token_begin[i]; }

  /// REQUIRES: layout was built for data.
  static Problem Build(const Dataset& data, const Layout& layout,
                       const ProblemSettings& settings = {});

  /// From the problem's weights to the layout's flat vector.
  void ToFlat(const Layout& layout, const PlainWeights<Real>& from, std::span<double> flat) const;

  /// And back. Twins get the mean of their flat weights, slots the layout does not have nothing.
  void FromFlat(const Layout& layout, std::span<const double> flat, PlainWeights<Real>& to) const;
};

}  // namespace sagitta
