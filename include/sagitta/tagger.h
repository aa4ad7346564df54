// Tagger: labels sequences with a model. Evaluate: tags labelled data and scores the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"
#include "sagitta/evaluate.h"
#include "sagitta/model.h"
#include "sagitta/sequence.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// One way to label a sequence.
struct Labelling {
  std::vector<std::string_view> labels;  // [T]; valid as long as the model or a copy of it
  double score = 0;                      // the sum of the weights of its features
  double log_probability = 0;            // score - log Z
};

/// Finds labels, probabilities and marginals of one sequence after the other.
///
/// Tag and its variants look at a sequence; all other functions answer questions about the sequence
/// that was tagged last, and throw Error(kUsage) when there is none. Labellings that the model's
/// constraints forbid have probability 0 and are never found; where none is left, tagging throws
/// Error(kData) that says at which token.
///
/// Graphs are tagged like chains, with the engine that the model was trained with (docs/graphs.md).
/// A model of chains can tag graphs and a model of graphs chains: the edges of a chain are those of
/// the empty type. Mistakes in a graph throw Error(kData). Where inference is not exact (see
/// Exact), the labels are good ones, but not always the most probable, and LogPartition is what the
/// engine computes in place of log Z: with trw an upper bound, so probabilities are lower bounds.
///
/// A Tagger owns scratch memory that only grows. It is not thread safe: use one per thread; they
/// may share a model. Cost of tagging: one look-up for each item, then T * K * K.
class Tagger {
 public:
  /// Keeps its own reference to the model.
  explicit Tagger(const Model& model);
  /// Obeys further constraints besides the model's own; see MakeConstraints. Throws Error(kUsage)
  /// when they are for another number of labels.
  Tagger(const Model& model, const Constraints& further);
  ~Tagger();
  Tagger(Tagger&&) noexcept;
  Tagger& operator=(Tagger&&) noexcept;

  /// The most probable labels (Viterbi; of equals the one with the lowest label id at the last
  /// token where they differ), one for each token.
  std::vector<std::string> Tag(const Sequence& sequence);

  /// The most probable labels among the labellings that have labels[t] at each token t. Where
  /// labels[t] is not a label of the model (it is empty, "?", anything else), the token is free.
  /// All probabilities are conditioned on the given labels until the next sequence is tagged.
  /// Throws Error(kUsage) unless there is one label for each token.
  std::vector<std::string> TagGiven(const Sequence& sequence,
                                    std::span<const std::string_view> labels);

  /// The same without copying the result, for hot loops: once the scratch memory has grown, they
  /// allocate nothing. The span is valid until the next call, the views as long as the model.
  std::span<const std::string_view> TagView(const Sequence& sequence);
  std::span<const std::string_view> TagGivenView(const Sequence& sequence,
                                                 std::span<const std::string_view> labels);

  /// The labels that were found last, and their ids. Valid until the next call.
  std::span<const std::string_view> labels() const;
  std::span<const std::uint32_t> label_ids() const;

  /// Their score, their probability p(y|x) and its logarithm.
  double Score();
  double Probability();
  double LogProbability();

  /// Whether the sequence was tagged by exact inference.
  bool Exact();

  /// log Z: log p(y|x) is the score of y less this.
  double LogPartition();

  /// What each of these labels, which the model must know, adds to the score of all of them: the
  /// weights of the token's attributes with the label, and those of the edge into it from the label
  /// before, in a graph those of all edges into it. [T], valid until the next call.
  std::span<const double> TokenScores(std::span<const std::string_view> labels);

  /// log p(y|x) of given labels for any sequence; -infinity when one of them is not a label of the
  /// model, or is forbidden. What was tagged last stays as it is.
  double LogProbability(const Sequence& sequence, std::span<const std::string_view> labels);

  /// Appends the scores of a sequence to `text` as a model in the UAI format ("MARKOV"), which
  /// toulbar2, libDAI, merlin and others read. Variables are the nodes and their values the labels
  /// that the node may have, in the order of the model. Factors, one per node and then one per
  /// edge, are divided by their largest value; returns the logarithm of the product of these
  /// values, so log Z is that of the file plus it, and so is every score. What was tagged last
  /// stays as it is. Throws Error(kData) for a sequence without tokens and when a node has no label
  /// that is allowed.
  double AppendUai(const Sequence& sequence, std::string& text);

  /// All node marginals p(y_t = k | x): [T][K], row after row, K = number of labels. Valid until
  /// the next call.
  std::span<const double> Marginals();

  /// All marginals of neighbours p(y_{t-1} = i, y_t = j | x), t >= 1: [T - 1][K][K]; in a graph
  /// p(y_from = i, y_to = j | x) of its edges: [E][K][K]. Valid until the next call.
  std::span<const double> PairMarginals();

  /// The n most probable labellings, best first, or all of them when there are fewer. Of equal
  /// scores the one with the lower label id at the last token where two differ comes first. Cost:
  /// little more than Tag for small n, proportional to n^2 for large n. Valid until the next call.
  /// Throws Error(kUsage) where inference is not exact.
  std::span<const Labelling> NBest(std::size_t n);

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

/// Tags labelled data and scores the result: a file (or "-", standard input), sequences in memory,
/// or a source that is called until it returns false. Obeys `further` constraints besides the
/// model's own. Sequences without tokens are skipped. Throws Error(kData) when there is no
/// sequence, when a token has no label, and as tagging does.
///
/// Files and sequences in memory are tagged by several threads (0: all cores that the process may
/// use); the result does not depend on how many. A source is called on the calling thread, which
/// does all the work.
Evaluation Evaluate(const Model& model, const std::string& path, const Constraints& further = {},
                    std::uint32_t threads = 0);
Evaluation Evaluate(const Model& model, const std::vector<Sequence>& sequences,
                    const Constraints& further = {}, std::uint32_t threads = 0);
Evaluation Evaluate(const Model& model, const SequenceSource& source,
                    const Constraints& further = {});

}  // namespace sagitta

#pragma GCC visibility pop
