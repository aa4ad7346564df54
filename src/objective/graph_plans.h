// GraphPlans: the shapes of all graphs of a shard and the engine's plans for them. Made once for a
// training; shared by all losses of its examples and by threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_team.h"
#include "data/dataset.h"
#include "graph/engine.h"

namespace sagitta {

/// An engine and its limits.
struct EngineChoice {
  Inference inference = Inference::kTree;
  InferenceSettings settings;

  /// "tree", "junction 65536": how a model file stores it. FromText gives false for other texts.
  std::string Text() const;
  static bool FromText(std::string_view text, EngineChoice& choice);
};

/// The shapes of the examples of a data set with graphs, which must outlive them. Immutable.
class GraphShapes {
 public:
  /// REQUIRES: shard.HasGraphs().
  explicit GraphShapes(const Dataset& shard);

  std::size_t size() const { return shard_.examples(); }
  /// Valid as long as this.
  GraphShape Of(ExampleId i) const;

 private:
  void AddSets(ExampleId i);

  const Dataset& shard_;
  // Of the examples with sets of labels or given ones; all the same for the others.
  std::vector<std::uint64_t> set_at_;  // [examples + 1]: where its begins are, one more than nodes
  std::vector<std::uint32_t> begin_;   // within the labels of its example
  std::vector<std::uint64_t> label_at_;  // [examples + 1]
  std::vector<LabelId> label_;
};

/// Immutable.
class GraphPlans {
 public:
  /// `where` locates an example for messages. Throws Error(kUsage) with the reason when the engine
  /// cannot take one of the graphs.
  GraphPlans(const Dataset& shard, const EngineChoice& choice,
             const std::function<std::string(ExampleId)>& where = {});

  const EngineChoice& choice() const { return choice_; }
  EngineTraits traits() const { return TraitsOf(choice_.inference); }
  const GraphPlan& Of(ExampleId i) const { return *plans_[i]; }
  const Dataset& shard() const { return shard_; }
  /// The plan that needs most memory in an engine comes from one of these.
  std::size_t size() const { return plans_.size(); }
  /// Bytes of all plans.
  std::size_t memory() const;

 private:
  const Dataset& shard_;
  EngineChoice choice_;
  GraphShapes shapes_;
  std::vector<std::unique_ptr<const GraphPlan>> plans_;
};

}  // namespace sagitta
