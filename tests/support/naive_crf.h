// The CRF objective from its definition: dense vectors, log-space recursions, nothing clever.
//
//   f(w) = (1/n) sum_i f_i(w) + lambda/2 ||w||^2,    f_i(w) = -omega_i log p(y_i|x_i, w)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "model/layout.h"

namespace sagitta {

using DenseVector = std::vector<double>;

inline double LogSumExp(const DenseVector& x) {
  const double most = *std::max_element(x.begin(), x.end());
  if (most == -INFINITY) return most;
  double sum = 0;
  for (const double value : x) sum += std::exp(value - most);
  return most + std::log(sum);
}

inline double SquaredNorm(std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return sum;
}

/// Weights are flat vectors of the layout. Both arguments must outlive it.
class NaiveCrf {
 public:
  NaiveCrf(const Dataset& data, const Layout& layout) : data_(data), layout_(layout) {}
  virtual ~NaiveCrf() = default;

  virtual std::size_t examples() const { return data_.examples(); }
  std::size_t weights() const { return layout_.weights(); }

  /// omega_i.
  virtual double Weight(std::size_t i) const { return data_.Weight(static_cast<ExampleId>(i)); }

  /// f_i(w).
  virtual double Loss(std::size_t i, const DenseVector& w) const {
    const Chain chain(*this, i, w);
    return data_.Weight(static_cast<ExampleId>(i)) * (chain.log_z - Score(i, chain));
  }

  /// How far rounding may move f_i(w) in double: scores of the observed labels add up as squares.
  virtual double LossNoise(std::size_t i, const DenseVector& w) const {
    const Chain chain(*this, i, w);
    const LabelId* y = data_.label.data() + data_.token_begin[i];
    double squares = 0;
    for (std::size_t t = 0; t < chain.length; ++t) {
      squares += std::pow(chain.node[t * chain.labels + y[t]], 2);
      if (t == 0) continue;
      squares += std::pow(chain.edge[(t * chain.labels + y[t - 1]) * chain.labels + y[t]], 2);
    }
    return data_.Weight(static_cast<ExampleId>(i)) * std::numeric_limits<double>::epsilon() *
           (std::sqrt(squares) + 2 * std::sqrt(static_cast<double>(chain.length)));
  }

  /// f_i(w), and its gradient.
  virtual double Gradient(std::size_t i, const DenseVector& w, DenseVector& gradient) const {
    const Chain chain(*this, i, w);
    const double omega = data_.Weight(static_cast<ExampleId>(i));
    const LabelId* y = data_.label.data() + data_.token_begin[i];
    gradient.assign(weights(), 0.0);
    ForEachFeature(
        i,
        [&](std::size_t t, std::size_t k, std::uint64_t j, double x) {
          gradient[j] += omega * x * (chain.Node(t, k) - (y[t] == k));
        },
        [&](std::size_t t, std::size_t pair, std::uint64_t j, double x) {
          const bool observed = y[t - 1] * data_.labels + y[t] == pair;
          gradient[j] += omega * x * (chain.Edge(t, pair) - observed);
        });
    return omega * (chain.log_z - Score(i, chain));
  }

  /// The Hessian of f_i at w times v, by the derivatives of the log-space recursions.
  DenseVector HessianTimes(std::size_t i, const DenseVector& w, const DenseVector& v) const {
    const Chain at(*this, i, w), along(*this, i, v, false);  // of along only the scores count
    const Chain::Derivative change(at, along);
    const double omega = data_.Weight(static_cast<ExampleId>(i));
    DenseVector product(weights(), 0.0);
    ForEachFeature(
        i,
        [&](std::size_t t, std::size_t k, std::uint64_t j, double x) {
          product[j] += omega * x * at.Node(t, k) * change.Node(t, k);
        },
        [&](std::size_t t, std::size_t pair, std::uint64_t j, double x) {
          product[j] += omega * x * at.Edge(t, pair) * change.Edge(t, pair);
        });
    return product;
  }

  /// Marks the weights of all features that example i may have.
  void MarkTouched(std::size_t i, std::vector<bool>& touched) const {
    const auto mark = [&](std::size_t, std::size_t, std::uint64_t j, double) { touched[j] = true; };
    ForEachFeature(i, mark, mark);
  }

