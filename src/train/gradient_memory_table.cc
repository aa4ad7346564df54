// GradientMemoryTable: sizes by way of the problem that training would have in front of it.
#include <memory>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "objective/batched_evaluator.h"
#include "objective/shard_evaluator.h"
#include "objective/weight_map.h"
#include "optim/parts/memory_form.h"
#include "sagitta/error.h"
#include "sagitta/memory.h"
#include "train/settings.h"

namespace sagitta {
namespace {

template <class Real>
std::vector<MemoryUse> TableOf(const Corpus& corpus, const MemorySettings& settings) {
  const Dataset& data = internal::CorpusAccess::Data(corpus).dataset;
  const FeatureSet transitions = data.HasGraphs()
                                     ? settings.transitions.value_or(FeatureSet::kAll)
                                     : ResolveTransitions(settings.transitions, corpus.options());
  // Sizes do not depend on the engine; this one can take all graphs and has small plans.
  std::shared_ptr<const GraphPlans> plans;
  if (data.HasGraphs()) {
    plans = std::make_shared<const GraphPlans>(data, EngineChoice{Inference::kPseudo, {}});
  }
  const Layout layout = Layout::Build(data, {settings.features, transitions, settings.min_count});
  const WeightMap map(WeightCounts::Of(data), layout, settings.merge_twins, kNoValueLimit);
  std::vector<MemoryUse> table;
  for (std::size_t k = 0; k < MemoryFormNames().size(); ++k) {
    const auto form = static_cast<MemoryForm>(k);
    const auto examples = MakeEvaluator<Real>(map, data, plans, ShapeFor(form), /*gram=*/false);
    MemoryUse use;
    use.form = MemoryFormNames()[k];
    use.values = settings.batch == 1
                     ? MemoryValues<Real>(*examples, form)
                     : MemoryValues<Real>(BatchedEvaluator<Real>(*examples, settings.batch), form);
    use.bytes = use.values * sizeof(Real);
    table.push_back(use);
  }
  const double naive = static_cast<double>(table.front().values);
  for (MemoryUse& use : table) use.fraction = static_cast<double>(use.values) / naive;
  return table;
}

}  // namespace

std::vector<MemoryUse> GradientMemoryTable(const Corpus& corpus, const MemorySettings& settings) {
  if (settings.batch < 1 || settings.batch > kMostBatch) {
    throw Error(ErrorKind::kUsage, "batch: found '" + std::to_string(settings.batch) +
                                       "', expected a whole number from 1 to " +
                                       std::to_string(kMostBatch));
  }
  return settings.precision == Precision::kFloat ? TableOf<float>(corpus, settings)
                                                 : TableOf<double>(corpus, settings);
}

}  // namespace sagitta
