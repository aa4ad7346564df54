// SharedTagger: a tagger that any number of threads may use at once.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "sagitta/constraints.h"
#include "sagitta/model.h"
#include "sagitta/tagger.h"

namespace sagitta::python {

/// Lends a Tagger to each call that needs one, and keeps as many as were ever needed at the same
/// time. Call its functions without the GIL.
class SharedTagger {
 public:
  SharedTagger(const Model& model, const Constraints& further) : model_(model), further_(further) {
    Return(std::make_unique<Tagger>(model_, further_));  // says now whether the constraints fit
  }

  const Model& model() const { return model_; }
  const Constraints& constraints() const { return further_; }

  /// `work` must not keep the tagger. What it throws is thrown on.
  void Use(const std::function<void(Tagger&)>& work);

  /// Calls `work` for each of the sequences, on this many threads. If it throws, one of its
  /// exceptions is thrown when all threads have ended.
  void UseForAll(std::span<const Sequence> sequences, std::size_t threads,
                 const std::function<void(Tagger&, std::size_t)>& work);

 private:
  std::unique_ptr<Tagger> Borrow();
  void Return(std::unique_ptr<Tagger> tagger);

  Model model_;
  Constraints further_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Tagger>> idle_;
};

}  // namespace sagitta::python
