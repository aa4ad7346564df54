// sagitta._sagitta: the library as Python sees it. The package in python/sagitta is built on it;
// programs use that.
#include "module.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstdint>
#include <string>

#include "features.h"
#include "sagitta/output_file.h"
#include "sagitta/simd.h"
#include "sagitta/synth.h"
#include "sagitta/version.h"

namespace sagitta::python {

void BindFeatures(nb::module_& module) {
  nb::class_<ItemSequence>(module, "ItemSequence")
      .def(
          "__init__",
          [](ItemSequence* self, nb::handle tokens) {
            new (self) ItemSequence;
            try {
              FeatureReader().Read(tokens, nb::none(), self->sequence);
            } catch (...) {
              self->~ItemSequence();
              throw;
            }
          },
          nb::arg("pyseq"), nb::sig("def __init__(self, pyseq: object) -> None"))
      .def(
          "items",
          [](const ItemSequence& self) {
            nb::list tokens;
            for (std::size_t t = 0; t < self.sequence.size(); ++t) {
              tokens.append(ToDict(self.sequence.node_items(t)));
            }
            return tokens;
          },
          nb::sig("def items(self) -> list[dict[str, float]]"))
      .def("__len__", [](const ItemSequence& self) { return self.sequence.size(); });
}

/// A demonstration corpus: columns separated by blanks, an empty line after each sequence.
std::string SynthText(const std::string& task, std::uint64_t sequences, std::uint64_t seed) {
  SynthSettings settings;
  settings.task = task;
  settings.sequences = sequences;
  settings.seed = seed;
  std::string text;
  Synthesize(settings, [&](std::string_view piece) {
    text.append(piece);
    return true;
  });
  return text;
}

/// The file is complete or not there.
void WriteFile(const std::string& path, const nb::bytes& data) {
  const std::string_view bytes(data.c_str(), data.size());
  const nb::gil_scoped_release release;
  OutputFile file(path);
  file.Write(bytes);
  file.Commit();
}

}  // namespace sagitta::python

NB_MODULE(_sagitta, module) {
  using namespace sagitta::python;
  module.doc() = "The extension module of the package sagitta; use the package.";
  nb::set_leak_warnings(false);
  BindErrors(module);
  BindOptions(module);
  BindPresets(module);
  BindFeatures(module);
  BindCorpus(module);
  BindModel(module);
  BindTagger(module);
  BindTraining(module);
  BindCrfsuite(module);
  module.def("version", [] { return sagitta::Version(); });
  module.def("simd_target", &sagitta::SimdTarget);
  module.def("synth_text", &SynthText, nb::arg("task"), nb::arg("sequences"), nb::arg("seed"));
  module.def("write_file", &WriteFile, nb::arg("path"), nb::arg("data"));
  module.def("synth_template", &sagitta::SynthTemplate, nb::arg("task"));
}
