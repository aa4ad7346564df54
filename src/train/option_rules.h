// Rules of options, and rows that combine a rule with a field of TrainSettings.
//
// A rule reads a value from text, checks its range, and says what is expected. The same rule serves
// the command line, which has text, and the library, which has values: both refuse a mistake in the
// same words.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "optim/registry.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"
#include "sagitta/train_options.h"

namespace sagitta {

// ---- Values as text ----

inline constexpr char kAuto[] = "auto";

template <class T>
std::string Format(const T& value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

inline std::string Format(bool value) { return value ? "on" : "off"; }

inline std::string Format(const std::string& text) { return text; }

inline std::string Format(const ConstraintSettings& constraints) { return constraints.Name(); }

inline std::string Format(FeatureSet set) {
  if (set == FeatureSet::kNone) return "none";
  return set == FeatureSet::kAll ? "all" : "observed";
}

inline std::string Format(Precision precision) {
  return precision == Precision::kFloat ? "float" : "double";
}

inline std::string Format(ScaleValues scale) {
  if (scale == ScaleValues::kAuto) return "auto";
  return scale == ScaleValues::kAll ? "all" : "off";
}

inline std::string Format(Penalty penalty) { return penalty == Penalty::kSize ? "size" : "change"; }

inline std::string Format(BadSequenceAction action) {
  if (action == BadSequenceAction::kRefuse) return "refuse";
  return action == BadSequenceAction::kSkip ? "skip" : "repair";
}

inline std::string Format(const LambdaPath& path) {
  if (path.automatic) return kAuto;
  return Format(path.first) + ":" + Format(path.last) + ":" + Format(path.count) +
         (path.stop ? ":stop" : "");
}

template <class T>
std::string Format(const std::optional<T>& value) {
  return value ? Format(*value) : "";
}

// Whether the whole text is a number, which is then stored in `value`.
template <class T>
bool Read(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

// ---- Rules ----

struct NumberRule {
  static constexpr OptionType kType = OptionType::kNumber;
  enum { kAny, kZeroOrAbove, kAboveZero } range;
  bool or_auto = false;  // see OrAuto
  /// With a larger lambda products with it would overflow in single precision.
  static constexpr double kLargest = 1e15;

  bool Read(const std::string& text, double& value) const { return sagitta::Read(text, value); }
  bool Valid(double value) const {
    return std::isfinite(value) &&
           (range == kAny || value > 0 || (range != kAboveZero && value == 0)) &&
           (range != kAboveZero || value <= kLargest);
  }
  std::string Expected() const {
    return range == kAny ? "a number"
           : range == kAboveZero
               ? std::string("a number above 0, at most 1e15") + (or_auto ? ", or auto" : "")
               : "a number, 0 or above";
  }
};

template <class Integer>
struct CountRule {
  static constexpr OptionType kType = OptionType::kCount;
  Integer low;

  bool Read(const std::string& text, Integer& value) const { return sagitta::Read(text, value); }
  bool Valid(Integer value) const { return value >= low; }
  std::string Expected() const {
    constexpr Integer kMost = std::numeric_limits<Integer>::max();
    return "a whole number, " + Format(low) +
           (sizeof(Integer) == 8 ? " or above" : " to " + Format(kMost));
  }
};

template <class T>
struct ChoiceRule {
  static constexpr OptionType kType =
      std::is_same_v<T, bool> ? OptionType::kSwitch : OptionType::kChoice;
  std::vector<T> values;

  std::vector<std::string> Choices() const {
    std::vector<std::string> names;
    for (const T& value : values) names.push_back(Format(value));
    return names;
  }
  bool Read(const std::string& text, T& value) const {
    const auto same = [&](const T& candidate) { return Format(candidate) == text; };
    const auto found = std::find_if(values.begin(), values.end(), same);
    if (found != values.end()) value = *found;
    return found != values.end();
  }
  bool Valid(const T& value) const {
    return std::find(values.begin(), values.end(), value) != values.end();
  }
  std::string Expected() const {
    std::string text = "one of";
    for (const std::string& name : Choices()) text += (text.ends_with("of") ? " " : ", ") + name;
    return text;
  }
};

struct PathRule {
  static constexpr OptionType kType = OptionType::kText;
  static constexpr std::uint32_t kMost = 1000;

  bool Read(const std::string& text, LambdaPath& path) const {
    constexpr std::string_view kStop = ":stop";
    path.automatic = text == kAuto;
    path.stop = text.ends_with(kStop);
    const std::string_view view(text.data(), text.size() - (path.stop ? kStop.size() : 0));
    const std::size_t first = std::min(view.find(':'), view.size());
    const std::size_t second = std::min(view.find(':', first + 1), view.size());
    return path.automatic ||
           (second < view.size() && sagitta::Read(view.substr(0, first), path.first) &&
            sagitta::Read(view.substr(first + 1, second - first - 1), path.last) &&
            sagitta::Read(view.substr(second + 1), path.count));
  }
  bool Valid(const LambdaPath& path) const {
    const NumberRule positive{NumberRule::kAboveZero};
    return path.automatic || (positive.Valid(path.first) && positive.Valid(path.last) &&
                              path.count >= 1 && path.count <= kMost);
  }
  std::string Expected() const {
    return "auto, or A:B:COUNT with A and B above 0 and COUNT from 1 to " + Format(kMost) +
           ", for example 1:1e-5:10 or 1:1e-5:10:stop";
  }
};

struct FileRule {
  static constexpr OptionType kType = OptionType::kText;

  bool Read(const std::string& text, std::string& value) const {
    value = text;
    return !text.empty();
  }
  bool Valid(const std::string&) const { return true; }  // empty: not set
  std::string Expected() const { return "the name of a file"; }
};

// Files that cannot be read are reported by the function that reads them.
struct ConstraintRule {
  static constexpr OptionType kType = OptionType::kText;

  bool Read(const std::string& text, ConstraintSettings& value) const {
    if (text.empty()) return false;
    value = text == "none" ? ConstraintSettings() : ReadConstraintSettings(text);
    return true;
  }
  bool Valid(const ConstraintSettings&) const { return true; }
  std::string Expected() const { return "none, bio, iobes, observed or the name of a file"; }
};

struct MethodRule {
  static constexpr OptionType kType = OptionType::kText;

  bool Read(const std::string& text, std::string& value) const {
    value = text;
    return true;
  }
  bool Valid(const std::string& name) const { return CompleteOptions(name, {}), true; }
  std::string Expected() const { return "a training method"; }
};

// ---- Rows ----

template <class T>
struct WithoutOptional {
  using Type = T;
};
template <class T>
struct WithoutOptional<std::optional<T>> {
  using Type = T;
};

[[noreturn]] inline void RefuseValue(const std::string& name, const std::string& found,
                                     const std::string& expected) {
  throw Error(ErrorKind::kUsage, name + ": found '" + found + "', expected " + expected);
}

struct About {
  const char* name;
  const char* placeholder;
  std::string help;
  const char* default_text = "";  // where the default follows from the data
  bool affects_course = true;
  bool in_comparison = false;
  bool affects_result = true;
};

// `field` returns a reference to the field of settings, const or not.
template <class Rule, class Field>
TrainOption Row(const char* group, const About& about, const Rule& rule, Field field) {
  using Stored = std::remove_cvref_t<decltype(field(std::declval<TrainSettings&>()))>;
  using Value = typename WithoutOptional<Stored>::Type;
  const TrainSettings defaults;
  TrainOption option;
  option.name = about.name;
  option.group = group;
  option.type = Rule::kType;
  option.placeholder = about.placeholder;
  option.help = about.help;
  option.affects_course = about.affects_course;
  option.in_comparison = about.in_comparison;
  option.affects_result = about.affects_result;
  option.default_value = *about.default_text != 0 ? about.default_text : Format(field(defaults));
  if constexpr (requires { rule.Choices(); }) option.choices = rule.Choices();
  option.get = [field](const TrainSettings& settings) { return Format(field(settings)); };
  const auto require = [name = option.name, rule](const Value& value) {
    if (!rule.Valid(value)) RefuseValue(name, Format(value), rule.Expected());
  };
  option.check = [field, require](const TrainSettings& settings) {
    const Stored& stored = field(settings);
    if constexpr (std::is_same_v<Stored, Value>) {
      require(stored);
    } else if (stored) {
      require(*stored);
    }
  };
  option.set = [field, require, rule, name = option.name](TrainSettings& settings,
                                                          const std::string& text) {
    Value value{};
    if (!rule.Read(text, value)) {
      const std::string near =
          Rule::kType == OptionType::kChoice ? Suggestion(text, FindTrainOption(name).choices) : "";
      RefuseValue(name, text, rule.Expected() + near);
    }
    require(value);
    field(settings) = value;
  };
  return option;
}

/// The row of lambda in one of its units: `auto` is the automatic path. The rule has or_auto.
inline TrainOption OrAuto(TrainOption option) {
  option.set = [set = option.set, name = option.name](TrainSettings& settings,
                                                      const std::string& text) {
    if (text != kAuto) return set(settings, text);
    if (settings.lambda_path && !settings.lambda_path->automatic) {
      throw Error(ErrorKind::kUsage, name + " auto and lambda-path: give only one");
    }
    settings.lambda_path = LambdaPath{.automatic = true};
  };
  return option;
}

/// The row of the path, which `auto` has not been given to before.
inline TrainOption OrPath(TrainOption option) {
  option.set = [set = option.set](TrainSettings& settings, const std::string& text) {
    if (text != kAuto && settings.lambda_path && settings.lambda_path->automatic) {
      throw Error(ErrorKind::kUsage, "lambda auto and lambda-path: give only one");
    }
    set(settings, text);
  };
  return option;
}

}  // namespace sagitta