  double Objective(const DenseVector& w, double lambda) const {
    double sum = 0;
    for (std::size_t i = 0; i < examples(); ++i) sum += Loss(i, w);
    return sum / static_cast<double>(examples()) + 0.5 * lambda * SquaredNorm(w);
  }

  DenseVector ObjectiveGradient(const DenseVector& w, double lambda) const {
    DenseVector sum(weights(), 0.0), one;
    for (std::size_t i = 0; i < examples(); ++i) {
      Gradient(i, w, one);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += one[j];
    }
    for (std::size_t j = 0; j < sum.size(); ++j) {
      sum[j] = sum[j] / static_cast<double>(examples()) + lambda * w[j];
    }
    return sum;
  }

  /// Scores and both recursions of one example.
  struct Chain {
    /// `forbid`: labels and pairs that the constraints do not allow have the score -infinity.
    Chain(const NaiveCrf& crf, std::size_t i, const DenseVector& w, bool forbid = true)
        : labels(crf.data_.labels), length(crf.data_.length(static_cast<ExampleId>(i))) {
      node.assign(length * labels, 0.0);
      edge.assign(length * labels * labels, 0.0);
      crf.ForEachFeature(
          i,
          [&](std::size_t t, std::size_t k, std::uint64_t j, double x) {
            node[t * labels + k] += x * w[j];
          },
          [&](std::size_t t, std::size_t pair, std::uint64_t j, double x) {
            edge[t * labels * labels + pair] += x * w[j];
          });
      if (forbid && !crf.layout_.constraints.empty()) Forbid(crf.layout_.constraints);
      Recursions();
    }

    void Forbid(const Constraints& constraints) {
      for (std::size_t k = 0; k < labels; ++k) {
        if (constraints.first[k] == 0) node[k] = -INFINITY;
        if (constraints.last[k] == 0) node[(length - 1) * labels + k] = -INFINITY;
      }
      for (std::size_t k = 0; k < edge.size(); ++k) {
        if (constraints.pair[k % (labels * labels)] == 0) edge[k] = -INFINITY;
      }
    }

    void Recursions() {
      alpha = node;
      beta.assign(node.size(), 0.0);
      DenseVector terms(labels);
      for (std::size_t t = 1; t < length; ++t) {
        for (std::size_t k = 0; k < labels; ++k) {
          for (std::size_t l = 0; l < labels; ++l) {
            terms[l] = alpha[(t - 1) * labels + l] + edge[(t * labels + l) * labels + k];
          }
          alpha[t * labels + k] += LogSumExp(terms);
        }
      }
      for (std::size_t t = length - 1; t > 0; --t) {
        for (std::size_t l = 0; l < labels; ++l) {
          for (std::size_t k = 0; k < labels; ++k) {
            terms[k] =
                edge[(t * labels + l) * labels + k] + node[t * labels + k] + beta[t * labels + k];
          }
          beta[(t - 1) * labels + l] = LogSumExp(terms);
        }
      }
      log_z =
          LogSumExp(DenseVector(alpha.end() - static_cast<std::ptrdiff_t>(labels), alpha.end()));
    }

    double Node(std::size_t t, std::size_t k) const {
      return std::exp(alpha[t * labels + k] + beta[t * labels + k] - log_z);
    }
    double Edge(std::size_t t, std::size_t pair) const {
      const std::size_t from = pair / labels, to = pair % labels;
      return std::exp(alpha[(t - 1) * labels + from] + edge[t * labels * labels + pair] +
                      node[t * labels + to] + beta[t * labels + to] - log_z);
    }

