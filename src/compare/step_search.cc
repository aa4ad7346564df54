// The search for the best step size.
#include "compare/step_search.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace sagitta {

std::optional<int> NextPower(const std::map<int, double>& tried) {
  if (tried.empty()) return 0;
  auto best = tried.end();
  for (auto it = tried.begin(); it != tried.end(); ++it) {
    if (std::isfinite(it->second) && (best == tried.end() || it->second < best->second)) best = it;
  }
  // If all step sizes diverged, smaller is better.
  const int center = best == tried.end() ? tried.begin()->first : best->first;
  const auto open = [&](int power) {
    return power >= kSmallestPower && power <= kLargestPower && !tried.contains(power);
  };
  // Downwards first: step sizes that are too large take the most time, because inference falls back
  // to log space.
  if (open(center - 1)) return center - 1;
  if (open(center + 1)) return center + 1;
  return std::nullopt;
}

int PowerOf(double eta) { return static_cast<int>(std::lround(std::log10(eta))); }

// Converts through text, which gives the double nearest to the decimal number.
double EtaOf(int power) { return std::strtod(("1e" + std::to_string(power)).c_str(), nullptr); }

void MarkRuns(std::span<RunRecord> runs) {
  std::vector<RunRecord*> order;
  for (RunRecord& run : runs) {
    run.mark = run.Diverged() ? RunMark::kDiverged : RunMark::kOther;
    if (!run.Diverged()) order.push_back(&run);
  }
  std::stable_sort(order.begin(), order.end(), [](const RunRecord* a, const RunRecord* b) {
    return a->FinalObjective() < b->FinalObjective();
  });
  if (!order.empty()) order[0]->mark = RunMark::kBest;
  if (order.size() > 1) order[1]->mark = RunMark::kSecond;
}

}  // namespace sagitta
