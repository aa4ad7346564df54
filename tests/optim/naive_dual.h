// SDCA and OEG on dense vectors, as they are written down: every edge of every example has
// marginals (and scores) of its own, and w is a dense vector.
//
// Taken from the library: what each uniform number is used for, so that both visit the same
// examples, and the line search on a function of one variable, which has tests of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "optim/dual/unit_search.h"
#include "optim/parts/sampler.h"
#include "support/naive_crf.h"

namespace sagitta {

/// A number for each label of each token and each pair of each edge, both times [T][...].
struct ChainTable {
  DenseVector node, edge;

  /// body(value of x, value of y...) for all places.
  template <class Body>
  static void ForEach(ChainTable& x, const ChainTable& y, const Body& body) {
    for (std::size_t k = 0; k < x.node.size(); ++k) body(x.node[k], y.node[k]);
    for (std::size_t k = 0; k < x.edge.size(); ++k) body(x.edge[k], y.edge[k]);
  }
};

class NaiveDual {
 public:
  NaiveDual(const Dataset& data, const NaiveCrf& crf, double lambda)
      : data_(data), crf_(crf), lambda_(lambda), n_(crf.examples()), w_(crf.weights(), 0.0) {
    for (std::size_t i = 0; i < n_; ++i) mu_.push_back(Observed(i));
  }
  virtual ~NaiveDual() = default;

  void Pass(Rng& rng) {
    const std::uint64_t end = evaluations_ + n_;
    Begin();
    while (evaluations_ < end) Visit(Choose(Draw::From(rng)));
  }

  const DenseVector& w() const { return w_; }
  std::uint64_t evaluations() const { return evaluations_; }

  double DualObjective() const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += Omega(i) * Entropy(i, mu_[i]);
    return sum / static_cast<double>(n_) - 0.5 * lambda_ * SquaredNorm(w_);
  }

 protected:
  virtual void Begin() {}
  virtual std::size_t Choose(const Draw& draw) = 0;
  virtual void Visit(std::size_t i) = 0;

  double Omega(std::size_t i) const { return data_.Weight(static_cast<ExampleId>(i)); }
  std::size_t Length(std::size_t i) const { return data_.length(static_cast<ExampleId>(i)); }

  ChainTable Observed(std::size_t i) const {
    const std::size_t labels = data_.labels, length = Length(i);
    const LabelId* y = data_.label.data() + data_.token_begin[i];
    ChainTable table{DenseVector(length * labels), DenseVector(length * labels * labels)};
    for (std::size_t t = 0; t < length; ++t) {
      table.node[t * labels + y[t]] = 1;
      if (t > 0) table.edge[(t * labels + y[t - 1]) * labels + y[t]] = 1;
    }
    return table;
  }

  ChainTable Marginals(const NaiveCrf::Chain& chain) {
    ++evaluations_;
    ChainTable table{chain.node, chain.edge};
    for (std::size_t t = 0; t < chain.length; ++t) {
      for (std::size_t k = 0; k < chain.labels; ++k) {
        table.node[t * chain.labels + k] = chain.Node(t, k);
      }
      const std::size_t pairs = chain.labels * chain.labels;
      for (std::size_t k = 0; t > 0 && k < pairs; ++k) table.edge[t * pairs + k] = chain.Edge(t, k);
    }
    return table;
  }

  /// Edges minus inner nodes.
  double Entropy(std::size_t i, const ChainTable& mu) const {
    const std::size_t labels = data_.labels, length = Length(i);
    const auto term = [](double m) { return m > 0 ? m * std::log(m) : 0; };
    double h = 0;
    for (const double m : mu.edge) h -= term(m);
    if (length == 1) {
      for (const double m : mu.node) h -= term(m);
    }
    for (std::size_t k = labels; k + labels < mu.node.size(); ++k) h += term(mu.node[k]);
    return h;
  }

