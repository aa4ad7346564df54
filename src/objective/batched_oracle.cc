#include "objective/batched_oracle.h"

#include <algorithm>
#include <cmath>

#include "base/aligned_buffer.h"
#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
struct BatchedOracle<Real>::BatchScratch final : Scratch {
  std::vector<std::unique_ptr<Scratch>> members;
  std::size_t used = 0;  // members of the batch at hand
  AlignedBuffer<Real> tables;
  AlignedBuffer<Real> tangents;                  // made when first needed
  AlignedBuffer<Real> member;                    // the table of one example
  std::unique_ptr<PlainWeights<Real>> gradient;  // for line searches; zero between calls
};

template <class Real>
BatchedOracle<Real>::BatchedOracle(const Oracle<Real>& oracle, std::size_t batch)
    : oracle_(oracle),
      batch_(std::min(batch, oracle.examples())),
      batches_((oracle.examples() + batch_ - 1) / batch_),
      factor_(static_cast<double>(batches_) / static_cast<double>(oracle.examples())) {
  support_begin_.push_back(0);
  for (std::size_t k = 0; k < batches_; ++k) {
    const auto b = static_cast<ExampleId>(k);
    largest_table_ = std::max(largest_table_, TableSize(b));
    for (std::size_t m = 0; m < Members(b); ++m) {
      const ExampleId i = First(b) + static_cast<ExampleId>(m);
      largest_member_ = std::max(largest_member_, oracle_.TableSize(i));
      oracle_.AppendSupport(i, support_);
    }
    const auto own = support_.begin() + static_cast<std::ptrdiff_t>(support_begin_.back());
    std::sort(own, support_.end());
    support_.erase(std::unique(own, support_.end()), support_.end());
    support_begin_.push_back(support_.size());
  }
  support_.shrink_to_fit();
}

template <class Real>
std::size_t BatchedOracle<Real>::Members(ExampleId b) const {
  return std::min(batch_, oracle_.examples() - First(b));
}

template <class Real>
std::size_t BatchedOracle<Real>::TableSize(ExampleId b) const {
  std::size_t size = SharedCount(b);
  for (std::size_t k = 0; k < Members(b); ++k) {
    const ExampleId i = First(b) + static_cast<ExampleId>(k);
    size += oracle_.TableSize(i) - oracle_.SharedPart(i).count;
  }
  return size;
}

template <class Real>
std::size_t BatchedOracle<Real>::SharedCount(ExampleId b) const {
  std::size_t count = 0;
  for (std::size_t k = 0; k < Members(b) && count == 0; ++k) {
    count = oracle_.SharedPart(First(b) + static_cast<ExampleId>(k)).count;
  }
  return count;
}

template <class Real>
std::unique_ptr<typename Oracle<Real>::Scratch> BatchedOracle<Real>::NewScratch() const {
  auto scratch = std::make_unique<BatchScratch>();
  for (std::size_t k = 0; k < batch_; ++k) scratch->members.push_back(oracle_.NewScratch());
  scratch->tables = AlignedBuffer<Real>(largest_table_);
  scratch->member = AlignedBuffer<Real>(largest_member_);
  return scratch;
}

template <class Real>
void BatchedOracle<Real>::AppendSupport(ExampleId b, std::vector<RowId>& rows) const {
  const std::span<const RowId> own = Support(b);
  rows.insert(rows.end(), own.begin(), own.end());
}

template <class Real>
ExampleId BatchedOracle<Real>::After(ExampleId b, std::size_t k, ExampleId next) const {
  if (k + 1 < Members(b)) return First(b) + static_cast<ExampleId>(k + 1);
  return next == kNoExample ? kNoExample : First(next);
}

template <class Real>
void BatchedOracle<Real>::Gather(ExampleId b, const PlainWeights<Real>& w, double scale,
                                 ExampleId next, Scratch& base) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  for (std::size_t k = 0; k < Members(b); ++k) {
    oracle_.Gather(First(b) + static_cast<ExampleId>(k), w, scale, After(b, k, next),
                   *scratch.members[k]);
  }
}

template <class Real>
void BatchedOracle<Real>::Gather(ExampleId b, const LazyWeights<Real>& w, ExampleId next,
                                 Scratch& base) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  for (std::size_t k = 0; k < Members(b); ++k) {
    oracle_.Gather(First(b) + static_cast<ExampleId>(k), w, After(b, k, next), *scratch.members[k]);
  }
}

// ---- Losses ----

template <class Real>
template <class Body>
double BatchedOracle<Real>::SumLosses(ExampleId b, BatchScratch& scratch, const Body& loss) const {
  scratch.used = Members(b);
  scratch.evaluations += scratch.used;
  double sum = 0;
  for (std::size_t k = 0; k < scratch.used; ++k) {
    sum += loss(First(b) + static_cast<ExampleId>(k), *scratch.members[k]);
  }
  return factor_ * sum;
}

template <class Real>
double BatchedOracle<Real>::Loss(ExampleId b, Scratch& base) const {
  return SumLosses(b, static_cast<BatchScratch&>(base),
                   [this](ExampleId i, Scratch& own) { return oracle_.Loss(i, own); });
}

template <class Real>
class BatchedOracle<Real>::Joiner {
 public:
  Joiner(const BatchedOracle& oracle, ExampleId b, Real* to)
      : oracle_(oracle.oracle_),
        factor_(oracle.factor_),
        to_(to, oracle.TableSize(b)),
        end_(to),
        shared_(to_.last(oracle.SharedCount(b)).data()) {
    std::fill(shared_, to_.data() + to_.size(), Real{0});
  }

