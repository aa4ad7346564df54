#include "chain/nbest.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sagitta {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

}  // namespace

void NBestDecoder::Decode(const ChainScores& scores, std::size_t n) {
  scores_ = scores;
  wanted_ = n;
  waiting_.clear();
  found_.clear();
  labels_.clear();
  if (n == 0) return;
  lattice_.Run(scores, ViterbiLattice::Keep::kAllRows);
  ++stamp_;
  if (seconds_.size() < scores.length * scores.labels) {
    seconds_.resize(scores.length * scores.labels);
  }
  const double* ends = lattice_.Best(scores.length - 1);
  const double* best = std::max_element(ends, ends + scores.labels);
  const Way way{*best, static_cast<std::uint32_t>(best - ends)};
  if (*best != kNever) Offer({*best, way, kNone, scores.length - 1});
  while (!waiting_.empty()) {
    Take();
    if (found_.size() == wanted_) break;
    OfferSibling(found_.back());
    OfferChildren(static_cast<std::uint32_t>(found_.size() - 1));
  }
  SortByExactScores();
}

void NBestDecoder::Take() {
  const Candidate candidate = waiting_.back();
  waiting_.pop_back();
  found_.push_back(candidate);
  labels_.resize(labels_.size() + scores_.length);
  std::uint32_t* labels = labels_.data() + labels_.size() - scores_.length;
  if (candidate.parent != kNone) {
    const std::uint32_t* behind = LabelsOf(candidate.parent);
    std::copy(behind + candidate.t + 1, behind + scores_.length, labels + candidate.t + 1);
  }
  labels[candidate.t] = candidate.way.from;
  lattice_.Trace(candidate.t, labels);
}

// ---- Ways into a label ----

inline double NBestDecoder::Into(std::size_t t, std::uint32_t from, std::uint32_t to) const {
  const double before = lattice_.Best(t - 1)[from];
  return t == scores_.length ? before : before + scores_.Edge(t)[from * scores_.labels + to];
}

NBestDecoder::Way NBestDecoder::WorseWay(std::size_t t, std::uint32_t to, Way than) const {
  const double* before = lattice_.Best(t - 1);
  const double* edge = t == scores_.length ? nullptr : scores_.Edge(t) + to;
  Way best{kNever, kNone};
  for (std::uint32_t from = 0; from < scores_.labels; ++from) {
    const double value =
        edge == nullptr ? before[from] : before[from] + edge[from * scores_.labels];
    // Without a branch on what nobody can predict.
    const bool worse = (value < than.value) | ((value == than.value) & (from > than.from));
    const bool better = worse & (value > best.value);
    best.value = better ? value : best.value;
    best.from = better ? from : best.from;
  }
  return best;
}

const NBestDecoder::Way& NBestDecoder::SecondWay(std::size_t t, std::uint32_t to) {
  Second& second = seconds_[t * scores_.labels + to];
  if (second.stamp != stamp_) {
    const std::uint32_t back = lattice_.Back(t)[to];
    second = {WorseWay(t, to, {Into(t, back, to), back}), stamp_};
  }
  return second.way;
}

// ---- Candidates ----

void NBestDecoder::OfferSibling(const Candidate& candidate) {
  const std::size_t t = candidate.t + 1;
  const bool is_end = candidate.parent == kNone;
  const std::uint32_t to = is_end ? 0 : LabelsOf(candidate.parent)[t];
  const Way next = WorseWay(t, to, candidate.way);
  if (next.from == kNone) return;
  if (is_end) {
    Offer({next.value, next, kNone, candidate.t});
    return;
  }
  const double loss = Into(t, lattice_.Back(t)[to], to) - next.value;
  Offer({found_[candidate.parent].score - loss, next, candidate.parent, candidate.t});
}

// Early deviations first: of equal scores they are the ones that are wanted.
void NBestDecoder::OfferChildren(std::uint32_t parent) {
  const std::uint32_t* labels = LabelsOf(parent);
  const double score = found_[parent].score;
  for (std::size_t t = 1; t <= found_[parent].t; ++t) {
    const Way& way = SecondWay(t, labels[t]);
    if (way.from == kNone) continue;
    const double loss = Into(t, lattice_.Back(t)[labels[t]], labels[t]) - way.value;
    // No other child is better than one that loses nothing, and the later ones come after it.
    if (!Offer({score - loss, way, parent, t - 1}) && loss == 0) return;
  }
}

bool NBestDecoder::Offer(const Candidate& candidate) {
  const bool full = Full();
  if (full && (waiting_.empty() || IsWorse(candidate, waiting_.front()))) return false;
  const auto place =
      std::partition_point(waiting_.begin(), waiting_.end(),
                           [&](const Candidate& other) { return IsWorse(other, candidate); });
  if (!full) {
    waiting_.insert(place, candidate);
    return true;
  }
  std::move(waiting_.begin() + 1, place, waiting_.begin());  // the worst makes room
  *(place - 1) = candidate;
  return true;
}

bool NBestDecoder::IsWorse(const Candidate& x, const Candidate& y) const {
  if (x.score != y.score) return x.score < y.score;
  // Behind both deviations, children of one path are alike.
  std::size_t t = x.parent == y.parent ? std::max(x.t, y.t) + 1 : scores_.length;
  for (std::uint32_t left = 0, right = 0; t-- > 0;) {
    left = LabelAt(x, t, left);
    right = LabelAt(y, t, right);
    if (left != right) return left > right;
  }
  return false;
}

std::uint32_t NBestDecoder::LabelAt(const Candidate& candidate, std::size_t t,
                                    std::uint32_t next) const {
  if (t == candidate.t) return candidate.way.from;
  if (t > candidate.t) return LabelsOf(candidate.parent)[t];
  return lattice_.Back(t + 1)[next];
}

// ---- Scores ----

double NBestDecoder::PathScoreOf(const Candidate& candidate) const {
  double score = lattice_.Best(candidate.t)[candidate.way.from];
  std::uint32_t from = candidate.way.from;
  for (std::size_t t = candidate.t + 1; t < scores_.length; ++t) {
    const std::uint32_t to = LabelsOf(candidate.parent)[t];
    score += scores_.Edge(t)[from * scores_.labels + to];
    score += scores_.node[t * scores_.stride + to];
    from = to;
  }
  return score;
}

void NBestDecoder::SortByExactScores() {
  exact_.resize(found_.size());
  order_.resize(found_.size());
  std::transform(found_.begin(), found_.end(), exact_.begin(),
                 [this](const Candidate& candidate) { return PathScoreOf(candidate); });
  std::iota(order_.begin(), order_.end(), 0u);
  const auto better = [this](std::uint32_t x, std::uint32_t y) { return exact_[x] > exact_[y]; };
  if (!std::is_sorted(order_.begin(), order_.end(), better)) {
    std::stable_sort(order_.begin(), order_.end(), better);
  }
}

}  // namespace sagitta
