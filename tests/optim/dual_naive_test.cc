// SDCA and OEG against their naive dense versions, pass for pass, in double precision.
#include <gtest/gtest.h>

#include "optim/naive_cases.h"
#include "optim/naive_dual.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;

class DualAgainstNaive : public testing::TestWithParam<NaiveCase> {
 protected:
  DualAgainstNaive()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem) {}

  // Goes on while the dual rises: later, which steps are worth taking is a matter of rounding.
  void Compare(NaiveDual& naive, const std::string& name,
               const std::map<std::string, std::string>& options = {}) {
    const bool sdca = name == "sdca";
    const auto method = problem_.Make(name, lambda_, options);
    Rng naive_rng(kSeed), rng(kSeed);
    const double n = static_cast<double>(problem_.data.examples());
    double last = -1, rise = 1;
    for (int pass = 1; pass <= 15 && rise > 1e-7; ++pass) {
      naive.Pass(naive_rng);
      const StepReport report = method->Advance(rng);
      SCOPED_TRACE(pass);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      // While mu is nearly `observed`, w is 1/(lambda n) times a small difference.
      const double scale = std::max(1.0, 1 / (lambda_ * n * MaxAbs(naive.w())));
      // Where Newton's method ends depends on sums of logarithms that nearly cancel.
      const double tolerance = sdca ? 1e-9 : 1e-10;
      ASSERT_LE(RelativeDistance(problem_.Flat(*method), naive.w()), tolerance * scale);
      // SDCA tells f and the gap, OEG the dual.
      const double dual = report.objective_estimate - (sdca ? *report.duality_gap : 0);
      ASSERT_NEAR(dual, naive.DualObjective(), 1e-9);
      rise = naive.DualObjective() - last;
      last = naive.DualObjective();
    }
  }

  double lambda_;
  ChainProblem<double> problem_;
};

TEST_P(DualAgainstNaive, SdcaUniform) {
  NaiveSdca naive(problem_.data, problem_.naive, lambda_, false);
  Compare(naive, "sdca", {{"sampling", "uniform"}});
}

TEST_P(DualAgainstNaive, SdcaByGaps) {
  NaiveSdca naive(problem_.data, problem_.naive, lambda_, true);
  Compare(naive, "sdca");
}

TEST_P(DualAgainstNaive, Oeg) {
  NaiveOeg naive(problem_.data, problem_.naive, lambda_, 3, true);
  Compare(naive, "oeg");
}

TEST_P(DualAgainstNaive, OegTen) {
  NaiveOeg naive(problem_.data, problem_.naive, lambda_, 10, true);
  Compare(naive, "oeg", {{"start", "10"}});
}

TEST_P(DualAgainstNaive, OegWithoutPermutation) {
  NaiveOeg naive(problem_.data, problem_.naive, lambda_, 3, false);
  Compare(naive, "oeg", {{"permutation", "off"}});
}

INSTANTIATE_TEST_SUITE_P(, DualAgainstNaive, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sagitta
