// TableMemory: what comes out is exactly what went in before.
#include <gtest/gtest.h>

#include <random>

#include "optim/parts/gradient_memory.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

template <class Real>
void CheckExactExchange() {
  const ChainProblem<Real> problem(SmallDataset({.edges = true}),
                                   {FeatureSet::kAll, FeatureSet::kAll});
  const ExampleEvaluator<Real>& examples = problem.examples;
  TableMemory<Real> memory(examples);
  std::uint64_t bytes = 0;
  std::vector<std::vector<Real>> stored;
  for (ExampleId i = 0; i < examples.examples(); ++i) {
    stored.emplace_back(examples.TableSize(i), Real{0});
    bytes += examples.TableSize(i) * sizeof(Real);
  }
  EXPECT_EQ(memory.bytes(), bytes);
  std::mt19937_64 rng(8);
  for (int k = 0; k < 200; ++k) {
    const ExampleId i = static_cast<ExampleId>(rng() % examples.examples());
    std::vector<Real> table(examples.TableSize(i));
    for (Real& p : table) p = static_cast<Real>(static_cast<double>(rng()) * 1e-19 - 1);
    const std::vector<Real> fresh = table;
    memory.Prefetch(i);
    memory.Exchange(i, table);
    for (std::size_t j = 0; j < table.size(); ++j) ASSERT_EQ(table[j], fresh[j] - stored[i][j]);
    stored[i] = fresh;
  }
}

TEST(TableMemory, ExchangesExactly) {
  CheckExactExchange<double>();
  CheckExactExchange<float>();
}

}  // namespace
}  // namespace sagitta
