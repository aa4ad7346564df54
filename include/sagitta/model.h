// Model: what training gives and tagging needs. Immutable; share one among any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"
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

/// How weights are stored, and what sums of them are computed in.
enum class Precision { kFloat, kDouble };

/// The formats of model files.
enum class ModelFormat {
  kSagitta,   // our own, docs/model_file.md
  kCrfsuite,  // CRFsuite's binary file, "lCRF"
  kWapiti,    // Wapiti's text file
  kCrfpp,     // CRF++'s text file, made by crf_learn -t; its binary file can be read
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
  /// Reads a model file of any ModelFormat, recognised by its contents, and checks all of it. Our
  /// own is memory-mapped; "-" is standard input. Throws Error that names the file (and the place
  /// in a text file) when it is not a model, truncated or altered.
  static Model Load(const std::string& path);

  /// The format of a model file, by its first bytes. Throws Error when it is none.
  static ModelFormat Recognise(const std::string& path);

  /// Writes to a temporary file beside `path` and renames it. Same model, same bytes.
  /// Throws Error(kData) that names what the format cannot hold; then nothing is written.
  void Save(const std::string& path, ModelFormat format = ModelFormat::kSagitta) const;

  /// The same model with its weights stored in another precision.
  /// Throws Error(kData) when one of them is too large for it.
  Model WithPrecision(Precision precision) const;

  /// The same model with all weights times `factor`, which must be above 0: less sure of itself
  /// below 1, surer above. Throws Error(kUsage), and Error(kData) when a weight becomes too large.
  Model Scaled(double factor) const;

  std::vector<std::string> labels() const;
  std::uint64_t node_attribute_count() const;
  std::uint64_t edge_attribute_count() const;
  std::uint64_t weight_count() const;  // non-zero ones

  /// Settings it was trained with, by name, and the certificate.
  const std::map<std::string, std::string>& settings() const;
  const Certificate& certificate() const;

  /// The labellings that it knows; others have probability 0.
  const Constraints& constraints() const;

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
