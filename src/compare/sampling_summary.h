// From the visits and constants of all examples to histograms of a readable size.
#pragma once

#include "sagitta/compare.h"

namespace sagitta {

/// At most so many bins.
inline constexpr std::size_t kMostBins = 40;

/// REQUIRES: report.visits is not empty.
SamplingSummary Summarize(const SamplingReport& report);

}  // namespace sagitta
