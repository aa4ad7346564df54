// EMGD: epoch mixed gradient descent (Zhang, Mahdavi and Jin 2013, Algorithm 1).
//
//   for k = 1, 2, ...:
//     w_1 <- w-_k,  g <- grad f(w-_k)
//     for t = 1..T, i uniform:
//       w_{t+1} <- w_t - alpha (g + grad f_i(w_t) - grad f_i(w-_k)),
//                  projected to ||w - w-_k|| <= D_k
//     w-_{k+1} <- mean of w_1 .. w_{T+1},   D_{k+1} <- D_k / sqrt(2)
//
// The step is SVRG's, with the same exact lambda w; what is different is that the epoch ends in the
// mean of its iterates and that they are kept in a domain that shrinks.
//
// Deviations. Their analysis wants of the order of (L/lambda)^2 iterations an epoch, with steps
// that shrink as epochs grow: with lambda = 1/n that is more than n passes between two full
// gradients. So
//   - T is a multiple of n, and the step is that of svrg.h, 1/(L + lambda) by line searches: the
//     mixed gradient's variance vanishes at the optimum, and a step that shrinks with T is not
//     needed;
//   - D_k is cut to D_{k-1} / sqrt(2) only as far as the optimum is known to stay inside. Strong
//     convexity and f* >= 0 prove that ||w- - w*|| is at most
//       B = min(||grad f(w-)|| / lambda, sqrt(2 f(w-) / lambda))
//     so D_1 = B and D_k = max(D_{k-1} / sqrt(2), B). Iterates that make for the optimum are never
//     outside then, and what the projection does is to stop others;
//   - the projection, which needs all weights, is made after every n iterations, not after each.
//
// The mean is kept lazily. Between two projections s = 1 - alpha lambda and d are constant, and
// with S_k = 1 + s + .. + s^(k-1) what is w at first contributes S_n w to the sum of n iterates, d
// contributes -(alpha/n) (S_0 + .. + S_(n-1)) d, and what the j-th iteration adds to the rows of
// its example contributes S_(n-1-j) of it.
#pragma once

#include <vector>

#include "optim/variance_reduced/svrg.h"

namespace sagitta {

/// Brings w into the ball around the center. False: it was there. REQUIRES: the same space.
template <class Real>
bool ProjectToBall(const PlainWeights<Real>& center, double radius, LazyWeights<Real>& w);

template <class Real>
class Emgd final : public Svrg<Real> {
 public:
  Emgd(ExampleSum<Real>& sum, double lambda, std::uint64_t inner);

  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

 private:
  void StartEpoch() override;
  void FinishIteration(const InferredExample<Real>& here, ExampleId next) override;

  void SetGeometric();
  /// What w and d as they are contribute to the mean through the next n iterates: multiples of
  /// them.
  struct Share {
    double on_w;
    double on_d;
  };
  Share OfNextStretch() const;

  PlainWeights<Real> mean_;        // of the iterates so far, those to come counted as zero
  std::vector<double> geometric_;  // S_0 .. S_n
  double radius_ = 0;              // D_k; zero: no epoch yet
};

}  // namespace sagitta
