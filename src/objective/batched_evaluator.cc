// Batches: what the examples of a batch do one after the other, joined.
#include "objective/batched_evaluator.h"

#include <algorithm>
#include <cmath>

#include "base/aligned_buffer.h"
#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
struct BatchedEvaluator<Real>::BatchWorker final : Worker {
  std::vector<std::unique_ptr<Worker>> members;
  std::size_t used = 0;  // members of the batch at hand
  AlignedBuffer<Real> tables;
  AlignedBuffer<Real> second;                    // another table; made when first needed
  AlignedBuffer<Real> member;                    // the table of one example
  std::vector<std::uint8_t> given;               // pieces of the shared part, see ForEachTable
  std::unique_ptr<PlainWeights<Real>> gradient;  // for line searches; zero between calls
};

template <class Real>
BatchedEvaluator<Real>::BatchedEvaluator(const ExampleEvaluator<Real>& examples, std::size_t batch)
    : examples_(examples),
      batch_(std::min(batch, examples.examples())),
      batches_((examples.examples() + batch_ - 1) / batch_),
      factor_(static_cast<double>(batches_) / static_cast<double>(examples.examples())) {
  support_begin_.push_back(0);
  for (std::size_t k = 0; k < batches_; ++k) {
    const auto b = static_cast<ExampleId>(k);
    largest_table_ = std::max(largest_table_, TableSize(b));
    for (std::size_t m = 0; m < Members(b); ++m) {
      const ExampleId i = First(b) + static_cast<ExampleId>(m);
      largest_member_ = std::max(largest_member_, examples_.TableSize(i));
      examples_.AppendSupport(i, support_);
    }
    const auto own = support_.begin() + static_cast<std::ptrdiff_t>(support_begin_.back());
    std::sort(own, support_.end());
    support_.erase(std::unique(own, support_.end()), support_.end());
    support_begin_.push_back(support_.size());
  }
  support_.shrink_to_fit();
}

template <class Real>
std::span<Real> BatchedEvaluator<Real>::SecondTable(BatchWorker& worker) const {
  if (worker.second.size() == 0) worker.second = AlignedBuffer<Real>(largest_table_);
  return worker.second.span();
}

template <class Real>
std::size_t BatchedEvaluator<Real>::Members(ExampleId b) const {
  return std::min(batch_, examples_.examples() - First(b));
}

template <class Real>
std::size_t BatchedEvaluator<Real>::TableSize(ExampleId b) const {
  std::size_t size = SharedCount(b);
  for (std::size_t k = 0; k < Members(b); ++k) {
    const ExampleId i = First(b) + static_cast<ExampleId>(k);
    size += examples_.TableSize(i) - examples_.SharedRange(i).count;
  }
  return size;
}

template <class Real>
std::size_t BatchedEvaluator<Real>::SharedCount(ExampleId b) const {
  std::size_t count = 0;
  for (std::size_t k = 0; k < Members(b) && count == 0; ++k) {
    count = examples_.SharedRange(First(b) + static_cast<ExampleId>(k)).count;
  }
  return count;
}

template <class Real>
std::unique_ptr<typename ExampleEvaluator<Real>::Worker> BatchedEvaluator<Real>::NewWorker() const {
  auto worker = std::make_unique<BatchWorker>();
  for (std::size_t k = 0; k < batch_; ++k) worker->members.push_back(examples_.NewWorker());
  worker->tables = AlignedBuffer<Real>(largest_table_);
  worker->member = AlignedBuffer<Real>(largest_member_);
  return worker;
}

template <class Real>
void BatchedEvaluator<Real>::AppendSupport(ExampleId b, std::vector<RowId>& rows) const {
  const std::span<const RowId> own = Support(b);
  rows.insert(rows.end(), own.begin(), own.end());
}

template <class Real>
ExampleId BatchedEvaluator<Real>::After(ExampleId b, std::size_t k, ExampleId next) const {
  if (k + 1 < Members(b)) return First(b) + static_cast<ExampleId>(k + 1);
  return next == kNoExample ? kNoExample : First(next);
}

