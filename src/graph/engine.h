// Inference on graphs: the engines, what each of them offers, and how to make one.
//
//   tree      forests, exact, O(E K^2)
//   junction  any graph whose junction tree has small cliques, exact
//   trw       any graph: the tree-reweighted upper bound of log Z, minimised until its gap is small
//   pseudo    any graph: the pseudo-likelihood of the observed labels, O(E K)
//   loopy     any graph: damped loopy belief propagation; need not converge, bounds nothing
//
// The value that an engine computes is log Z or what takes its place: a function of the scores, the
// marginals are its gradient. So value - score(observed) is a loss and marginals - observed its
// table. All are convex but that of `loopy`.
//
// What depends on the graph alone is a plan, made once for a graph and shared by threads. An engine
// is the scratch of one thread: it allocates only when a plan is larger than all before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph_scores.h"
#include "graph/graph_shape.h"

namespace sagitta {

enum class Inference : std::uint8_t { kTree, kJunction, kTrw, kPseudo, kLoopy };

/// "tree" and so on; FindInference gives false for a name that is none of them.
std::string_view NameOf(Inference inference);
bool FindInference(std::string_view name, Inference& inference);

/// What an engine offers.
struct EngineTraits {
  bool exact = false;     // the value is log Z: probabilities, N best labellings
  bool gradient = true;   // the marginals are the value's gradient: line searches, certificate
  bool tangent = false;   // InferTangent
  bool counting = false;  // the entropy is sum_e H_e + sum_v (1 - degree_v) H_v: dual methods
  bool observed = false;  // needs the observed labels
};
EngineTraits TraitsOf(Inference inference);

/// Limits and tolerances; they belong to a model as the engine does.
struct InferenceSettings {
  double clique_states = 1 << 16;   // junction: of the largest clique; together 64 times as many
  double mismatch = 3e-7;           // trw: about the largest error of a marginal
  double gap = 1e-9;                // trw: when it stops
  std::uint32_t iterations = 1000;  // trw, loopy: the most
  double damping = 0.5;             // loopy: the part of the old message that is kept
};

/// Immutable; shared by threads. Refers to the arrays of its shape, which must outlive it.
class GraphPlan {
 public:
  explicit GraphPlan(const GraphShape& shape) : shape_(shape) {}
  virtual ~GraphPlan() = default;
  GraphPlan(const GraphPlan&) = delete;
  GraphPlan& operator=(const GraphPlan&) = delete;

  const GraphShape& shape() const { return shape_; }
  /// Bytes.
  virtual std::size_t memory() const = 0;

 private:
  GraphShape shape_;
};

/// Throws Error(kUsage) with the reason if the engine cannot take this graph: `tree` and a cycle,
/// `junction` and a clique above the limit.
std::unique_ptr<const GraphPlan> MakePlan(Inference inference, const GraphShape& shape,
                                          const InferenceSettings& settings);

/// The value of log Z or what takes its place; -infinity: no labelling is allowed, and all
/// marginals are 0.
struct GraphValue {
  double value = 0;
  double gap = 0;  // how far above the function's exact value this may be; exact engines: 0
};

template <class Real>
class GraphEngine {
 public:
  virtual ~GraphEngine() = default;

  /// Makes room for this plan.
  virtual void Reserve(const GraphPlan& plan) = 0;

  /// The value alone. `observed` is a label for each node where traits say so; others ignore it.
  virtual GraphValue Value(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                           const LabelId* observed) = 0;
  /// The value and the marginals that are asked for.
  virtual GraphValue Infer(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                           const LabelId* observed, const GraphMarginalsOf<Real>& marginals) = 0;
  /// Infer that also fills `tangent` with the derivative of the marginals along the scores `along`.
  /// REQUIRES: the traits offer it.
  virtual GraphValue InferTangent(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                                  const GraphScoresOf<Real>& along,
                                  const GraphMarginalsOf<Real>& marginals,
                                  const GraphMarginalsOf<Real>& tangent) = 0;
};

/// An engine for plans that MakePlan made with the same arguments.
template <class Real>
std::unique_ptr<GraphEngine<Real>> MakeEngine(Inference inference,
                                              const InferenceSettings& settings);

/// Labels with a high score. Owns scratch; one per thread.
class GraphDecoder {
 public:
  virtual ~GraphDecoder() = default;

  /// The best labels and their score, if the engine is exact; otherwise good ones: the most
  /// probable labels by the marginals and by other guesses, each improved until no change of one
  /// label helps. -infinity: none were found that are allowed, and the labels mean nothing. Ties
  /// are decided in the same way every time.
  virtual double Decode(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                        LabelId* labels) = 0;
  /// The n best labellings, best first, fewer when there are no more. Valid until the next call.
  /// REQUIRES: the engine is exact.
  virtual std::span<const ScoredLabels> Best(const GraphPlan& plan,
                                             const GraphScoresOf<double>& scores,
                                             std::size_t n) = 0;
};

/// A decoder for plans that MakePlan made with the same arguments. `pseudo` is a loss of training
/// and has none: models are used with another engine (see EngineChooser).
std::unique_ptr<GraphDecoder> MakeDecoder(Inference inference, const InferenceSettings& settings);

/// Finds the cheapest exact engine that can take all graphs of a corpus, or else `trw`.
class EngineChooser {
 public:
  explicit EngineChooser(const InferenceSettings& settings) : settings_(settings) {}

  /// Looks at one more graph. Throws nothing.
  void Add(const GraphShape& shape);

  Inference choice() const { return choice_; }
  /// Why: "all 200 graphs are forests", "the largest clique of graph 12 has 3e+09 states, ...".
  std::string reason() const;

 private:
  InferenceSettings settings_;
  Inference choice_ = Inference::kTree;
  std::size_t graphs_ = 0;
  std::size_t with_cycles_ = 0;
  double largest_clique_ = 0;        // states
  std::size_t first_too_large_ = 0;  // the graph, counted from 1
  std::string too_large_;            // why
};

}  // namespace sagitta
