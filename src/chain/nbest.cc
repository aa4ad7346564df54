// The search for the N best paths, as deviations from the best ways.
#include "chain/nbest.h"

#include <algorithm>

namespace sagitta {
namespace {

using kernels::DecodingStride;
using kernels::kNever;
using kernels::Way;

template <class T>
void GrowTo(std::vector<T>& values, std::size_t size) {
  if (values.size() < size) values.resize(std::max(size, values.size() * 3 / 2));
}

}  // namespace

void NBestDecoder::Decode(const ChainScores& scores, std::size_t n) {
  Clear(scores);
  if (n > 0) {
    lattice_.Run(scores, ViterbiLattice::Keep::kAllRows);
    AddBestPath();
  }
  if (n > 1 && !found_.empty()) {
    ways_.Start(scores_, lattice_);
    EnterFirstChild(0);
  }
  while (found_.size() < n) {
    const std::uint32_t parent = Leader();
    if (parent == kNone) break;
    if (found_[parent].row == kNone) AddRow(parent);
    AddChild(parent);
    if (found_.size() == n) break;
    EnterNextChild(parent);
    EnterFirstChild(found_.size() - 1);
  }
  SortByExactScores();
}

void NBestDecoder::Clear(const ChainScores& scores) {
  scores_ = scores;
  row_size_ = DecodingStride(scores.length + 1);
  found_.clear();
  rows_ = 0;
  race_.clear();
  leaders_.clear();
}

// ---- Paths ----

void NBestDecoder::AddPath(const Path& path) {
  found_.push_back(path);
  GrowTo(labels_, found_.size() * row_size_);
  if (race_.size() < found_.size()) race_.resize(DecodingStride(found_.size()), kNever);
}

void NBestDecoder::AddBestPath() {
  const std::size_t length = scores_.length;
  const double* ends = lattice_.Best(length - 1);
  const double* best = std::max_element(ends, ends + scores_.labels);
  if (*best == kNever) return;
  leading_score_ = *best;
  AddPath({*best, *best, {static_cast<std::uint32_t>(length + 1), 0}, {}});
  LabelsOf(0)[length - 1] = static_cast<std::uint32_t>(best - ends);
  lattice_.Trace(length - 1, LabelsOf(0));
}

void NBestDecoder::AddChild(std::size_t parent) {
  const Deviation last = found_[parent].child;
  AddPath({leading_score_, ChildScore(parent), last, {}});
  const std::uint32_t* before = LabelsOf(parent);
  std::uint32_t* labels = LabelsOf(found_.size() - 1);
  for (std::size_t t = 0; t < row_size_; t += kernels::kDecodingLanes) {
    std::copy_n(before + t, kernels::kDecodingLanes, labels + t);
  }
  labels[last.place - 1] = last.from;
  for (std::size_t t = last.place - 1; t > 0; --t) {
    const std::uint32_t label = lattice_.Back(t)[labels[t]];
    if (label == before[t - 1]) break;  // from here on both are the best way
    labels[t - 1] = label;
  }
}

// Behind its deviation a child meets the scores that its parent meets.
double NBestDecoder::ChildScore(std::size_t parent) const {
  const auto [place, from] = found_[parent].child;
  double score = lattice_.Best(place - 1)[from];
  if (place == scores_.length) return score;
  const double* steps = steps_.data() + 2 * found_[parent].row * row_size_;
  score += scores_.Edge(place)[from * scores_.labels + LabelsOf(parent)[place]];
  score += steps[2 * place + 1];
  for (std::size_t t = place + 1; t < scores_.length; ++t) {
    score += steps[2 * t];
    score += steps[2 * t + 1];
  }
  return score;
}

// ---- Children ----

void NBestDecoder::EnterFirstChild(std::size_t path) {
  const Deviation last = found_[path].last;
  if (last.place == 1) return;
  const WayTable::Cell& cell = ways_.Fill(last.place - 1, last.from);
  Enter(path, cell.best, cell.best_gain);
}

// The taken child is not in the row: so the row can be searched beside the column, and was not
// written to just now.
void NBestDecoder::EnterNextChild(std::size_t path) {
  const Deviation taken = found_[path].child;
  const std::uint32_t to = LabelAt(path, taken.place);
  const Way next = ways_.NextWay(taken.place, to, ways_.WayFrom(taken.place, taken.from, to));
  const double gain = next.value - ways_.BestWay(taken.place, to).value;
  double* gains = gains_.data() + found_[path].row * row_size_;
  std::uint32_t* from = from_.data() + found_[path].row * row_size_;
  const kernels::Maximum rest = kernels::FindMaximum(gains, row_size_);
  gains[taken.place] = gain;
  from[taken.place] = next.from;
  // Without an unpredictable branch.
  Deviation best;
  best.place = rest.value > gain ? rest.first : taken.place;
  best.from = from[best.place];
  if (rest.value >= gain && (rest.is_tied || rest.value == gain)) {
    best = BestOfTied(path, rest.value);
  }
  const double best_gain = gains[best.place];
  gains[best.place] = kNever;
  Enter(path, best, best_gain);
}

void NBestDecoder::AddRow(std::size_t path) {
  found_[path].row = static_cast<std::uint32_t>(rows_++);
  GrowTo(gains_, rows_ * row_size_);
  GrowTo(from_, rows_ * row_size_);
  double* gains = gains_.data() + found_[path].row * row_size_;
  std::uint32_t* from = from_.data() + found_[path].row * row_size_;
  const std::size_t end = found_[path].last.place;
  gains[0] = kNever;
  for (std::size_t place = 1; place < end; ++place) {
    const WayTable::Cell& cell = ways_.At(place, LabelAt(path, place));
    gains[place] = cell.gain;
    from[place] = cell.from;
  }
  std::fill(gains + end, gains + row_size_, kNever);
  gains[found_[path].child.place] = kNever;
  WriteSteps(path);
}

void NBestDecoder::WriteSteps(std::size_t path) {
  GrowTo(steps_, 2 * rows_ * row_size_);
  const std::uint32_t* labels = LabelsOf(path);
  double* steps = steps_.data() + 2 * found_[path].row * row_size_;
  for (std::size_t t = 1; t < scores_.length; ++t) {
    steps[2 * t] = scores_.Edge(t)[labels[t - 1] * scores_.labels + labels[t]];
    steps[2 * t + 1] = scores_.node[t * scores_.stride + labels[t]];
  }
}

// Two children of a path differ last where the later one deviates. So of equal ones a later one is
// the first if it has a lower label there than the path, and the last otherwise.
Deviation NBestDecoder::BestOfTied(std::size_t path, double gain) const {
  const std::size_t row = found_[path].row * row_size_;
  std::size_t best = 0;
  for (std::size_t place = found_[path].last.place - 1; place > 0; --place) {
    if (gains_[row + place] != gain) continue;
    best = place;
    if (from_[row + place] < LabelsOf(path)[place - 1]) break;
  }
  return {static_cast<std::uint32_t>(best), from_[row + best]};
}

// ---- The race of the best children ----

void NBestDecoder::Enter(std::size_t path, Deviation child, double gain) {
  found_[path].child = child;
  const double score = found_[path].score + gain;
  if (score < leading_score_) {
    race_[path] = score;
    return;
  }
  const auto entrant = static_cast<std::uint32_t>(path);
  leaders_.insert(std::upper_bound(leaders_.begin(), leaders_.end(), entrant,
                                   [this](auto x, auto y) { return IsBehind(x, y); }),
                  entrant);
}

std::uint32_t NBestDecoder::Leader() {
  if (leaders_.empty()) FindLeaders();
  if (leaders_.empty()) return kNone;
  const std::uint32_t leader = leaders_.back();
  leaders_.pop_back();
  return leader;
}

void NBestDecoder::FindLeaders() {
  if (race_.empty()) return;
  const kernels::Maximum best = kernels::FindMaximum(race_.data(), race_.size());
  if (best.value == kNever) return;
  leading_score_ = best.value;
  const std::size_t end = best.is_tied ? found_.size() : best.first + 1;
  for (std::size_t path = best.first; path < end; ++path) {
    if (race_[path] != best.value) continue;
    race_[path] = kNever;
    leaders_.push_back(static_cast<std::uint32_t>(path));
  }
  if (best.is_tied) {
    std::sort(leaders_.begin(), leaders_.end(), [this](auto x, auto y) { return IsBehind(x, y); });
  }
}

bool NBestDecoder::IsBehind(std::size_t x, std::size_t y) const {
  std::uint32_t left = 0, right = 0;
  for (std::size_t t = scores_.length; t-- > 0;) {
    left = ChildLabel(x, t, left);
    right = ChildLabel(y, t, right);
    if (left != right) return left > right;
  }
  return false;
}

std::uint32_t NBestDecoder::ChildLabel(std::size_t path, std::size_t t, std::uint32_t next) const {
  const Deviation child = found_[path].child;
  if (t >= child.place) return LabelsOf(path)[t];
  return t + 1 == child.place ? child.from : lattice_.Back(t + 1)[next];
}

// They are in order but for rounding.
void NBestDecoder::SortByExactScores() {
  order_.resize(found_.size());
  for (std::size_t path = 0; path < found_.size(); ++path) {
    const double exact = found_[path].exact;
    std::size_t k = path;
    for (; k > 0 && found_[order_[k - 1]].exact < exact; --k) order_[k] = order_[k - 1];
    order_[k] = static_cast<std::uint32_t>(path);
  }
}

}  // namespace sagitta
