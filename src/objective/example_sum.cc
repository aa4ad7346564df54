// Sums over examples: the work is shared by threads, the order of additions is that of one.
#include "objective/example_sum.h"

#include <algorithm>
#include <numeric>

namespace sagitta {
namespace {

constexpr std::size_t kGroup = 256;  // examples whose tables wait to be scattered
constexpr std::size_t kBlock = 8;    // examples that a thread takes at a time

}  // namespace

template <class Real>
class ExampleSum<Real>::CountGuard {
 public:
  CountGuard(ExampleSum& sum, Counting counting)
      : sum_(sum), counted_(counting == Counting::kCounted), before_(sum.evaluations()) {}
  CountGuard(const CountGuard&) = delete;
  CountGuard& operator=(const CountGuard&) = delete;
  ~CountGuard() {
    if (!counted_) sum_.evaluations_before_ -= sum_.evaluations() - before_;
  }

 private:
  ExampleSum& sum_;
  bool counted_;
  std::uint64_t before_;
};

template <class Real>
ExampleSum<Real>::ExampleSum(std::shared_ptr<const ExampleEvaluator<Real>> evaluator,
                             std::uint64_t n)
    : evaluator_(std::move(evaluator)),
      n_(static_cast<double>(n == 0 ? evaluator_->examples() : n)),
      all_(evaluator_->examples()) {
  std::iota(all_.begin(), all_.end(), ExampleId{0});
  AddWorkers(1);
}

template <class Real>
std::unique_ptr<ExampleSum<Real>> ExampleSum<Real>::Over(
    std::shared_ptr<const ExampleEvaluator<Real>> examples) const {
  auto sum = std::make_unique<ExampleSum>(std::move(examples));
  sum->cancel_ = cancel_;
  sum->team_ = team_;
  return sum;
}

template <class Real>
std::unique_ptr<ExampleSum<Real>> ExampleSum<Real>::On(const ActiveRows& active) const {
  std::unique_ptr<ExampleSum> sum = Over(evaluator_->Restrict(active));
  sum->n_ = n_;
  return sum;
}

template <class Real>
void ExampleSum<Real>::AddWorkers(std::size_t count) {
  while (workers_.size() < count) {
    workers_.push_back(std::make_unique<Slot>(Slot{evaluator_->NewWorker()}));
  }
}

template <class Real>
std::size_t ExampleSum<Real>::LargestTable() const {
  std::size_t largest = 0;
  for (const ExampleId i : all_) largest = std::max(largest, TableSize(i));
  return largest;
}

// Unsigned on purpose: what workers did before a state was loaded, or uncounted, is taken back.
template <class Real>
void ExampleSum<Real>::Transfer(State& state) {
  std::uint64_t count = evaluations();
  state.Value("evaluations", count);
  state.Require(count <= kMostCounted, "evaluations");
  if (state.loading()) evaluations_before_ += count - evaluations();
}

template <class Real>
double ExampleSum<Real>::AddLossesAlone(std::span<const ExampleId> order,
                                        const PlainWeights<Real>& w, PlainWeights<Real>& gradient,
                                        const OnInferred& inferred) {
  double sum = 0;
  std::size_t place = 0;
  ForEach(order, [&](ExampleId i, ExampleId next) {
    const InferredExample<Real> here = Gather(i, w, 1, next).Infer();
    sum += here.loss();
    if (inferred) inferred(place, here);
    ++place;
    here.Scatter(1, next, gradient);
  });
  return sum;
}

// Group after group: all threads infer, then all scatter.
template <class Real>
double ExampleSum<Real>::AddLosses(std::span<const ExampleId> order, const PlainWeights<Real>& w,
                                   PlainWeights<Real>& gradient, const OnInferred& inferred) {
  if (threads() > 1 && !group_) group_ = evaluator_->NewGroup(threads());
  if (!group_) return AddLossesAlone(order, w, gradient, inferred);
  double sum = 0;
  for (std::size_t done = 0; !order.empty();) {
    const std::size_t count = group_->Begin(order.first(std::min(order.size(), kGroup)));
    losses_.resize(count);
    Share(count, [&](std::size_t k, std::size_t worker) {
      if (worker == 0) ThrowIfCancelled();
      // Probably the one that this thread comes to next.
      const ExampleId next = k + threads() < count ? order[k + threads()] : kNoExample;
      const InferredExample<Real> here = Gather(order[k], w, 1, next, worker).Infer();
      losses_[k] = here.loss();
      if (inferred) inferred(done + k, here);
      here.PutInto(k, *group_);
    });
    group_->Scatter(*team_, gradient);
    for (const double loss : losses_) sum += loss;
    order = order.subspan(count);
    done += count;
  }
  return sum;
}

template <class Real>
double ExampleSum<Real>::MeanLoss(const PlainWeights<Real>& w, Counting counting) {
  const CountGuard guard(*this, counting);
  losses_.resize(all_.size());
  Share((all_.size() + kBlock - 1) / kBlock, [&](std::size_t block, std::size_t worker) {
    const std::size_t end = std::min((block + 1) * kBlock, all_.size());
    for (std::size_t k = block * kBlock; k < end; ++k) {
      if (worker == 0) ThrowIfCancelled();
      const ExampleId next = k + 1 < all_.size() ? all_[k + 1] : kNoExample;
      losses_[k] = Gather(all_[k], w, 1, next, worker).Loss();
    }
  });
  double sum = 0;
  for (const double loss : losses_) sum += loss;
  return sum / n_;
}

template <class Real>
double ExampleSum<Real>::MeanLossAndGradient(const PlainWeights<Real>& w,
                                             PlainWeights<Real>& gradient, Counting counting) {
  const CountGuard guard(*this, counting);
  std::fill(gradient.values().begin(), gradient.values().end(), Real{0});
  const double sum = AddLosses(all_, w, gradient);
  for (Real& g : gradient.values()) g = static_cast<Real>(g / n_);
  return sum / n_;
}

template class ExampleSum<float>;
template class ExampleSum<double>;

}  // namespace sagitta