    /// How the logarithms of the marginals of `at` change along the scores of `along`.
    struct Derivative {
      Derivative(const Chain& at, const Chain& direction)
          : along(direction), alpha(direction.node) {
        const std::size_t labels = at.labels;
        beta.assign(alpha.size(), 0.0);
        DenseVector terms(labels), changes(labels);
        for (std::size_t t = 1; t < at.length; ++t) {
          for (std::size_t k = 0; k < labels; ++k) {
            for (std::size_t l = 0; l < labels; ++l) {
              const std::size_t from = (t - 1) * labels + l, pair = (t * labels + l) * labels + k;
              terms[l] = at.alpha[from] + at.edge[pair];
              changes[l] = alpha[from] + along.edge[pair];
            }
            alpha[t * labels + k] += Mean(terms, changes);
          }
        }
        for (std::size_t t = at.length - 1; t > 0; --t) {
          for (std::size_t l = 0; l < labels; ++l) {
            for (std::size_t k = 0; k < labels; ++k) {
              const std::size_t to = t * labels + k, pair = (t * labels + l) * labels + k;
              terms[k] = at.edge[pair] + at.node[to] + at.beta[to];
              changes[k] = along.edge[pair] + along.node[to] + beta[to];
            }
            beta[(t - 1) * labels + l] = Mean(terms, changes);
          }
        }
        const auto last = static_cast<std::ptrdiff_t>(labels);
        log_z = Mean(DenseVector(at.alpha.end() - last, at.alpha.end()),
                     DenseVector(alpha.end() - last, alpha.end()));
      }

      double Node(std::size_t t, std::size_t k) const {
        return alpha[t * along.labels + k] + beta[t * along.labels + k] - log_z;
      }
      double Edge(std::size_t t, std::size_t pair) const {
        const std::size_t labels = along.labels;
        const std::size_t from = (t - 1) * labels + pair / labels, to = t * labels + pair % labels;
        return alpha[from] + along.edge[t * labels * labels + pair] + along.node[to] + beta[to] -
               log_z;
      }

      /// The derivative of log sum exp(terms): the mean of the changes.
      static double Mean(const DenseVector& terms, const DenseVector& changes) {
        const double total = LogSumExp(terms);
        if (total == -INFINITY) return 0;
        double mean = 0;
        for (std::size_t k = 0; k < terms.size(); ++k) {
          mean += std::exp(terms[k] - total) * changes[k];
        }
        return mean;
      }

      const Chain& along;
      DenseVector alpha, beta;
      double log_z = 0;
    };

    std::size_t labels, length;
    DenseVector node;   // [T][K]
    DenseVector edge;   // [T][K][K], transitions included
    DenseVector alpha;  // [T][K]
    DenseVector beta;   // [T][K]
    double log_z = 0;
  };

  /// Of the observed labels.
  double Score(std::size_t i, const Chain& chain) const {
    const LabelId* y = data_.label.data() + data_.token_begin[i];
    double score = 0;
    for (std::size_t t = 0; t < chain.length; ++t) {
      score += chain.node[t * chain.labels + y[t]];
      if (t > 0) score += chain.edge[(t * chain.labels + y[t - 1]) * chain.labels + y[t]];
    }
    return score;
  }

  /// node(token, label, weight, value) and edge(token, pair, weight, value) for all features that
  /// example i may have.
  template <class Node, class Edge>
  void ForEachFeature(std::size_t i, const Node& node, const Edge& edge) const {
    const std::uint64_t first = data_.token_begin[i];
    for (std::size_t t = 0; t < data_.length(static_cast<ExampleId>(i)); ++t) {
      ForEachSlot(data_.node, first + t, layout_.node, 0,
                  [&](auto k, auto j, double x) { node(t, k, j, x); });
      if (t == 0) continue;
      const auto on_edge = [&](auto pair, auto j, double x) {
        edge(t, pair, layout_.edge_offset() + j, x);
      };
      const auto transitions = layout_.edge.Slots(0);
      for (std::size_t s = 0; s < transitions.size(); ++s) on_edge(transitions[s], s, 1.0);
      if (data_.HasEdgeAttributes()) {
        ForEachSlot(data_.edge, first + t, layout_.edge, 1, on_edge);
      }
    }
  }

 private:
  template <class Body>
  static void ForEachSlot(const SparseRows& items, std::uint64_t at, const RowTable& rows,
                          std::size_t first_row, const Body& body) {
    for (std::uint64_t k = items.begin[at]; k < items.begin[at + 1]; ++k) {
      const std::size_t row = items.attribute[k] + first_row;
      const auto slots = rows.Slots(row);
      for (std::size_t s = 0; s < slots.size(); ++s) {
        body(std::size_t{slots[s]}, rows.begin[row] + s, items.Value(k));
      }
    }
  }

  const Dataset& data_;
  const Layout& layout_;
};

}  // namespace sagitta
