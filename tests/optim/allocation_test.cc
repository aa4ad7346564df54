// Steady-state training takes no memory: this program counts every way in which C++ code gets some.
// AddressSanitizer watches the same ways, and two watchers do not go together.
#include <gtest/gtest.h>

#if defined(__SANITIZE_ADDRESS__)

TEST(Allocation, NoneInSteadyState) { GTEST_SKIP() << "memory is AddressSanitizer's here"; }

#else

#include <malloc.h>

#include <cstdlib>
#include <new>

#include "optim/expected_results.h"
#include "support/chain_problem.h"

namespace {

// Training runs on one thread here, so a plain counter will do.
std::uint64_t allocations = 0;

void* Allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* memory = memalign(alignment, size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The other forms of new call these by default.
void* operator new(std::size_t size) { return Allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// What AlignedBuffer calls.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return memalign(alignment, size);
}

namespace sagitta {
namespace {

TEST(Allocation, IsCounted) {
  const std::uint64_t before = allocations;
  const AlignedBuffer<double> buffer(10);
  EXPECT_EQ(allocations, before + 1);
  const std::vector<double> vector(10);
  EXPECT_EQ(allocations, before + 2);
}

template <class Real>
void ExpectNoneInSteadyState(const Dataset& data, const LayoutSettings& layout) {
  const ChainProblem<Real> problem(data, layout);
  PlainWeights<Real> w(problem.problem.space);
  for (const ExpectedResult& row : ExpectedResults()) {
    const auto method = problem.Make(row.method, 0.01, row.options);
    Rng rng(1);
    // Memory is taken when something is met for the first time: an example without a Gram matrix,
    // a pair of L-BFGS, a longer example of a growing batch.
    for (int pass = 0; pass < 60; ++pass) method->Advance(rng);
    const std::uint64_t before = allocations;
    for (int pass = 0; pass < 20; ++pass) {
      method->Advance(rng);
      method->Write(w);
    }
    EXPECT_EQ(allocations, before) << row.method;
  }
}

TEST(Allocation, NoneInSteadyState) {
  const LayoutSettings all{FeatureSet::kAll, FeatureSet::kAll};
  const LayoutSettings observed{FeatureSet::kObserved, FeatureSet::kObserved};
  const Dataset plain = SmallDataset();
  const Dataset rich = SmallDataset({.labels = 5, .values = true, .weights = true, .edges = true});
  ExpectNoneInSteadyState<float>(plain, all);
  ExpectNoneInSteadyState<double>(plain, all);
  ExpectNoneInSteadyState<float>(rich, observed);
  ExpectNoneInSteadyState<double>(rich, observed);
}

}  // namespace
}  // namespace sagitta

#endif  // __SANITIZE_ADDRESS__