template <class Real>
void BatchedEvaluator<Real>::Gather(ExampleId b, const PlainWeights<Real>& w, double scale,
                                    ExampleId next, Worker& base) const {
  auto& worker = static_cast<BatchWorker&>(base);
  for (std::size_t k = 0; k < Members(b); ++k) {
    examples_.Gather(First(b) + static_cast<ExampleId>(k), w, scale, After(b, k, next),
                     *worker.members[k]);
  }
}

template <class Real>
void BatchedEvaluator<Real>::Gather(ExampleId b, const LazyWeights<Real>& w, ExampleId next,
                                    Worker& base) const {
  auto& worker = static_cast<BatchWorker&>(base);
  for (std::size_t k = 0; k < Members(b); ++k) {
    examples_.Gather(First(b) + static_cast<ExampleId>(k), w, After(b, k, next),
                     *worker.members[k]);
  }
}

// ---- Losses ----

template <class Real>
template <class Body>
double BatchedEvaluator<Real>::SumLosses(ExampleId b, BatchWorker& worker, const Body& loss) const {
  worker.used = Members(b);
  worker.evaluations += worker.used;
  double sum = 0;
  for (std::size_t k = 0; k < worker.used; ++k) {
    sum += loss(First(b) + static_cast<ExampleId>(k), *worker.members[k]);
  }
  return factor_ * sum;
}

template <class Real>
double BatchedEvaluator<Real>::Loss(ExampleId b, Worker& base) const {
  return SumLosses(b, static_cast<BatchWorker&>(base),
                   [this](ExampleId i, Worker& own) { return examples_.Loss(i, own); });
}

template <class Real>
class BatchedEvaluator<Real>::Joiner {
 public:
  Joiner(const BatchedEvaluator& batches, ExampleId b, Real* to)
      : examples_(batches.examples_),
        factor_(batches.factor_),
        to_(to, batches.TableSize(b)),
        end_(to),
        shared_(to_.last(batches.SharedCount(b)).data()) {
    std::fill(shared_, to_.data() + to_.size(), Real{0});
  }

