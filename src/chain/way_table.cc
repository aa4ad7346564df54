// Finds further ways into labels when they are needed.
#include "chain/way_table.h"

#include <algorithm>
#include <cstring>

namespace sagitta {

using kernels::kNever;

void WayTable::Start(const ChainScores& scores, const ViterbiLattice& lattice) {
  scores_ = scores;
  lattice_ = &lattice;
  const double* ends = lattice.Best(scores.length - 1);
  best_end_ = static_cast<std::uint32_t>(std::max_element(ends, ends + scores.labels) - ends);
  const std::size_t cells = scores.length * scores.labels + 1;
  if (cells_.size() < cells) cells_.resize(cells);
  if (way_.size() < scores.length + 1) way_.resize(scores.length + 1);
  if (++turn_ == 0) {
    std::fill(cells_.begin(), cells_.end(), Cell{});
    turn_ = 1;
  }
  const std::size_t square = scores.labels * scores.labels;
  if (transition_.size() != square ||
      std::memcmp(transition_.data(), scores.transition, square * sizeof(double)) != 0) {
    LayOutColumns();
  }
}

void WayTable::LayOutColumns() {
  const std::size_t labels = scores_.labels;
  transition_.assign(scores_.transition, scores_.transition + labels * labels);
  height_ = kernels::DecodingStride(labels);
  if (columns_.size() != (labels + 2) * height_) {
    columns_ = AlignedBuffer<double>((labels + 2) * height_);
  }
  std::fill_n(columns_.data(), columns_.size(), kNever);  // there is no way from the padding
  for (std::size_t to = 0; to < labels; ++to) {
    double* column = columns_.data() + to * height_;
    for (std::size_t from = 0; from < labels; ++from) {
      column[from] = transition_[from * labels + to];
    }
  }
  std::fill_n(columns_.data() + labels * height_, labels, 0.0);
}

const double* WayTable::OwnColumn(const double* edge) {
  double* column = columns_.data() + (scores_.labels + 1) * height_;
  for (std::size_t from = 0; from < scores_.labels; ++from) {
    column[from] = edge[from * scores_.labels];
  }
  return column;
}

// Two deviations from one way lead to labels that differ last where the later one is. So of equal
// gains the later one comes first if it has the lower label there.
void WayTable::FillWay(std::size_t place, std::uint32_t to) {
  std::size_t known = place;
  for (way_[place] = to; known > 0 && At(known, way_[known]).turn != turn_; --known) {
    way_[known - 1] = BestFrom(known, way_[known]);
  }
  double best_gain = known > 0 ? At(known, way_[known]).best_gain : kNever;
  Deviation best = known > 0 ? At(known, way_[known]).best : Deviation{};
  for (std::size_t t = known + 1; t <= place; ++t) {
    const kernels::Way first = WayFrom(t, way_[t - 1], way_[t]);
    const kernels::Way second = NextWay(t, way_[t], first);
    const double gain = second.value - first.value;
    // Without an unpredictable branch.
    const bool better = (gain > best_gain) | ((gain == best_gain) & (second.from < first.from));
    best_gain = better ? gain : best_gain;
    best.place = better ? static_cast<std::uint32_t>(t) : best.place;
    best.from = better ? second.from : best.from;
    cells_[t * scores_.labels + way_[t]] = {gain, best_gain, best, second.from, turn_};
  }
}

}  // namespace sagitta
