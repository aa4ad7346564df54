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

/// The next power of ten to try, given the final objectives of those already tried (infinite if
/// diverged). Starts with 0. None if the best power has a worse one on both sides, or is at an end
/// of the range.
std::optional<int> NextPower(const std::map<int, double>& tried);

/// Converts between a step size and its power of ten.
int PowerOf(double eta);
double EtaOf(int power);

/// Sets the marks of all runs with one name.
void MarkRuns(std::span<RunRecord> runs);

}  // namespace sagitta
