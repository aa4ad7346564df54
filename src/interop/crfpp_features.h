// CrfppFeatures: from CRF++'s features, a name and the index of its first weight, to a model.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interop/model_builder.h"

namespace sagitta::internal {

/// What the text and the binary files of CRF++ have in common. Errors are Error(kData) at the file
/// `path`, which must outlive it.
class CrfppFeatures {
 public:
  explicit CrfppFeatures(const std::string& path) : path_(path) {}

  void AddLabel(std::string_view name);
  void AddTemplateLine(std::string_view line);
  void CheckLabels() const;
  /// Compiles the template. Call it after the last line.
  void FinishTemplate();

  /// How many weights a feature of this name has; 0 when no feature can have that name.
  std::uint64_t Width(std::string_view name) const;

  /// weight(k) is the weight of the feature's slot k. Zeros take no memory.
  template <class Weight>
  void Add(std::string_view name, Weight weight);

  std::shared_ptr<const ModelData> Build(Precision precision);

 private:
  [[noreturn]] void Bad(const std::string& what) const;

  const std::string& path_;
  ModelBuilder builder_;
  ReadOptions options_;
  std::map<std::string, std::uint32_t, std::less<>> plain_;
};

template <class Weight>
void CrfppFeatures::Add(std::string_view name, Weight weight) {
  const auto plain = plain_.find(name);
  const bool node = name.front() == 'U';
  const bool transition = plain != plain_.end();
  if (!transition && !(node ? builder_.BeginNode(name) : builder_.BeginEdge(name))) {
    Bad("the feature '" + std::string(name) + "' occurs twice");
  }
  const auto width = static_cast<std::uint32_t>(Width(name));
  for (std::uint32_t k = 0; k < width; ++k) {
    const double value = weight(k);
    if (value == 0) continue;
    if (transition) {
      builder_.AddTransition(k, plain->second * value);
    } else if (node) {
      builder_.AddNode(k, value);
    } else {
      builder_.AddEdge(k, value);
    }
  }
}

}  // namespace sagitta::internal
