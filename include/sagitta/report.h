// Reports: self-contained pages of HTML about comparisons, training runs and models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

namespace sagitta {

/// The page of a comparison that Compare left in `directory`, complete or not (docs/compare.md). It
/// needs nothing but itself: no network, no other file.
/// Throws Error: kSystem when results.jsonl cannot be read, kData with its line when it is not a
/// record of a comparison.
std::string ComparisonPage(const std::string& directory);

/// What a page about models is made from. What is left out is not shown.
struct ReportSettings {
  std::vector<std::string> models;  // files that Model::Load reads
  std::vector<std::string> logs;    // records of `sagitta train --log`
  std::string test;                 // labelled text to score each model on
  std::uint32_t attributes = 100;   // the strongest of each label that are shown, of either sign
  std::uint32_t examples = 12;      // sentences of each of three kinds, see below
};

/// The page of training runs and their models: convergence, development scores, transitions, the
/// strongest attributes of each label; and with a test text scores, confusions and sentences with
/// marginals: the first ones, those with the most confident mistakes and the least certain ones.
/// Cost: each model is loaded and walked through once, the test text tagged once for each. The page
/// has a size that depends on the settings and the labels, not on the number of weights; it says
/// what it leaves out. Throws Error as reading the files does.
std::string ModelPage(const ReportSettings& settings);

}  // namespace sagitta

#pragma GCC visibility pop
