// The parts of the extension module, each in a file of its own.
#pragma once

#include <nanobind/nanobind.h>

namespace sagitta::python {

void BindErrors(nanobind::module_& module);
void BindOptions(nanobind::module_& module);
void BindPresets(nanobind::module_& module);
void BindFeatures(nanobind::module_& module);
void BindCorpus(nanobind::module_& module);
void BindModel(nanobind::module_& module);
void BindTagger(nanobind::module_& module);
void BindTraining(nanobind::module_& module);
void BindCrfsuite(nanobind::module_& module);

}  // namespace sagitta::python
