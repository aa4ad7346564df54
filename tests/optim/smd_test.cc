// Stochastic meta-descent: the lazy method against its definition on dense vectors, and what it
// makes of the objective.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/state.h"
#include "optim/naive_cases.h"
#include "optim/parts/sampler.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

// Line by line, with the penalty of a weight spread over the batches that touch it.
class NaiveSmd {
 public:
  NaiveSmd(const NaiveCrf& crf, double lambda, double eta, double mu, double rho, std::size_t batch)
      : crf_(crf),
        lambda_(lambda),
        mu_(mu),
        rho_(rho),
        batch_(batch),
        batches_((crf.examples() + batch - 1) / batch),
        touched_(batches_, std::vector<bool>(crf.weights(), false)),
        count_(crf.weights(), 0.0),
        w_(crf.weights(), 0.0),
        p_(crf.weights(), eta),
        v_(crf.weights(), 0.0) {
    for (std::size_t i = 0; i < crf.examples(); ++i) crf.MarkTouched(i, touched_[i / batch]);
    for (const auto& touched : touched_) {
      for (std::size_t j = 0; j < w_.size(); ++j) count_[j] += touched[j];
    }
  }

  void Pass(Rng& rng) {
    for (std::size_t done = 0; done < crf_.examples();) {
      const auto b =
          static_cast<std::size_t>(Draw::From(rng).place * static_cast<double>(batches_));
      done += Iterate(b);
    }
  }

  const DenseVector& w() const { return w_; }
  const DenseVector& p() const { return p_; }

 private:
  std::size_t Iterate(std::size_t b) {
    const std::size_t first = b * batch_, end = std::min(first + batch_, crf_.examples());
    const double factor = static_cast<double>(batches_) / static_cast<double>(crf_.examples());
    DenseVector g(w_.size(), 0.0), h(w_.size(), 0.0), one;
    for (std::size_t i = first; i < end; ++i) {
      crf_.Gradient(i, w_, one);
      const DenseVector product = crf_.HessianTimes(i, w_, v_);
      for (std::size_t j = 0; j < g.size(); ++j) {
        g[j] += factor * one[j];
        h[j] += factor * product[j];
      }
    }
    for (std::size_t j = 0; j < g.size(); ++j) {
      const double penalty =
          touched_[b][j] ? lambda_ * static_cast<double>(batches_) / count_[j] : 0.0;
      g[j] += penalty * w_[j];
      h[j] += penalty * v_[j];
      p_[j] *= std::max(0.5, 1 - mu_ * g[j] * v_[j]);
      w_[j] -= p_[j] * g[j];
      v_[j] = rho_ * v_[j] - p_[j] * (g[j] + rho_ * h[j]);
    }
    return end - first;
  }

  const NaiveCrf& crf_;
  double lambda_, mu_, rho_;
  std::size_t batch_, batches_;
  std::vector<std::vector<bool>> touched_;
  DenseVector count_, w_, p_, v_;
};

std::vector<NaiveCase> ApartCases() {
  std::vector<NaiveCase> cases = NaiveCases();
  for (NaiveCase& c : cases) c.problem.merge_twins = false;  // they would share a gain
  return cases;
}

class SmdAgainstNaive : public testing::TestWithParam<NaiveCase> {
 protected:
  SmdAgainstNaive()
      : problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem) {}

  void Compare(const std::string& mu, const std::string& rho, const std::string& batch) {
    SCOPED_TRACE(testing::Message() << "mu " << mu << ", rho " << rho << ", batch " << batch);
    const double lambda = GetParam().lambda;
    const std::string eta = lambda < 1 ? "0.03" : "0.003";
    NaiveSmd naive(problem_.naive, lambda, std::stod(eta), std::stod(mu), std::stod(rho),
                   std::stoul(batch));
    const auto method =
        problem_.Make("smd", lambda, {{"eta", eta}, {"mu", mu}, {"rho", rho}, {"batch", batch}});
    Rng naive_rng(7), rng(7);
    for (int pass = 0; pass < 15; ++pass) {
      naive.Pass(naive_rng);
      method->Advance(rng);
      ASSERT_LE(RelativeDistance(problem_.Flat(*method), naive.w()), 1e-12) << "pass " << pass;
    }
    const auto [least, most] = std::minmax_element(naive.p().begin(), naive.p().end());
    EXPECT_LT(1.01 * *least, *most) << "the gains hardly moved";
  }

  ChainProblem<double> problem_;
};

