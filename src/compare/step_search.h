// The search for the best step size of a classic stochastic method among the powers of ten, as in
// section 6 of the paper: the best is the one with the lowest training objective at the end.
#pragma once

#include <map>
#include <optional>
#include <span>

#include "sagitta/compare.h"

namespace sagitta {

inline constexpr int kSmallestPower = -8;
inline constexpr int kLargestPower = 6;

/// The power of ten to try next, given the objectives (infinite: diverged) that the others came to;
/// none: the best has a worse one on either side, or an end of the range. Begins with 0.
std::optional<int> NextPower(const std::map<int, double>& tried);

/// The power of ten that eta is, and back.
int PowerOf(double eta);
double EtaOf(int power);

/// Sets the marks of all runs of one name.
void MarkRuns(std::span<RunRecord> runs);

}  // namespace sagitta
