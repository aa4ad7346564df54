#include "compare/sampling_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sagitta {
namespace {

// Edges from smallest to beyond or at largest by equal factors; whole numbers: rounded up, each
// once.
std::vector<double> Edges(double smallest, double largest, bool whole) {
  const double end = whole ? largest + 1 : largest;
  std::vector<double> edges = {smallest};
  for (std::size_t k = 1; k < kMostBins && smallest < largest; ++k) {
    const double fraction = static_cast<double>(k) / static_cast<double>(kMostBins);
    double edge = smallest * std::pow(end / smallest, fraction);
    if (whole) edge = std::ceil(edge);
    if (edge > edges.back() && edge < end) edges.push_back(edge);
  }
  edges.push_back(end);
  return edges;
}

std::size_t BinOf(double value, const std::vector<double>& edges) {
  const auto above = std::upper_bound(edges.begin(), edges.end(), value);
  const auto bin = static_cast<std::size_t>(above - edges.begin());
  return std::clamp<std::size_t>(bin, 1, edges.size() - 1) - 1;
}

// Of the values above zero.
Distribution Distribute(const std::vector<double>& values, bool whole) {
  Distribution result;
  std::uint64_t count = 0;
  double sum = 0;
  for (const double value : values) {
    if (!(value > 0)) continue;
    result.smallest = count == 0 ? value : std::min(result.smallest, value);
    result.largest = std::max(result.largest, value);
    sum += value;
    ++count;
  }
  if (count == 0) return result;
  result.mean = sum / static_cast<double>(count);
  result.histogram.edges = Edges(result.smallest, result.largest, whole);
  result.histogram.counts.resize(result.histogram.edges.size() - 1);
  for (const double value : values) {
    if (value > 0) ++result.histogram.counts[BinOf(value, result.histogram.edges)];
  }
  return result;
}

}  // namespace

SamplingSummary Summarize(const SamplingReport& report) {
  SamplingSummary summary;
  const std::vector<double> visits(report.visits.begin(), report.visits.end());
  summary.examples = visits.size();
  summary.unseen = static_cast<std::uint64_t>(std::count(visits.begin(), visits.end(), 0.0));
  summary.iterations =
      std::accumulate(report.visits.begin(), report.visits.end(), std::uint64_t{0});
  summary.visits = Distribute(visits, true);
  if (report.lipschitz.empty()) return summary;
  summary.lipschitz = Distribute(report.lipschitz, false);
  const Histogram& histogram = summary.lipschitz->histogram;
  summary.lipschitz_visits.resize(histogram.counts.size());
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (!(report.lipschitz[i] > 0)) continue;
    summary.lipschitz_visits[BinOf(report.lipschitz[i], histogram.edges)] += visits[i];
  }
  for (std::size_t k = 0; k < histogram.counts.size(); ++k) {
    const std::uint64_t count = histogram.counts[k];
    summary.lipschitz_visits[k] = count > 0
                                      ? summary.lipschitz_visits[k] / static_cast<double>(count)
                                      : std::numeric_limits<double>::quiet_NaN();
  }
  return summary;
}

}  // namespace sagitta
