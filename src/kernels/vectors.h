// Kernels on plain vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sagitta::kernels {

/// difference = fresh - stored; stored = fresh. `difference` may be `fresh` itself.
template <class Real>
void Exchange(std::size_t count, const Real* fresh, Real* stored, Real* difference);

/// out = x - a * y. Any of them may be the same array.
template <class Real>
void SubtractScaled(std::size_t count, const Real* x, Real a, const Real* y, Real* out);

/// sum x y. Blocks are summed in Real, and the blocks in double.
template <class Real>
double Dot(std::size_t count, const Real* x, const Real* y);

/// max |x|.
template <class Real>
Real MaxAbs(std::size_t count, const Real* x);

/// The product of a sparse symmetric matrix G with a table of rows:
///   out[t][:] = sum_{t'} G[t][t'] table[t'][:]
/// Only the entries with t' <= t are given, as column[k] and value[k] for k in [begin[t],
/// begin[t+1]). table is tight [rows][width] and may be read up to one vector past its end; out is
/// [rows][stride]. Returns sum_t <table[t], out[t]>.
template <class Real>
double GramProduct(std::size_t rows, std::size_t width, const std::uint64_t* begin,
                   const std::uint32_t* column, const Real* value, const Real* table,
                   std::size_t stride, Real* out);

}  // namespace sagitta::kernels
