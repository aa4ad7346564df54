// Steady-state training takes no memory: this program counts every way in which C++ code gets some.
// AddressSanitizer watches the same ways, and two watchers do not go together.
#include <gtest/gtest.h>

#if defined(__SANITIZE_ADDRESS__)

TEST(Allocation, NoneInSteadyState) { GTEST_SKIP() << "memory is AddressSanitizer's here"; }

#else

#include <malloc.h>

#include <cstdlib>
#include <new>

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
void ExpectNoneFromThirdPass(const Dataset& data, const LayoutSettings& layout) {
  const ChainProblem<Real> problem(data, layout);
  PlainWeights<Real> w(problem.problem.space);
  for (const std::string name : {"sag", "sag-nus", "sag-nus-star", "lbfgs"}) {
    std::map<std::string, std::string> options;
    if (name == "lbfgs") options["history"] = "2";  // so that all pairs are there after two passes
    const auto method = problem.Make(name, 0.01, options);
    Rng rng(1);
    // Rows for examples without a Gram matrix are made when the first of them is met.
    int pass = 0;
    for (bool seen_all = false; pass < 2 || !seen_all; ++pass)
      seen_all = method->Advance(rng).seen_all;
    const std::uint64_t before = allocations;
    for (const int end = pass + 20; pass < end; ++pass) {
      method->Advance(rng);
      method->Write(w);
    }
    EXPECT_EQ(allocations, before) << name;
  }
}

TEST(Allocation, NoneInSteadyState) {
  const LayoutSettings all{FeatureSet::kAll, FeatureSet::kAll};
  const LayoutSettings observed{FeatureSet::kObserved, FeatureSet::kObserved};
  const Dataset plain = SmallDataset();
  const Dataset rich = SmallDataset({.labels = 5, .values = true, .weights = true, .edges = true});
  ExpectNoneFromThirdPass<float>(plain, all);
  ExpectNoneFromThirdPass<double>(plain, all);
  ExpectNoneFromThirdPass<float>(rich, observed);
  ExpectNoneFromThirdPass<double>(rich, observed);
}

}  // namespace
}  // namespace sagitta

#endif  // __SANITIZE_ADDRESS__
