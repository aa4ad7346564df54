// The plain versions of the kernels: each formula as its header states it, one loop an index.
//
// They compute in double whatever Real is, and round once when they store. Tests hold the vector
// versions against them on every target; who wants to know what a kernel does reads these.
// Arguments, layouts and requirements are those of kernels/rows.h, chain.h and vectors.h, except
// that nothing is prefetched and nothing is read or written outside the arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/adagrad.h"
#include "kernels/chain.h"
#include "kernels/rows.h"

namespace sagitta::kernels::reference {

// ---- kernels/rows.h ----

template <class Real>
void Gather(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale, std::size_t stride,
            Real* out);

template <class Real>
void GatherLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double clock, Real scale,
                std::size_t stride, Real* out);

template <class Real>
void Scatter(const Rows<Real>& rows, const Occurrences<Real>& at, double on_v, std::size_t stride,
             const Real* table);

template <class Real>
void ScatterLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double on_a, double on_d,
                 std::size_t stride, const Real* table);

template <class Real>
void Clear(const Rows<Real>& rows, const Occurrences<Real>& at);

template <class Real>
LazySweep Sweep(const Rows<Real>& rows, double clock, double on_d, double on_v);

// ---- kernels/chain.h ----

template <class Real>
Shift ExpNodes(std::size_t rows, std::size_t labels, const Real* scores, std::size_t score_stride,
               Real* exps, std::size_t stride);

template <class Real>
Shift ExpTransitions(std::size_t labels, std::size_t stride, const Real* scores, Real* exps,
                     Real* transposed);

template <class Real>
double Forward(const ChainArrays<Real>& chain);

template <class Real>
void Backward(const ChainArrays<Real>& chain, Real* node_marginals);

template <class Real>
void TransitionSums(const ChainArrays<Real>& chain, Real* sums);

template <class Real>
void EdgeMarginals(const ChainArrays<Real>& chain, std::size_t t, Real* marginals);

// ---- kernels/vectors.h ----

template <class Real>
void Exchange(std::size_t count, const Real* fresh, Real* stored, Real* difference);

template <class Real>
void SubtractScaled(std::size_t count, const Real* x, Real a, const Real* y, Real* out);

template <class Real>
double Dot(std::size_t count, const Real* x, const Real* y);

template <class Real>
Real MaxAbs(std::size_t count, const Real* x);

template <class Real>
double GramProduct(std::size_t rows, std::size_t width, const std::uint64_t* begin,
                   const std::uint32_t* column, const Real* value, const Real* table,
                   std::size_t stride, Real* out);

// ---- kernels/adagrad.h ----

template <class Real>
void AdaGradGather(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,
                   std::uint32_t now, const AdaGradSettings& settings, std::size_t tokens,
                   std::size_t stride, Real* out);

template <class Real>
void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,
                 const AdaGradSettings& settings, std::size_t stride, const Real* table);

template <class Real>
double AdaGradSettle(const AdaGradRows<Real>& rows, std::uint32_t now,
                     const AdaGradSettings& settings);

}  // namespace sagitta::kernels::reference
