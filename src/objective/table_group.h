// TableGroup: tables of several examples that threads add to the same weights together.
//
// Threads infer examples and put their tables here, each into a slot of its own. Then a thread
// takes a range of rows at a time and adds what the tables have for it, slot by slot. So every row
// is changed by one thread, and always in the order of the slots: the sums do not depend on the
// number of threads, and they are those of one thread that scatters example after example.
#pragma once

#include <cstddef>
#include <span>

#include "base/thread_team.h"
#include "objective/example_evaluator.h"

namespace sagitta {

/// Not thread safe, except for Gather and Put.
template <class Real>
class TableGroup {
 public:
  using Worker = typename ExampleEvaluator<Real>::Worker;

  virtual ~TableGroup() = default;

  /// Begins a group: slot k will be example examples[k]. Returns how many of them it takes, from
  /// the first on and at least one: their tables have a limited room. The examples must stay until
  /// the next Begin.
  virtual std::size_t Begin(std::span<const ExampleId> examples) = 0;

  /// The most examples that it takes, however large they are.
  virtual std::size_t most() const = 0;

  /// Scores of the example of a slot at w as it is at a moment. Rows of the example `next` are
  /// fetched ahead. May be called by several threads at once, each with a worker of its own.
  virtual void Gather(std::size_t slot, const LazyWeights<Real>& w, const LazyMoment& at,
                      ExampleId next, Worker& worker) const = 0;

  /// Keeps the table of the worker, which belongs to the example of the slot. May be called by
  /// several threads at once, for different slots.
  virtual void Put(std::size_t slot, Worker& worker) = 0;

  /// Where the table of the slot may be written in place of Put, laid out as that of the worker;
  /// null: it has to be put.
  virtual Real* Room(std::size_t slot, Worker& worker) = 0;

  /// to += A_i table of all slots, in their order. REQUIRES: each was put.
  virtual void Scatter(ThreadTeam& team, PlainWeights<Real>& to) = 0;
  /// d += A_i table of all slots, from the last to the first, and what keeps w at the clock of the
  /// slot: a += clock[slot] times the same (see lazy_weights.h). Backwards, because the rows
  /// gathered last are still in the caches.
  virtual void Scatter(ThreadTeam& team, std::span<const double> clock, LazyWeights<Real>& to) = 0;
};

}  // namespace sagitta
