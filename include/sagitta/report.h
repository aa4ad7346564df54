// Reports: self-contained HTML pages about comparisons, training runs and models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

namespace sagitta {

/// The page of a comparison that Compare wrote to `directory`, complete or not (docs/compare.md).
/// It needs no network and no other file. Throws Error: kSystem when results.jsonl cannot be read,
/// kData with its line when it is not a record of a comparison.
std::string ComparisonPage(const std::string& directory);

/// The input of a page about models. All parts are optional.
struct ReportSettings {
  std::vector<std::string> models;  // files that Model::Load reads
  std::vector<std::string> logs;    // records of `sagitta train --log`
  std::string test;                 // labelled data to score each model on
  std::uint32_t attributes = 100;   // number of strongest attributes per label, of either sign
  std::uint32_t examples = 12;      // number of example sequences of each kind, see below
  /// Of attribute text: the attribute NAME=WORD that is shown as the token; empty: find it.
  std::string token_attribute = {};
};

/// The page of training runs and models: convergence, development scores, transitions, the
/// strongest attributes of each label; with test data also scores, confusions and example sequences
/// with marginals: the first ones, those with the most confident mistakes and the least certain
/// ones. Cost: each model is loaded and traversed once, and tags the test data once. The size of
/// the page depends on the settings and the labels, not on the number of weights; the page says
/// what it leaves out. Throws Error if a file cannot be read.
std::string ModelPage(const ReportSettings& settings);

}  // namespace sagitta

#pragma GCC visibility pop
