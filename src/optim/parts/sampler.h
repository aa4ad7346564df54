// Samplers: from uniform numbers to examples.
//
// Iteration k uses draw k of the generator, but draws are made an iteration ahead and resolved into
// examples early, so that their weights can be fetched from memory in time. What counts is the
// example that the draw resolves into when its iteration comes; the early look is right unless the
// distribution has changed in between, and when it is wrong only time is lost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "base/state.h"
#include "data/dataset.h"
#include "optim/parts/sum_tree.h"

namespace sagitta {

/// Uniform over n examples.
inline ExampleId DrawUniform(double u, std::size_t n) {
  return static_cast<ExampleId>(u * static_cast<double>(n));
}

/// The uniform numbers of one non-uniform draw.
struct Draw {
  double branch = 0;
  double place = 0;
  static Draw From(Rng& rng) {
    const double branch = rng.Uniform();
    return {branch, rng.Uniform()};
  }
};

/// The draw to come.
class Lookahead {
 public:
  /// The example of this iteration. `resolve` turns a draw into an example, as things are now.
  template <class Resolve>
  ExampleId Take(Rng& rng, const Resolve& resolve) {
    if (!started_) coming_ = Draw::From(rng);
    started_ = true;
    const ExampleId now = resolve(coming_);
    coming_ = Draw::From(rng);
    next_ = resolve(coming_);
    return now;
  }

  /// The examples of the iterations of a batch, as things are now, in `batch`: at most `most`, all
  /// different. A batch ends before a draw that repeats one of its examples; the next begins with
  /// that draw.
  template <class Resolve>
  void TakeSome(Rng& rng, std::size_t most, const Resolve& resolve, std::vector<ExampleId>& batch) {
    batch.assign(1, Take(rng, resolve));
    while (batch.size() < most && std::find(batch.begin(), batch.end(), next_) == batch.end()) {
      batch.push_back(next_);  // nothing has changed since it was resolved
      coming_ = Draw::From(rng);
      next_ = resolve(coming_);
    }
  }

  /// A guess at the example of the next iteration.
  ExampleId next() const { return next_; }

  /// Of draws from n examples.
  void Transfer(State& state, std::size_t n) {
    const auto is_uniform = [](double u) { return u >= 0 && u < 1; };
    state.Value("branch", coming_.branch);
    state.Require(is_uniform(coming_.branch), "branch");
    state.Value("place", coming_.place);
    state.Require(is_uniform(coming_.place), "place");
    state.Value("next", next_);
    state.Require(next_ < n, "next");
    state.Value("started", started_);
  }

 private:
  Draw coming_;
  ExampleId next_ = 0;
  bool started_ = false;
};

/// A permutation of the examples with the visited ones in front, for uniform draws from either
/// side.
class SeenPartition {
 public:
  explicit SeenPartition(std::size_t n);

  std::size_t seen() const { return seen_; }
  std::size_t unseen() const { return order_.size() - seen_; }
  bool IsSeen(ExampleId i) const { return position_[i] < seen_; }
  ExampleId Seen(double u) const {
    return order_[static_cast<std::size_t>(u * static_cast<double>(seen_))];
  }
  ExampleId Unseen(double u) const {
    return order_[seen_ + static_cast<std::size_t>(u * static_cast<double>(unseen()))];
  }
  /// Moves an unseen example to the seen ones.
  void MarkSeen(ExampleId i);
  void Transfer(State& state);

 private:
  std::vector<ExampleId> order_;
  std::vector<std::uint32_t> position_;
  std::size_t seen_ = 0;
};

}  // namespace sagitta