  void Add(ExampleId i, std::span<const Real> table) {
    const TableRange shared = examples_.SharedRange(i);
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

  const ExampleEvaluator<Real>& examples_;
  double factor_;
  std::span<Real> to_;
  Real* end_;
  Real* shared_;
};

template <class Real>
double BatchedEvaluator<Real>::Infer(ExampleId b, Worker& base) const {
  auto& worker = static_cast<BatchWorker&>(base);
  Joiner tables(*this, b, worker.tables.data());
  const double loss = SumLosses(b, worker, [&](ExampleId i, Worker& own) {
    const double one = examples_.Infer(i, own);
    tables.Add(i, own.table);
    return one;
  });
  base.table = tables.joined();
  return loss;
}

template <class Real>
double BatchedEvaluator<Real>::InferTangent(ExampleId b, Worker& base) const {
  auto& worker = static_cast<BatchWorker&>(base);
  Joiner tables(*this, b, worker.tables.data());
  Joiner tangents(*this, b, SecondTable(worker).data());
  const double loss = SumLosses(b, worker, [&](ExampleId i, Worker& own) {
    const double one = examples_.InferTangent(i, own);
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
double BatchedEvaluator<Real>::LipschitzBound(ExampleId b) const {
  double sum = 0;
  for (std::size_t k = 0; k < Members(b); ++k) {
    sum += examples_.LipschitzBound(First(b) + static_cast<ExampleId>(k));
  }
  return factor_ * sum;
}

template <class Real>
double BatchedEvaluator<Real>::LossNoise(const Worker& base) const {
  const auto& worker = static_cast<const BatchWorker&>(base);
  double squares = 0;
  for (std::size_t k = 0; k < worker.used; ++k) {
    const double noise = examples_.LossNoise(*worker.members[k]);
    squares += noise * noise;
  }
  return factor_ * std::sqrt(squares);
}

// ---- Line search ----

// Examples of a batch meet in their rows, so the gradient is put together before anyone's scores of
// it are known.
template <class Real>
double BatchedEvaluator<Real>::TableScores(ExampleId b, Worker& base) const {
  auto& worker = static_cast<BatchWorker&>(base);
  if (!worker.gradient) worker.gradient = std::make_unique<PlainWeights<Real>>(space());
  PlainWeights<Real>& gradient = *worker.gradient;
  Scatter(b, base, 1, kNoExample, gradient);
  GatherAlong(b, gradient, base);
  double norm = 0;
  for (const RowId& id : Support(b)) {
    const std::span<Real> row = gradient.Row(id.block, id.row);
    norm += kernels::Dot(row.size(), row.data(), row.data());
    std::fill(row.begin(), row.end(), Real{0});
  }
  return norm;
}

template <class Real>
void BatchedEvaluator<Real>::GatherAlong(ExampleId b, const PlainWeights<Real>& direction,
                                         Worker& base) const {
  auto& worker = static_cast<BatchWorker&>(base);
  for (std::size_t k = 0; k < Members(b); ++k) {
    examples_.GatherAlong(First(b) + static_cast<ExampleId>(k), direction, *worker.members[k]);
  }
}

template <class Real>
double BatchedEvaluator<Real>::LossAlong(ExampleId b, double step, Worker& base) const {
  return SumLosses(b, static_cast<BatchWorker&>(base), [this, step](ExampleId i, Worker& own) {
    return examples_.LossAlong(i, step, own);
  });
}

template <class Real>
double BatchedEvaluator<Real>::ScoresDot(ExampleId b, std::span<const Real> table,
                                         Worker& base) const {
  double sum = 0;
  ForEachTable(b, table, base, kNoExample, [&](ExampleId i, Worker& own, ExampleId) {
    sum += examples_.ScoresDot(i, own.table, own);
  });
  return sum;
}

template <class Real>
double BatchedEvaluator<Real>::SquaredDistance(ExampleId b, std::span<const Real> other,
                                               Worker& base) const {
  const std::span<Real> table = base.table;
  base.table = SecondTable(static_cast<BatchWorker&>(base)).first(table.size());
  kernels::SubtractScaled(table.size(), table.data(), Real{1}, other.data(), base.table.data());
  const double squared_norm = TableScores(b, base);
  base.table = table;
  return squared_norm;
}

// ---- Scatter ----

template <class Real>
template <class Body>
void BatchedEvaluator<Real>::ForEachTable(ExampleId b, std::span<const Real> table, Worker& base,
                                          ExampleId next, const Body& body) const {
  auto& worker = static_cast<BatchWorker&>(base);
  const Real* from = table.data();
  const std::span<const Real> sums = table.last(SharedCount(b));
  worker.given.clear();
  for (std::size_t k = 0; k < Members(b); ++k) {
    const ExampleId i = First(b) + static_cast<ExampleId>(k);
    const TableRange shared = examples_.SharedRange(i);
    const std::size_t own = examples_.TableSize(i) - shared.count;
    Real* to = std::copy_n(from, shared.first, worker.member.data());
    if (shared.count > 0) worker.given.resize(shared.pieces, 0);
    const std::size_t length = shared.count / shared.pieces;
    for (std::size_t piece = 0; shared.count > 0 && piece < shared.pieces; ++piece) {
      if (worker.given[piece] == 0 && examples_.MapsPiece(i, piece)) {
        to = std::copy_n(sums.data() + piece * length, length, to);
        worker.given[piece] = 1;
      } else {
        to = std::fill_n(to, length, Real{0});
      }
    }
    to = std::copy(from + shared.first, from + own, to);
    worker.members[k]->table = {worker.member.data(), to};
    body(i, *worker.members[k], After(b, k, next));
    from += own;
  }
}

template <class Real>
void BatchedEvaluator<Real>::Scatter(ExampleId b, Worker& base, double on_w, double on_d,
                                     ExampleId next, LazyWeights<Real>& to) const {
  ForEachTable(b, base.table, base, next, [&](ExampleId i, Worker& own, ExampleId after) {
    examples_.Scatter(i, own, on_w, on_d, after, to);
  });
}

template <class Real>
void BatchedEvaluator<Real>::Scatter(ExampleId b, Worker& base, double on_w, ExampleId next,
                                     PlainWeights<Real>& to) const {
  ForEachTable(b, base.table, base, next, [&](ExampleId i, Worker& own, ExampleId after) {
    examples_.Scatter(i, own, on_w, after, to);
  });
}

template class BatchedEvaluator<float>;
template class BatchedEvaluator<double>;

}  // namespace sagitta
