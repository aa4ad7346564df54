// ChainOracle's part in methods with a step size for each weight.
#include "objective/adaptive_oracle.h"
#include "objective/chain_scratch.h"
#include "objective/occurrences_by_row.h"

namespace sagitta {

// The k-th of the chosen examples of a ChainOracle is example k here.
template <class Real>
class ChainOracle<Real>::Adaptive final : public AdaptiveOracle<Real> {
 public:
  Adaptive(const ChainOracle& oracle, std::span<const ExampleId> chosen)
      : oracle_(oracle),
        chosen_(chosen.begin(), chosen.end()),
        nodes_(oracle.space()[kNodePart].dense_rows, Count(&ChainOracle::NodesOf)),
        edges_(oracle.space()[kEdgePart].dense_rows, Count(&ChainOracle::EdgesOf)) {
    for (const ExampleId i : chosen) {
      nodes_.Append(oracle.NodesOf(i));
      edges_.Append(oracle.EdgesOf(i));
    }
  }

  void Gather(ExampleId k, ExampleId next, Scratch& base, AdaptiveWeights<Real>& w) const override {
    auto& scratch = static_cast<ChainScratch&>(base);
    const ExampleId i = chosen_[k];
    const std::size_t pairs = oracle_.Pairs();
    const auto gather = [&w](std::size_t part, std::span<const kernels::RowOccurrence<Real>> at,
                             std::span<const std::uint32_t> ahead, std::size_t tokens,
                             std::size_t stride, Real* out) {
      kernels::AdaGradGather(w.rows(part), at, w.steps(), w.settings(), ahead, tokens, stride, out);
    };
    const std::size_t length = oracle_.problem_.length(i);
    gather(kNodePart, nodes_.Of(k), Ahead(next, true), length, oracle_.stride_,
           scratch.at.node.data());
    if (length > 1) {
      gather(kEdgePart, kTransitions, {}, 1, pairs, scratch.at.transition.data());
    }
    if (const std::size_t edges = oracle_.AttributedEdges(i); edges > 0) {
      gather(kEdgePart, edges_.Of(k), {}, edges, pairs, scratch.at.edge.data());
      oracle_.AddTransitions(i, scratch.at);
    }
    oracle_.ForbidAtWeights(i, scratch.at);
  }

  void Step(ExampleId k, ExampleId next, Scratch& base, AdaptiveWeights<Real>& w) const override {
    const ExampleId i = chosen_[k];
    const TableParts table = oracle_.PartsOf(i, static_cast<ChainScratch&>(base));
    const auto step = [&w](std::size_t part, std::span<const kernels::RowOccurrence<Real>> at,
                           std::span<const std::uint32_t> ahead, std::size_t stride,
                           const Real* from) {
      kernels::AdaGradStep(w.rows(part), at, w.settings(), ahead, stride, from);
    };
    const std::size_t pairs = oracle_.Pairs();
    if (next != kNoExample) nodes_.Prefetch(next);
    step(kNodePart, nodes_.Of(k), Ahead(next, false), oracle_.problem_.labels, table.nodes);
    if (table.sums != nullptr) step(kEdgePart, kTransitions, {}, pairs, table.sums);
    if (oracle_.AttributedEdges(i) > 0) step(kEdgePart, edges_.Of(k), {}, pairs, table.own);
  }

 private:
  static constexpr kernels::RowOccurrence<Real> kTransitions[1] = {{kTransitionRow, 0, 1}};

  /// Occurrences of all examples.
  std::size_t Count(kernels::Occurrences<Real> (ChainOracle::*of)(ExampleId) const) const {
    std::size_t count = 0;
    for (const ExampleId i : chosen_) {
      const kernels::Occurrences<Real> at = (oracle_.*of)(i);
      count += at.begin[at.tokens] - at.begin[0];
    }
    return count;
  }

  std::span<const std::uint32_t> Ahead(ExampleId next, bool first_half) const {
    return oracle_.Ahead(next == kNoExample ? next : chosen_[next], first_half);
  }

  const ChainOracle& oracle_;
  std::vector<ExampleId> chosen_;
  OccurrencesByRow<Real> nodes_, edges_;
};

template <class Real>
std::unique_ptr<AdaptiveOracle<Real>> ChainOracle<Real>::NewAdaptive(
    std::span<const ExampleId> chosen) const {
  return std::make_unique<Adaptive>(*this, chosen);
}

template std::unique_ptr<AdaptiveOracle<float>> ChainOracle<float>::NewAdaptive(
    std::span<const ExampleId>) const;
template std::unique_ptr<AdaptiveOracle<double>> ChainOracle<double>::NewAdaptive(
    std::span<const ExampleId>) const;

}  // namespace sagitta
