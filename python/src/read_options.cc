// Words for formats and languages, and templates of presets.
#include "read_options.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "module.h"
#include "sagitta/error.h"
#include "sagitta/presets.h"

namespace sagitta::python {
namespace {

namespace nb = nanobind;

/// In the order of the enumerations.
const std::vector<std::string> kFormats = {"auto",   "attributes",   "columns",
                                           "conllu", "observations", "jsonl"};
const std::vector<std::string> kLanguages = {"auto", "crfpp", "wapiti", "sagitta"};

int Place(const char* what, const std::vector<std::string>& words, const std::string& word) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return static_cast<int>(i);
    all += (i > 0 ? ", " : "") + words[i];
  }
  throw Error(ErrorKind::kUsage,
              std::string(what) + ": found '" + word + "', expected one of " + all);
}

nb::dict Describe(const Preset& preset) {
  nb::dict described;
  described["name"] = preset.name;
  described["summary"] = preset.summary;
  described["columns"] = preset.columns;
  return described;
}

}  // namespace

ReadOptions MakeReadOptions(const InputWords& words) {
  ReadOptions options;
  options.format = static_cast<Format>(Place("format", kFormats, words.format));
  options.language = static_cast<TemplateLanguage>(Place("language", kLanguages, words.language));
  options.template_text = words.template_text;
  options.template_name = "<template>";
  options.columns = words.columns;
  options.structure = words.structure;
  options.symmetric = words.symmetric;
  return options;
}

ReadOptions ForRows(ReadOptions options) {
  options.format = Format::kColumns;
  options.columns.clear();
  return options;
}

void BindPresets(nb::module_& module) {
  module.def(
      "presets",
      [] {
        nb::list all;
        for (const Preset& preset : Presets()) all.append(Describe(preset));
        return all;
      },
      nb::sig("def presets() -> list[dict[str, str]]"),
      "The templates that come with the package: name, summary and columns of each.");
  module.def(
      "preset_template",
      [](const std::string& name, std::size_t columns) {
        return PresetTemplate(FindPreset(name), columns);
      },
      nb::arg("name"), nb::arg("columns"));
}

}  // namespace sagitta::python
