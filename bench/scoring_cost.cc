// Why the tagger does not score through FactorRows: what it takes to make FactorRows of sequences,
// compared with tagging them.
//
//   scoring_cost MODEL DATA [ROUNDS]
//
// Prints CPU seconds, medians of alternating rounds: FactorRows made from ids, before any score is
// computed; and the tagger's look-up of all names, scores and labels, from sequences in memory.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "objective/factor_rows.h"
#include "objective/weight_map.h"
#include "sagitta/corpus.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"

namespace sagitta {
namespace {

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

void Measure(const Model& model, const char* path, int rounds) {
  const Corpus corpus = Corpus::Read({path}, model.read_options());
  const Dataset& data = internal::CorpusAccess::Data(corpus).dataset;
  const Layout layout = Layout::Build(data, {FeatureSet::kObserved, FeatureSet::kAll});
  const WeightMap map(WeightCounts::Of(data), layout, /*merge_twins=*/false, kNoValueLimit);
  std::vector<Sequence> sequences;
  SequenceReader reader(path, model.read_options());
  for (Sequence sequence; reader.Next(sequence);) sequences.push_back(sequence);
  Tagger tagger(model);
  std::vector<double> making, tagging;
  for (int round = 0; round < rounds; ++round) {
    const double start = CpuSeconds();
    { const FactorRows<float> rows(map, data, /*gram=*/false); }
    const double made = CpuSeconds();
    for (const Sequence& sequence : sequences) tagger.TagView(sequence);
    making.push_back(made - start);
    tagging.push_back(CpuSeconds() - made);
  }
  std::printf("%zu tokens: making FactorRows %.3f s, tagging %.3f s\n",
              static_cast<std::size_t>(data.tokens()), Median(making), Median(tagging));
}

}  // namespace
}  // namespace sagitta

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: scoring_cost MODEL DATA [ROUNDS]\n");
    return 2;
  }
  try {
    sagitta::Measure(sagitta::Model::Load(argv[1]), argv[2], argc > 3 ? std::atoi(argv[3]) : 7);
  } catch (const sagitta::Error& error) {
    std::fprintf(stderr, "scoring_cost: %s\n", error.what());
    return 1;
  }
}