  /// omega_i A_i (to - from).
  DenseVector Features(std::size_t i, const ChainTable& from, const ChainTable& to) const {
    const std::size_t labels = data_.labels;
    DenseVector sum(w_.size(), 0.0);
    crf_.ForEachFeature(
        i,
        [&](std::size_t t, std::size_t k, std::uint64_t j, double x) {
          sum[j] += Omega(i) * x * (to.node[t * labels + k] - from.node[t * labels + k]);
        },
        [&](std::size_t t, std::size_t pair, std::uint64_t j, double x) {
          const std::size_t at = t * labels * labels + pair;
          sum[j] += Omega(i) * x * (to.edge[at] - from.edge[at]);
        });
    return sum;
  }

  double Dot(const DenseVector& x) const {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += w_[j] * x[j];
    return sum;
  }

  /// w after mu_i moved by `features`.
  void Move(const DenseVector& features, double by) {
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] -= by * PerTable() * features[j];
  }
  double PerTable() const { return 1 / (lambda_ * static_cast<double>(n_)); }

  const Dataset& data_;
  const NaiveCrf& crf_;
  double lambda_;
  std::size_t n_;
  DenseVector w_;
  std::vector<ChainTable> mu_;

 private:
  std::uint64_t evaluations_ = 0;
};

class NaiveSdca final : public NaiveDual {
 public:
  NaiveSdca(const Dataset& data, const NaiveCrf& crf, double lambda, bool by_gap)
      : NaiveDual(data, crf, lambda), by_gap_(by_gap), gap_(n_), step_(n_, 0.5) {
    for (std::size_t i = 0; i < n_; ++i) gap_[i] = crf.Loss(i, w_);
  }

 private:
  std::size_t Choose(const Draw& draw) override {
    double sum = 0;
    for (const double gap : gap_) sum += gap;
    if (!by_gap_ || draw.branch >= 0.8 || sum <= 0) {
      return static_cast<std::size_t>(draw.place * static_cast<double>(n_));
    }
    double rest = draw.place * sum;
    std::size_t i = 0;
    while (i + 1 < n_ && rest >= gap_[i]) rest -= gap_[i++];
    return i;
  }

  void Visit(std::size_t i) override {
    const NaiveCrf::Chain chain(crf_, i, w_);
    const ChainTable p = Marginals(chain);
    const DenseVector features = Features(i, mu_[i], p);
    const double omega = Omega(i), before = Entropy(i, mu_[i]);
    // KL(mu || p) = log Z - <theta, mu> - H(mu).
    double expected = 0;
    for (std::size_t k = 0; k < p.node.size(); ++k) expected += chain.node[k] * mu_[i].node[k];
    for (std::size_t k = 0; k < p.edge.size(); ++k) expected += chain.edge[k] * mu_[i].edge[k];
    gap_[i] = std::max(omega * (chain.log_z - expected - before), 0.0);

    const double linear = Dot(features), squares = PerTable() * SquaredNorm(features);
    const auto mixture = [&](double gamma) {
      ChainTable mu = mu_[i];
      ChainTable::ForEach(mu, p, [&](double& m, double q) { m = (1 - gamma) * m + gamma * q; });
      return mu;
    };
    const auto phi = [&](double gamma) {
      const CurvePoint h = EntropyAlong(i, mixture(gamma), p);
      return CurvePoint{omega * h.value + gamma * (linear - 0.5 * gamma * squares),
                        omega * h.slope + linear - gamma * squares, omega * h.curvature - squares};
    };
    if (!(squares > 0)) return;  // an example that weighs nothing
    const UnitMaximum best = SearchUnitInterval(phi, step_[i], 0.01);
    if (best.at <= 0 || best.point.value - omega * before < -1e-14) return;
    step_[i] = std::min(best.at, 0.999);
    mu_[i] = mixture(best.at);
    Move(features, best.at);
  }

