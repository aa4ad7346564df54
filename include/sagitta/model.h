// Model: what training gives and tagging needs. Immutable; share one among any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta {

namespace internal {
class ModelData;
}

/// How close to the optimum the stored weights are proven to be, from one exact full gradient in
/// double precision: f is lambda-strongly convex, so f - f* <= ||grad f||^2 / (2 lambda).
struct Certificate {
  double objective = 0;     // f(w)
  double gradient_inf = 0;  // ||grad f(w)||_inf
  double gradient_l2 = 0;   // ||grad f(w)||_2
  double bound = 0;         // f(w) - f* is at most this
};

/// One weight of a model, for dumps.
struct WeightEntry {
  enum class Kind { kNode, kTransition, kEdge };
  Kind kind;
  std::string_view attribute;  // empty for kTransition
  std::string_view from;       // empty for kNode
  std::string_view to;         // the label
  double weight;
};

class Model {
 public:
  /// Memory-maps and checks a model file. Throws Error when it is not one, truncated or altered.
  static Model Load(const std::string& path);

  /// Writes to a temporary file beside `path` and renames it. Same model, same bytes.
  void Save(const std::string& path) const;

  std::vector<std::string> labels() const;
  std::uint64_t node_attribute_count() const;
  std::uint64_t edge_attribute_count() const;
  std::uint64_t weight_count() const;  // non-zero ones

  /// Settings it was trained with, by name, and the certificate.
  const std::map<std::string, std::string>& settings() const;
  const Certificate& certificate() const;

  /// How to read input for this model (its template, if it has one).
  ReadOptions read_options() const;

  /// Visits all weights: node attributes in order, then transitions, then edge attributes.
  void ForEachWeight(const std::function<void(const WeightEntry&)>& visit) const;

  /// For the library's own use.
  explicit Model(std::shared_ptr<const internal::ModelData> data);
  const internal::ModelData& data() const { return *data_; }

 private:
  std::shared_ptr<const internal::ModelData> data_;
};

}  // namespace sagitta
