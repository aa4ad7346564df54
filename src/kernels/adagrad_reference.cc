// kernels/adagrad.h as the formulas have it.
#include <cmath>

#include "kernels/reference.h"

namespace sagitta::kernels::reference {
namespace {

// Calls body(w, root, place in the row) for the slots of a row.
template <class Real, class Body>
void ForSlots(const AdaGradRows<Real>& rows, std::uint32_t row, const Body& body) {
  const bool dense = row < rows.w.dense_rows;
  const std::size_t place = dense ? row * rows.w.dense_part : row - rows.w.dense_rows + 1;
  const std::size_t count = dense ? rows.w.width : rows.w.slots[place - 1];
  Real* const w = (dense ? rows.w.dense : rows.w.sparse) + place;
  Real* const root = (dense ? rows.root.dense : rows.root.sparse) + place;
  for (std::size_t k = 0; k < count; ++k) body(w[k], root[k], k);
}

}  // namespace

template <class Real>
void AdaGradCatchUp(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                    std::uint32_t now, const AdaGradSettings& settings, Real* aside) {
  for (std::size_t n = 0; n < list.size(); ++n) {
    const double missed = now - rows.step_of[list[n]];
    ForSlots(rows, list[n], [&](Real& w, const Real& root, std::size_t k) {
      // Not by pow: the rounding of a factor next to 1 would be raised to the power, too.
      const double h = settings.delta + static_cast<double>(root);
      const double factor = std::exp(-missed * std::log1p(settings.eta * settings.lambda / h));
      w = static_cast<Real>(static_cast<double>(w) * factor);
      if (aside != nullptr) aside[n * rows.w.dense_part + k] = w;
    });
    rows.step_of[list[n]] = now;
  }
}

template <class Real>
void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                 const Real* aside, const AdaGradSettings& settings) {
  for (const std::uint32_t row : list) {
    ForSlots(rows, row, [&](Real& w, Real& root, std::size_t k) {
      const double g = static_cast<double>(w) - static_cast<double>(aside[k]);
      const double sum = std::hypot(static_cast<double>(root), g);
      const double h = settings.delta + sum;
      root = static_cast<Real>(sum);
      w = static_cast<Real>((h * static_cast<double>(aside[k]) - settings.eta * g) /
                            (h + settings.eta * settings.lambda));
    });
    ++rows.step_of[row];
    aside += rows.w.dense_part;
  }
}

#define SAGITTA_ADAGRAD_REFERENCE(Real)                                                            \
  template void AdaGradCatchUp(const AdaGradRows<Real>&, std::span<const std::uint32_t>,           \
                               std::uint32_t, const AdaGradSettings&, Real*);                      \
  template void AdaGradStep(const AdaGradRows<Real>&, std::span<const std::uint32_t>, const Real*, \
                            const AdaGradSettings&);

SAGITTA_ADAGRAD_REFERENCE(float)
SAGITTA_ADAGRAD_REFERENCE(double)
#undef SAGITTA_ADAGRAD_REFERENCE

}  // namespace sagitta::kernels::reference