  void Add(ExampleId i, std::span<const Real> table) {
    const TablePart shared = oracle_.SharedPart(i);
    Append(table.first(shared.first));
    for (std::size_t k = 0; k < shared.count; ++k) {
      shared_[k] += static_cast<Real>(factor_ * table[shared.first + k]);
    }
    Append(table.subspan(shared.first + shared.count));
  }

  std::span<Real> joined() const { return to_; }

 private:
  void Append(std::span<const Real> values) {
    for (const Real p : values) *end_++ = static_cast<Real>(factor_ * p);
  }

  const Oracle<Real>& oracle_;
  double factor_;
  std::span<Real> to_;
  Real* end_;
  Real* shared_;
};

template <class Real>
double BatchedOracle<Real>::Infer(ExampleId b, Scratch& base) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  Joiner tables(*this, b, scratch.tables.data());
  const double loss = SumLosses(b, scratch, [&](ExampleId i, Scratch& own) {
    const double one = oracle_.Infer(i, own);
    tables.Add(i, own.table);
    return one;
  });
  base.table = tables.joined();
  return loss;
}

template <class Real>
double BatchedOracle<Real>::InferTangent(ExampleId b, Scratch& base) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  if (scratch.tangents.size() == 0) scratch.tangents = AlignedBuffer<Real>(largest_table_);
  Joiner tables(*this, b, scratch.tables.data());
  Joiner tangents(*this, b, scratch.tangents.data());
  const double loss = SumLosses(b, scratch, [&](ExampleId i, Scratch& own) {
    const double one = oracle_.InferTangent(i, own);
    tables.Add(i, own.table);
    tangents.Add(i, own.tangent);
    return one;
  });
  base.table = tables.joined();
  base.tangent = tangents.joined();
  return loss;
}

// Hessians add, and so do bounds of their eigenvalues.
template <class Real>
double BatchedOracle<Real>::LipschitzBound(ExampleId b) const {
  double sum = 0;
  for (std::size_t k = 0; k < Members(b); ++k) {
    sum += oracle_.LipschitzBound(First(b) + static_cast<ExampleId>(k));
  }
  return factor_ * sum;
}

template <class Real>
double BatchedOracle<Real>::LossNoise(const Scratch& base) const {
  const auto& scratch = static_cast<const BatchScratch&>(base);
  double squares = 0;
  for (std::size_t k = 0; k < scratch.used; ++k) {
    const double noise = oracle_.LossNoise(*scratch.members[k]);
    squares += noise * noise;
  }
  return factor_ * std::sqrt(squares);
}

// ---- Line search ----

// Examples of a batch meet in their rows, so the gradient is put together before anyone's scores of
// it are known.
template <class Real>
double BatchedOracle<Real>::TableScores(ExampleId b, Scratch& base) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  if (!scratch.gradient) scratch.gradient = std::make_unique<PlainWeights<Real>>(space());
  PlainWeights<Real>& gradient = *scratch.gradient;
  Scatter(b, base, 1, kNoExample, gradient);
  GatherAlong(b, gradient, base);
  double norm = 0;
  for (const RowId& id : Support(b)) {
    const std::span<Real> row = gradient.Row(id.part, id.row);
    norm += kernels::Dot(row.size(), row.data(), row.data());
    std::fill(row.begin(), row.end(), Real{0});
  }
  return norm;
}

template <class Real>
void BatchedOracle<Real>::GatherAlong(ExampleId b, const PlainWeights<Real>& direction,
                                      Scratch& base) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  for (std::size_t k = 0; k < Members(b); ++k) {
    oracle_.GatherAlong(First(b) + static_cast<ExampleId>(k), direction, *scratch.members[k]);
  }
}

template <class Real>
double BatchedOracle<Real>::LossAlong(ExampleId b, double step, Scratch& base) const {
  return SumLosses(b, static_cast<BatchScratch&>(base), [this, step](ExampleId i, Scratch& own) {
    return oracle_.LossAlong(i, step, own);
  });
}

// ---- Scatter ----

template <class Real>
template <class Body>
void BatchedOracle<Real>::ForEachTable(ExampleId b, Scratch& base, ExampleId next,
                                       const Body& scatter) const {
  auto& scratch = static_cast<BatchScratch&>(base);
  const Real* from = base.table.data();
  std::span<const Real> sums = base.table.last(SharedCount(b));
  for (std::size_t k = 0; k < Members(b); ++k) {
    const ExampleId i = First(b) + static_cast<ExampleId>(k);
    const TablePart shared = oracle_.SharedPart(i);
    const std::size_t own = oracle_.TableSize(i) - shared.count;
    Real* to = std::copy_n(from, shared.first, scratch.member.data());
    if (shared.count > 0 && !sums.empty()) {
      to = std::copy(sums.begin(), sums.end(), to);
      sums = {};
    } else {
      to = std::fill_n(to, shared.count, Real{0});
    }
    to = std::copy(from + shared.first, from + own, to);
    scratch.members[k]->table = {scratch.member.data(), to};
    scatter(i, *scratch.members[k], After(b, k, next));
    from += own;
  }
}

template <class Real>
void BatchedOracle<Real>::Scatter(ExampleId b, Scratch& base, double on_w, double on_d,
                                  ExampleId next, LazyWeights<Real>& to) const {
  ForEachTable(b, base, next, [&](ExampleId i, Scratch& own, ExampleId after) {
    oracle_.Scatter(i, own, on_w, on_d, after, to);
  });
}

template <class Real>
void BatchedOracle<Real>::Scatter(ExampleId b, Scratch& base, double on_w, ExampleId next,
                                  PlainWeights<Real>& to) const {
  ForEachTable(b, base, next, [&](ExampleId i, Scratch& own, ExampleId after) {
    oracle_.Scatter(i, own, on_w, after, to);
  });
}

template class BatchedOracle<float>;
template class BatchedOracle<double>;

}  // namespace sagitta
