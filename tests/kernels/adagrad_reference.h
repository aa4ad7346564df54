// Reference versions of the kernels in kernels/adagrad.h: each formula as that header states it, as
// plain loops.
//
// They compute in double for every Real, and round once when they store a result. Arguments,
// layouts and requirements are those of the kernels, except that nothing is prefetched and nothing
// outside the arrays is read or written.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/adagrad.h"
#include "kernels/rows_reference.h"

namespace sagitta::kernels::reference {

template <class Real>
void CatchUp(const AdaGradRows<Real>& rows, std::uint32_t row, std::uint32_t now,
             const AdaGradSettings& settings) {
  const double missed = now - rows.step_of[row];
  rows.step_of[row] = now;
  ForEachSlot<true>(rows.rows, row, [&](std::size_t, Real& w, const Real& root) {
    // Not with pow, which would also raise the rounding error of a factor near 1 to the power.
    const double h = settings.delta + static_cast<double>(root);
    const double factor = std::exp(-missed * std::log1p(settings.eta * settings.lambda / h));
    w = static_cast<Real>(static_cast<double>(w) * factor);
  });
}

template <class Real>
void AdaGradGather(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,
                   std::uint32_t now, const AdaGradSettings& settings, std::size_t tokens,
                   std::size_t stride, Real* out) {
  for (const RowOccurrence<Real>& k : at) CatchUp(rows, k.row, now, settings);
  std::fill_n(out, tokens * stride, Real{0});
  for (std::size_t t = 0; t < tokens; ++t) {
    std::vector<double> sums(rows.rows.width);
    for (const RowOccurrence<Real>& k : at) {
      if (k.token != t) continue;
      ForEachSlot<true>(rows.rows, k.row, [&](std::size_t slot, const Real& w, const Real&) {
        sums[slot] += static_cast<double>(k.value) * static_cast<double>(w);
      });
    }
    std::transform(sums.begin(), sums.end(), out + t * stride,
                   [](double sum) { return static_cast<Real>(sum); });
  }
}

template <class Real>
void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,
                 const AdaGradSettings& settings, std::size_t stride, const Real* table) {
  for (std::size_t first = 0, end = 0; first < at.size(); first = end) {
    while (end < at.size() && at[end].row == at[first].row) ++end;
    ForEachSlot<true>(rows.rows, at[first].row, [&](std::size_t slot, Real& w, Real& root) {
      double g = 0;
      for (std::size_t k = first; k < end; ++k) {
        g += static_cast<double>(at[k].value) *
             static_cast<double>(table[at[k].token * stride + slot]);
      }
      const double sum = std::hypot(static_cast<double>(root), g);
      root = static_cast<Real>(sum);
      w = static_cast<Real>(static_cast<double>(w) - settings.eta * g / (settings.delta + sum));
    });
  }
}

template <class Real>
double AdaGradSettle(const AdaGradRows<Real>& rows, std::uint32_t now,
                     const AdaGradSettings& settings) {
  double squares = 0;
  const auto settle = [&](std::size_t row) {
    CatchUp(rows, static_cast<std::uint32_t>(row), now, settings);
    ForEachSlot<true>(rows.rows, static_cast<std::uint32_t>(row),
                      [&](std::size_t, const Real& w, const Real&) {
                        squares += static_cast<double>(w) * static_cast<double>(w);
                      });
  };
  for (std::size_t row = 0; row < rows.rows.dense_rows; ++row) settle(row);
  for (std::size_t place = 0; place < rows.rows.words; place += 1 + rows.rows.slots[place]) {
    settle(rows.rows.dense_rows + place);
  }
  std::fill_n(rows.step_of, rows.rows.dense_rows + rows.rows.words, 0u);
  return squares;
}

}  // namespace sagitta::kernels::reference
