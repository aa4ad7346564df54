// Reference versions of the kernels in kernels/chain.h: each formula as that header states it, as
// plain loops.
//
// They compute in double for every Real, and round once when they store a result. Arguments,
// layouts and requirements are those of the kernels, except that nothing is prefetched and nothing
// outside the arrays is read or written.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/chain.h"

namespace sagitta::kernels::reference {

// E of the edge into token t.
template <class Real>
double EdgeExp(const ChainArrays<Real>& c, std::size_t t, std::size_t i, std::size_t j) {
  const Real* matrix = c.edge_exp != nullptr ? c.edge_exp[t] : c.transition_exp;
  return static_cast<double>(matrix[i * c.stride + j]);
}

// Element j of row t of a [T][stride] array.
template <class Real>
double At(const Real* rows, const ChainArrays<Real>& c, std::size_t t, std::size_t j) {
  return static_cast<double>(rows[t * c.stride + j]);
}

template <class Real>
double PairMarginal(const ChainArrays<Real>& c, std::size_t t, std::size_t i, std::size_t j) {
  return At(c.forward, c, t - 1, i) * EdgeExp(c, t, i, j) * At(c.backward, c, t, j);
}

template <class Real>
Shift ExpNodes(std::size_t rows, std::size_t labels, const Real* scores, std::size_t score_stride,
               Real* exps, std::size_t stride) {
  Shift shift;
  for (std::size_t t = 0; t < rows; ++t) {
    const Real* row = scores + t * score_stride;
    const auto [min, max] = std::minmax_element(row, row + labels);
    const double top = static_cast<double>(*max);
    shift.max += top;
    shift.range = std::max(shift.range, top - static_cast<double>(*min));
    for (std::size_t j = 0; j < stride; ++j) {
      exps[t * stride + j] =
          j < labels ? static_cast<Real>(std::exp(static_cast<double>(row[j]) - top)) : Real{0};
    }
  }
  return shift;
}

template <class Real>
Shift ExpTransitions(std::size_t labels, std::size_t stride, const Real* scores, Real* exps,
                     Real* transposed) {
  const auto [min, max] = std::minmax_element(scores, scores + labels * labels);
  const double top = static_cast<double>(*max);
  std::fill_n(exps, PaddedRows(labels) * stride, Real{0});
  if (transposed != nullptr) std::fill_n(transposed, PaddedRows(labels) * stride, Real{0});
  for (std::size_t i = 0; i < labels; ++i) {
    for (std::size_t j = 0; j < labels; ++j) {
      const double score = static_cast<double>(scores[i * labels + j]);
      const Real e = static_cast<Real>(std::exp(score - top));
      exps[i * stride + j] = e;
      if (transposed != nullptr) transposed[j * stride + i] = e;
    }
  }
  return {top, top - static_cast<double>(*min)};
}

template <class Real>
double Forward(const ChainArrays<Real>& c) {
  std::vector<double> before(c.labels), a(c.labels);
  double z = 1;
  double log_product = 0;
  for (std::size_t t = 0; t < c.length; ++t) {
    double next_z = 0;
    for (std::size_t j = 0; j < c.labels; ++j) {
      double sum = t == 0 ? 1 : 0;
      for (std::size_t i = 0; t > 0 && i < c.labels; ++i) sum += before[i] * EdgeExp(c, t, i, j);
      a[j] = At(c.node_exp, c, t, j) * sum / z;
      c.forward[t * c.stride + j] = static_cast<Real>(a[j]);
      next_z += a[j];
    }
    z = next_z;
    log_product += std::log(z);
    c.inverse_norm[t] = static_cast<Real>(1 / z);
    before.swap(a);
  }
  return log_product;
}

template <class Real>
void Backward(const ChainArrays<Real>& c, Real* node_marginals) {
  std::vector<double> b(c.labels), q(c.labels);
  for (std::size_t t = c.length; t-- > 0;) {
    for (std::size_t i = 0; i < c.labels; ++i) {
      b[i] = t + 1 == c.length ? static_cast<double>(c.inverse_norm[t]) : 0;
      for (std::size_t j = 0; t + 1 < c.length && j < c.labels; ++j) {
        b[i] += EdgeExp(c, t + 1, i, j) * q[j];
      }
      node_marginals[t * c.labels + i] = static_cast<Real>(At(c.forward, c, t, i) * b[i]);
    }
    for (std::size_t j = 0; t > 0 && j < c.labels; ++j) {
      q[j] = b[j] * At(c.node_exp, c, t, j) * static_cast<double>(c.inverse_norm[t - 1]);
      c.backward[t * c.stride + j] = static_cast<Real>(q[j]);
    }
  }
}

template <class Real>
void TransitionSums(const ChainArrays<Real>& c, Real* sums) {
  for (std::size_t i = 0; i < c.labels; ++i) {
    for (std::size_t j = 0; j < c.labels; ++j) {
      double sum = 0;
      for (std::size_t t = 1; t < c.length; ++t) sum += PairMarginal(c, t, i, j);
      sums[i * c.labels + j] = static_cast<Real>(sum);
    }
  }
}

template <class Real>
void EdgeMarginals(const ChainArrays<Real>& c, std::size_t t, Real* marginals) {
  for (std::size_t i = 0; i < c.labels; ++i) {
    for (std::size_t j = 0; j < c.labels; ++j) {
      marginals[i * c.labels + j] = static_cast<Real>(PairMarginal(c, t, i, j));
    }
  }
}

}  // namespace sagitta::kernels::reference
