// Model: the result of training, and what tagging needs.
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

namespace sagitta::internal {
struct ModelAccess;
class ModelData;
}  // namespace sagitta::internal

#pragma GCC visibility push(default)

namespace sagitta {

/// How close to the optimum the stored weights are proven to be, from one exact full gradient in
/// double precision: f is lambda-strongly convex, so f - f* <= ||grad f||^2 / (2 lambda).
struct Certificate {
  double objective = 0;     // f(w)
  double gradient_inf = 0;  // ||grad f(w)||_inf
  double gradient_l2 = 0;   // ||grad f(w)||_2
  double bound = 0;         // f(w) - f* is at most this
};

/// Which (attribute, label) or (label, label) pairs get a weight.
enum class FeatureSet {
  kObserved,  // those seen in the training data
  kAll,
  kNone,  // transitions only: labels then depend on attributes alone
};

/// How weights are stored, and in which precision they are added up.
enum class Precision { kFloat, kDouble };

/// The formats of model files.
enum class ModelFormat {
  kSagitta,   // Sagitta's own, docs/model_file.md
  kCrfsuite,  // CRFsuite's binary file, "lCRF"
  kWapiti,    // Wapiti's text file
  kCrfpp,     // CRF++'s text file, made by crf_learn -t; its binary file can be read
};

/// One weight of a model, for dumps.
struct WeightEntry {
  enum class Kind { kNode, kTransition, kEdge };
  Kind kind;
  std::string_view attribute;  // kTransition: the type of the edges, empty for chains
  std::string_view from;       // empty for kNode
  std::string_view to;         // the label
  double weight;
};

/// Immutable. Copies share their data, so copying is cheap. Safe to use from several threads.
class Model {
 public:
  /// Reads a model file of any ModelFormat, recognised by its contents, and checks all of it.
  /// What happens to the file afterwards does not matter to the model. Gzip is decompressed. "-" is
  /// standard input. Throws Error with the name of the file (and the place in a text file) when it
  /// is not a model, is truncated, was altered or is changed while it is read.
  static Model Load(const std::string& path);

  /// The same for the contents of a model file, with the same checks; messages call it <memory>.
  /// The model keeps the bytes: move them in to avoid a copy.
  static Model FromBytes(std::string bytes);

  /// The format of a model file, by its first bytes. Throws Error when it is not a model.
  static ModelFormat Recognise(const std::string& path);

  /// Writes to a temporary file in the same folder and renames it: the file is complete or not
  /// there. Same model, same bytes. Throws Error(kData) that says what the format cannot store, and
  /// Error(kSystem); then nothing is written.
  void Save(const std::string& path, ModelFormat format = ModelFormat::kSagitta) const;

  /// The bytes that Save would write. Throws as Save does.
  std::string ToBytes(ModelFormat format = ModelFormat::kSagitta) const;

  /// The same model with its weights stored in another precision.
  /// Throws Error(kData) when one of them is too large for it.
  Model WithPrecision(Precision precision) const;

  /// The same model with all weights multiplied by `factor`, which must be above 0. A factor below
  /// 1 makes all probabilities more even, one above 1 more extreme. Throws Error(kUsage) for other
  /// factors and Error(kData) when a weight becomes too large.
  Model Scaled(double factor) const;

  std::vector<std::string> labels() const;
  std::uint64_t node_attribute_count() const;
  std::uint64_t edge_attribute_count() const;
  std::uint64_t weight_count() const;  // only those that are not 0

  /// The settings that it was trained with, by name, and the certificate.
  const std::map<std::string, std::string>& settings() const;
  const Certificate& certificate() const;

  /// The labellings that it allows; others have probability 0.
  const Constraints& constraints() const;

  /// How to read input for this model (its template, if it has one).
  ReadOptions read_options() const;

  /// Visits all weights: node attributes in order, then transitions, then edge attributes.
  void ForEachWeight(const std::function<void(const WeightEntry&)>& visit) const;

 private:
  friend struct internal::ModelAccess;
  explicit Model(std::shared_ptr<const internal::ModelData> data);

  std::shared_ptr<const internal::ModelData> data_;
};

}  // namespace sagitta

#pragma GCC visibility pop
