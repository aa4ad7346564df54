// Reference versions of the kernels in kernels/vectors.h: each formula as that header states it, as
// plain loops.
//
// They compute in double for every Real, and round once when they store a result. Arguments,
// layouts and requirements are those of the kernels, except that nothing is prefetched and nothing
// outside the arrays is read or written.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/vectors.h"

namespace sagitta::kernels::reference {

template <class Real>
void Exchange(std::size_t count, const Real* fresh, Real* stored, Real* difference) {
  for (std::size_t k = 0; k < count; ++k) {
    const Real x = fresh[k];
    difference[k] = x - stored[k];
    stored[k] = x;
  }
}

template <class Real>
void SubtractScaled(std::size_t count, const Real* x, Real a, const Real* y, Real* out) {
  for (std::size_t k = 0; k < count; ++k) {
    const double scaled = static_cast<double>(a) * static_cast<double>(y[k]);
    out[k] = static_cast<Real>(static_cast<double>(x[k]) - scaled);
  }
}

template <class Real>
double Dot(std::size_t count, const Real* x, const Real* y) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    sum += static_cast<double>(x[k]) * static_cast<double>(y[k]);
  }
  return sum;
}

template <class Real>
Real MaxAbs(std::size_t count, const Real* x) {
  Real largest = 0;
  for (std::size_t k = 0; k < count; ++k) largest = std::max(largest, std::abs(x[k]));
  return largest;
}

template <class Real>
double GramProduct(std::size_t rows, std::size_t width, const std::uint64_t* begin,
                   const std::uint32_t* column, const Real* value, const Real* table,
                   std::size_t stride, Real* out) {
  std::vector<double> product(rows * width, 0.0);
  const auto add = [&](std::size_t to, double g, std::size_t from) {
    for (std::size_t j = 0; j < width; ++j) {
      product[to * width + j] += g * static_cast<double>(table[from * width + j]);
    }
  };
  for (std::size_t t = 0; t < rows; ++t) {
    for (std::uint64_t k = begin[t]; k < begin[t + 1]; ++k) {
      add(t, static_cast<double>(value[k]), column[k]);
      if (column[k] != t) add(column[k], static_cast<double>(value[k]), t);
    }
  }
  double norm = 0;
  for (std::size_t t = 0; t < rows; ++t) {
    for (std::size_t j = 0; j < width; ++j) {
      out[t * stride + j] = static_cast<Real>(product[t * width + j]);
      norm += static_cast<double>(table[t * width + j]) * product[t * width + j];
    }
  }
  return norm;
}

}  // namespace sagitta::kernels::reference