  /// H at `at` with its derivatives in the direction p - mu_i.
  CurvePoint EntropyAlong(std::size_t i, const ChainTable& at, const ChainTable& p) const {
    CurvePoint h{Entropy(i, at), 0, 0};
    const auto add = [&h](double m, double d, double sign) {
      if (m <= 0) return;
      h.slope -= sign * d * std::log(m);
      h.curvature -= sign * d * d / m;
    };
    const ChainTable& mu = mu_[i];
    const std::size_t labels = data_.labels, nodes = at.node.size();
    for (std::size_t k = 0; k < at.edge.size(); ++k) add(at.edge[k], p.edge[k] - mu.edge[k], 1);
    for (std::size_t k = 0; k < nodes; ++k) {
      const bool inner = k >= labels && k + labels < nodes;
      const double sign = nodes == labels ? 1 : inner ? -1 : 0;
      add(at.node[k], p.node[k] - mu.node[k], sign);
    }
    return h;
  }

  bool by_gap_;
  DenseVector gap_;
  DenseVector step_;
};

class NaiveOeg final : public NaiveDual {
 public:
  NaiveOeg(const Dataset& data, const NaiveCrf& crf, double lambda, double start, bool permutation)
      : NaiveDual(data, crf, lambda), permutation_(permutation), eta_(n_, 0.5), partition_(n_) {
    for (std::size_t i = 0; i < n_; ++i) {
      theta_.push_back(NaiveCrf::Chain(crf, i, w_));
      const ChainTable observed = Observed(i);
      for (std::size_t k = 0; k < observed.node.size(); ++k) {
        theta_[i].node[k] = start * observed.node[k];
      }
      for (std::size_t k = 0; k < observed.edge.size(); ++k) {
        theta_[i].edge[k] = start * observed.edge[k];
      }
    }
  }

 private:
  void Begin() override {
    for (std::size_t i = 0; !begun_ && i < n_; ++i) {
      theta_[i].Recursions();
      mu_[i] = Marginals(theta_[i]);
      Move(Features(i, Observed(i), mu_[i]), 1);
    }
    begun_ = true;
  }

  std::size_t Choose(const Draw& draw) override {
    if (permutation_ && partition_.unseen() > 0) return partition_.Unseen(draw.place);
    return static_cast<std::size_t>(draw.place * static_cast<double>(n_));
  }

  void Visit(std::size_t i) override {
    const NaiveCrf::Chain model(crf_, i, w_);
    const int halvings = visits_++ < n_ ? 2 : 5;
    for (int k = 0; !Try(i, model) && k < halvings; ++k) eta_[i] /= 2;
    eta_[i] *= 1.05;
    if (std::find(seen_.begin(), seen_.end(), i) != seen_.end()) return;
    seen_.push_back(i);
    partition_.MarkSeen(static_cast<ExampleId>(i));
  }

  bool Try(std::size_t i, const NaiveCrf::Chain& model) {
    NaiveCrf::Chain trial = theta_[i];
    const double eta = eta_[i];
    for (std::size_t k = 0; k < trial.node.size(); ++k) {
      trial.node[k] = (1 - eta) * trial.node[k] + eta * model.node[k];
    }
    for (std::size_t k = 0; k < trial.edge.size(); ++k) {
      trial.edge[k] = (1 - eta) * trial.edge[k] + eta * model.edge[k];
    }
    trial.Recursions();
    const ChainTable mu = Marginals(trial);
    const DenseVector features = Features(i, mu_[i], mu);
    const double rise = Omega(i) * (Entropy(i, mu) - Entropy(i, mu_[i])) + Dot(features) -
                        0.5 * PerTable() * SquaredNorm(features);
    if (rise < -1e-14) return false;
    theta_[i] = trial;
    mu_[i] = mu;
    Move(features, 1);
    return true;
  }

  bool permutation_;
  bool begun_ = false;
  DenseVector eta_;
  SeenPartition partition_;
  std::vector<std::size_t> seen_;
  std::size_t visits_ = 0;
  std::vector<NaiveCrf::Chain> theta_;
};

}  // namespace sagitta
