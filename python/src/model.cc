// Model: files, bytes, weights and what is known about its training.
#include "sagitta/model.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string_view>
#include <unordered_map>

#include "module.h"
#include "sagitta/error.h"
#include "sagitta/report.h"

namespace sagitta::python {
namespace {

namespace nb = nanobind;

ModelFormat FormatOf(const std::string& name) {
  if (name == "sagitta") return ModelFormat::kSagitta;
  if (name == "crfsuite") return ModelFormat::kCrfsuite;
  if (name == "wapiti") return ModelFormat::kWapiti;
  if (name == "crfpp") return ModelFormat::kCrfpp;
  throw Error(ErrorKind::kUsage,
              "format: found '" + name + "', expected one of sagitta, crfsuite, wapiti, crfpp");
}

nb::bytes ToBytes(const Model& model, const std::string& format) {
  std::string bytes;
  {
    const nb::gil_scoped_release release;
    bytes = model.ToBytes(FormatOf(format));
  }
  return nb::bytes(bytes.data(), bytes.size());
}

Model FromBytes(const nb::bytes& bytes) {
  std::string copy(bytes.c_str(), bytes.size());
  const nb::gil_scoped_release release;
  return Model::FromBytes(std::move(copy));
}

nb::str Str(std::string_view text) { return nb::str(text.data(), text.size()); }

/// {(attribute, label): weight}, {(type, from, to): weight}, {(type, attribute, from, to): weight}.
/// The type is empty in chains.
nb::tuple Weights(const Model& model) {
  nb::dict nodes, pairs, edges;
  std::unordered_map<std::string_view, nb::object> names;  // each string once
  const auto shared = [&](std::string_view text) -> const nb::object& {
    const auto [place, is_new] = names.try_emplace(text);
    if (is_new) place->second = Str(text);
    return place->second;
  };
  model.ForEachWeight([&](const WeightEntry& entry) {
    const nb::object to = shared(entry.to);  // a copy: the next call may move it
    if (entry.kind == WeightEntry::Kind::kNode) {
      nodes[nb::make_tuple(shared(entry.attribute), to)] = entry.weight;
      return;
    }
    const nb::object from = shared(entry.from);
    if (entry.kind == WeightEntry::Kind::kTransition) {
      pairs[nb::make_tuple(shared(entry.attribute), from, to)] = entry.weight;
      return;
    }
    const std::size_t tab = entry.attribute.find('\t');  // TYPE TAB NAME, if there is a type
    const bool typed = tab != std::string_view::npos;
    const nb::object type = shared(typed ? entry.attribute.substr(0, tab) : std::string_view());
    edges[nb::make_tuple(type, shared(typed ? entry.attribute.substr(tab + 1) : entry.attribute),
                         from, to)] = entry.weight;
  });
  return nb::make_tuple(nodes, pairs, edges);
}

nb::dict CertificateOf(const Model& model) {
  const Certificate& certificate = model.certificate();
  nb::dict values;
  values["objective"] = certificate.objective;
  values["gradient_inf"] = certificate.gradient_inf;
  values["gradient_l2"] = certificate.gradient_l2;
  values["bound"] = certificate.bound;
  return values;
}

}  // namespace

void BindModel(nb::module_& module) {
  nb::class_<Model>(module, "Model")
      .def_static("load", &Model::Load, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>())
      .def_static("from_bytes", &FromBytes, nb::arg("data"))
      .def(
          "save",
          [](const Model& self, const std::string& path, const std::string& format) {
            self.Save(path, FormatOf(format));
          },
          nb::arg("path"), nb::arg("format"), nb::call_guard<nb::gil_scoped_release>())
      .def("to_bytes", &ToBytes, nb::arg("format"))
      .def("labels", &Model::labels)
      .def("attribute_count", &Model::node_attribute_count)
      .def("weight_count", &Model::weight_count)
      .def("settings", &Model::settings)
      .def("template", [](const Model& self) { return self.read_options().template_text; })
      .def("weights", &Weights,
           nb::sig("def weights(self) -> tuple[dict[tuple[str, str], float], "
                   "dict[tuple[str, str, str], float], dict[tuple[str, str, str, str], float]]"))
      .def("certificate", &CertificateOf, nb::sig("def certificate(self) -> dict[str, float]"))
      .def("scaled", &Model::Scaled, nb::arg("factor"), nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "model_page",
      [](const std::vector<std::string>& models, const std::string& test) {
        ReportSettings settings;
        settings.models = models;
        settings.test = test;
        return ModelPage(settings);
      },
      nb::arg("models"), nb::arg("test"), nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace sagitta::python
