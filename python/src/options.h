// The settings of a training from keyword arguments.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "sagitta/train.h"

namespace sagitta::python {

/// Keywords are the names of TrainOptions() and of the method's options, as identifiers: min_count;
/// lambda_ is lambda. None leaves the default. Throws Error(kUsage) for others and for values that
/// the options refuse.
TrainSettings SettingsFrom(const nanobind::dict& keywords);

/// A message of the library with the options of training as keywords: --min-count becomes
/// min_count.
std::string WithKeywords(std::string_view message);

}  // namespace sagitta::python
