// Training takes no memory after its first pass, or after a few where a method says why: this
// program counts every way in which C++ code gets some.
// AddressSanitizer watches the same ways, and two watchers do not go together.
#include <gtest/gtest.h>

#if defined(__SANITIZE_ADDRESS__)

TEST(Allocation, NoneAfterTheWarmUp) { GTEST_SKIP() << "memory is AddressSanitizer's here"; }

#else

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <new>
#include <string>
#include <vector>

#include "optim/expected_results.h"
#include "support/chain_problem.h"
#include "support/graph_problem.h"

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

struct AllocationCase {
  std::string method;
  std::map<std::string, std::string> options;
  double lambda1 = 0;
};

std::string NameOf(const AllocationCase& c) {
  std::string name = c.method;
  for (const auto& [option, value] : c.options) name += " --" + option + " " + value;
  return c.lambda1 > 0 ? name + " --lambda1" : name;
}

/// Every method as it is, and those with a memory in all their forms.
std::vector<AllocationCase> AllocationCases() {
  std::vector<AllocationCase> cases;
  for (const ExpectedResult& row : ExpectedResults()) cases.push_back({row.method, row.options});
  for (const MethodInfo& info : Methods()) {
    const auto has = [&info](const std::string& name) {
      return std::any_of(info.options.begin(), info.options.end(),
                         [&name](const MethodOption& option) { return option.name == name; });
    };
    if (has("memory")) {
      for (const char* form : {"naive", "sparse", "marginals"}) {
        cases.push_back({info.name, {{"memory", form}}});
      }
    }
    if (has("memory") && has("batch")) cases.push_back({info.name, {{"batch", "3"}}});
    if (info.lambda1) cases.push_back({info.name, {}, 0.001});
  }
  return cases;
}

/// Passes after which a method takes no more memory: one, if there is no reason for more.
int WarmUp(const std::string& method) {
  struct Reason {
    const char* method;
    int passes;
    const char* why;
  };
  constexpr Reason kReasons[] = {
      {"sag-nus", 2, "in float the steps of the second pass lead to scores that need double"},
      {"lbfgs", 6, "an iteration is a pass, and brings one of six pairs"},
      {"owlqn", 6, "as lbfgs"},
      {"auto", 20, "with an L1 term it changes over to owlqn"},
      {"hybrid", 2, "pairs as lbfgs, the first from a few examples each"},
      {"oeg", 2, "the first pass infers where to begin; searches come with the steps"},
  };
  for (const Reason& reason : kReasons) {
    if (method == reason.method) return reason.passes;
  }
  return 1;
}

template <class Real>
void ExpectNoneAfterWarmUp(const Dataset& data, const LayoutSettings& layout) {
  const ChainProblem<Real> problem(data, layout);
  PlainWeights<Real> w(problem.map.space());
  for (const AllocationCase& c : AllocationCases()) {
    const auto method = problem.Make(c.method, 0.01, c.options, c.lambda1);
    Rng rng(1);
    const int warm_up = WarmUp(c.method);
    for (int pass = 0; pass < warm_up; ++pass) method->Advance(rng);
    const std::uint64_t before = allocations;
    for (int pass = warm_up + 1; pass <= warm_up + 40; ++pass) {
      method->Advance(rng);
      method->Write(w);
      EXPECT_EQ(allocations, before) << NameOf(c) << ", pass " << pass;
      if (allocations != before) break;
    }
  }
}

TEST(Allocation, NoneAfterTheWarmUp) {
  const LayoutSettings all{FeatureSet::kAll, FeatureSet::kAll};
  const LayoutSettings observed{FeatureSet::kObserved, FeatureSet::kObserved};
  const Dataset plain = SmallDataset();
  const Dataset rich = SmallDataset({.labels = 5, .values = true, .weights = true, .edges = true});
  ExpectNoneAfterWarmUp<float>(plain, all);
  ExpectNoneAfterWarmUp<double>(plain, all);
  ExpectNoneAfterWarmUp<float>(rich, observed);
  ExpectNoneAfterWarmUp<double>(rich, observed);
}

/// On graphs, whose inference has scratch of its own: each engine, with methods that use what it
/// offers.
template <class Real>
void ExpectNoneOnGraphs(Inference inference, const std::vector<std::string>& methods) {
  SmallGraphsSettings settings{.tokens = {.seed = 2, .longest = 5}};
  settings.cycles = inference != Inference::kTree;
  const GraphProblem<Real> problem(SmallGraphs(settings), {FeatureSet::kAll, FeatureSet::kAll},
                                   inference);
  PlainWeights<Real> w(problem.map.space());
  for (const std::string& name : methods) {
    const auto method = problem.Make(name, 0.01);
    Rng rng(1);
    // Scratch grows until every graph was met, for which methods that draw at random need some
    // passes.
    const int warm_up = 10;
    for (int pass = 0; pass < warm_up; ++pass) method->Advance(rng);
    const std::uint64_t before = allocations;
    for (int pass = 0; pass < 20; ++pass) {
      method->Advance(rng);
      method->Write(w);
    }
    EXPECT_EQ(allocations, before) << name << ", engine " << static_cast<int>(inference);
  }
}

TEST(Allocation, NoneOnGraphsAfterTheWarmUp) {
  const std::vector<std::string> searching = {"sag-nus-secant", "sag-nus-star", "saga", "lbfgs",
                                              "sg"};
  for (const Inference inference :
       {Inference::kTree, Inference::kJunction, Inference::kTrw, Inference::kPseudo}) {
    ExpectNoneOnGraphs<float>(inference, searching);
    ExpectNoneOnGraphs<double>(inference, searching);
  }
  ExpectNoneOnGraphs<float>(Inference::kLoopy, {"sg", "asg", "adagrad"});
}

}  // namespace
}  // namespace sagitta

#endif  // __SANITIZE_ADDRESS__