TEST_P(SmdAgainstNaive, OneExampleAtATime) { Compare("0.1", "0.99", "1"); }
TEST_P(SmdAgainstNaive, Batches) { Compare("0.1", "1", "3"); }
// v forgets fast: its common factor is reset again and again.
TEST_P(SmdAgainstNaive, ShortMemory) { Compare("0.5", "0.5", "2"); }

INSTANTIATE_TEST_SUITE_P(, SmdAgainstNaive, testing::ValuesIn(ApartCases()),
                         [](const auto& test) { return test.param.name; });

// Gains do not go to zero, so SMD ends in a neighbourhood of the optimum whose size is that of the
// noise of a step. With small gains the gap must fall from that of w = 0 to below a hundredth.
TEST(Smd, ApproachesTheOptimum) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  constexpr double kLambda = 0.05;
  const auto best = problem.Make("lbfgs", kLambda);
  Rng rng(1);
  for (int k = 0; k < 200; ++k) best->Advance(rng);
  const double optimum = problem.naive.Objective(problem.Flat(*best), kLambda);
  const double start =
      problem.naive.Objective(DenseVector(problem.layout.weights(), 0.0), kLambda) - optimum;
  using Setting = std::pair<const char*, const char*>;  // smaller batches have more noise
  for (const auto& [batch, eta] : {Setting{"1", "0.003"}, Setting{"8", "0.01"}}) {
    const auto method = problem.Make("smd", kLambda, {{"eta", eta}, {"batch", batch}});
    double estimates = 0;
    for (int pass = 0; pass < 1000; ++pass) {
      const StepReport report = method->Advance(rng);
      EXPECT_FALSE(report.seen_all);
      if (pass >= 800) estimates += report.objective_estimate / 200;
    }
    const double objective = problem.naive.Objective(problem.Flat(*method), kLambda);
    EXPECT_LE(objective - optimum, 0.01 * start) << batch;
    EXPECT_NEAR(estimates, objective, 0.05 * objective);
  }
}

// Adapted gains beat the ones they started from, when those were timid.
TEST(Smd, AdaptsTimidGains) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  double objective[2];
  for (int adapt = 0; adapt < 2; ++adapt) {
    const auto method = problem.Make(
        "smd", 0.05, {{"eta", "0.001"}, {"mu", adapt == 0 ? "1e-12" : "0.1"}, {"batch", "4"}});
    Rng rng(2);
    for (int pass = 0; pass < 30; ++pass) method->Advance(rng);
    objective[adapt] = problem.naive.Objective(problem.Flat(*method), 0.05);
  }
  EXPECT_LT(objective[1], objective[0]);
}

TEST(Smd, GoesOnFromItsState) {
  const ChainProblem<float> problem(SmallDataset({.edges = true}),
                                    {FeatureSet::kObserved, FeatureSet::kAll});
  const auto make = [&] { return problem.Make("smd", 0.05, {{"eta", "0.05"}, {"rho", "0.9"}}); };
  const auto whole = make(), half = make(), rest = make();
  Rng rng(3), half_rng(3);
  for (int pass = 0; pass < 3; ++pass) half->Advance(half_rng);
  StateWriter writer;
  half->Transfer(writer);
  StateReader reader(writer.bytes());
  rest->Transfer(reader);
  reader.Finish();
  for (int pass = 0; pass < 6; ++pass) whole->Advance(rng);
  for (int pass = 0; pass < 3; ++pass) rest->Advance(half_rng);
  EXPECT_EQ(problem.Flat(*rest), problem.Flat(*whole));
}

TEST(Smd, RefusesBadOptionsByName) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto refuses = [&](const std::string& name, const std::string& value) {
    try {
      problem.Make("smd", 0.05, {{name, value}});
    } catch (const Error& error) {
      return std::string(error.what()).find(name + ": found") != std::string::npos;
    }
    return false;
  };
  for (const char* value : {"0", "-1", "1.5", "inf", "x", ""}) EXPECT_TRUE(refuses("rho", value));
  for (const char* value : {"0", "-1", "inf", "x"}) EXPECT_TRUE(refuses("mu", value));
  for (const char* value : {"0", "-1", "1.5"}) EXPECT_TRUE(refuses("batch", value));
}

}  // namespace
}  // namespace sagitta
