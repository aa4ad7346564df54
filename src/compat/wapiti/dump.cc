// sagitta-wapiti dump: the weights of a Wapiti model as text; and update, which puts such text back
// into a model.
#include <cstdlib>
#include <map>
#include <sstream>

#include "cli/file_uses.h"
#include "cli/format.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "compat/wapiti/log.h"
#include "compat/wapiti/modes.h"
#include "compat/wapiti/text.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

/// Writes the weights of one observation, one per line.
class ObservationDump {
 public:
  ObservationDump(const WapitiText& model, int digits, bool all, Output& output)
      : model_(model), digits_(digits), all_(all), output_(output) {}

  void Write(std::size_t observation) {
    const std::string& name = model_.observations[observation];
    next_ = model_.first[observation];
    wrote_ = false;
    if (WapitiText::HasLabels(name)) WriteLabels(name, "#");
    if (WapitiText::HasPairs(name)) {
      for (const std::string& from : model_.labels) WriteLabels(name, from);
    }
    if (wrote_) output_.Write("\n");
  }

 private:
  void WriteLabels(const std::string& name, const std::string& from) {
    for (const std::string& to : model_.labels) {
      const auto found = model_.weights.find(next_++);
      const double weight = found == model_.weights.end() ? 0.0 : found->second;
      if (weight == 0 && !all_) continue;
      output_.Write(name + "\t" + from + "\t" + to + Print("\t%.*f\n", digits_, weight));
      wrote_ = true;
    }
  }

  const WapitiText& model_;
  int digits_;
  bool all_;
  Output& output_;
  std::uint64_t next_ = 0;
  bool wrote_ = false;
};

/// Sets the weights that a patch names, one per line: observation, previous label (or #), label,
/// weight.
class Patch {
 public:
  Patch(WapitiText& model, std::string path) : model_(model), path_(std::move(path)) {
    for (std::size_t k = 0; k < model.labels.size(); ++k) labels_[model.labels[k]] = k;
    for (std::size_t k = 0; k < model.observations.size(); ++k) {
      observations_[model.observations[k]] = k;
    }
  }

  void Apply(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      ++line_;
      std::istringstream words(line);
      std::string observation, from, to, weight, more;
      if (!(words >> observation)) continue;
      if (!(words >> from >> to >> weight) || words >> more)
        Fail("a line that does not have 4 words");
      model_.weights[Index(observation, from, to)] = Weight(weight);
    }
  }

 private:
  using Ids = std::map<std::string, std::size_t>;

  [[noreturn]] void Fail(const std::string& found) const {
    throw Error(ErrorKind::kData, {path_, line_}, "found " + found);
  }

  std::size_t Id(const Ids& ids, const std::string& name, const std::string& what) const {
    const auto found = ids.find(name);
    if (found == ids.end()) Fail("'" + name + "', which is not " + what + " of the model");
    return found->second;
  }

  std::uint64_t Index(const std::string& name, const std::string& from,
                      const std::string& to) const {
    const std::size_t observation = Id(observations_, name, "an observation");
    const std::uint64_t labels = model_.labels.size();
    const std::uint64_t first = model_.first[observation];
    const std::size_t label = Id(labels_, to, "a label");
    if (from == "#") {
      if (!WapitiText::HasLabels(name))
        Fail("#, but '" + name + "' has weights only for pairs of labels");
      return first + label;
    }
    if (!WapitiText::HasPairs(name))
      Fail("a pair of labels, but '" + name + "' has weights only for labels");
    return first + (WapitiText::HasLabels(name) ? labels : 0) +
           Id(labels_, from, "a label") * labels + label;
  }

  double Weight(const std::string& text) const {
    char* end = nullptr;
    const double weight = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !(weight - weight == 0)) Fail("'" + text + "', which is not a weight");
    return weight;
  }

  WapitiText& model_;
  std::string path_;
  Ids labels_;
  Ids observations_;
  std::uint64_t line_ = 0;
};

}  // namespace

void Dump(const std::vector<std::string>& words) {
  std::uint32_t digits = 5;
  bool all = false;
  Arguments arguments(false);
  arguments.Value('p', "prec", [&](const std::string& option, const std::string& text) {
    digits = static_cast<std::uint32_t>(ParseCount(option, text, 0, 99));
  });
  arguments.Flag(0, "all", all);
  const InputAndOutput files = SplitFiles(arguments.Parse(words));
  FileUses uses;
  uses.Reads("MODEL", files.input);
  uses.Writes("OUTPUT", files.output);
  uses.Check();
  Say("* Load model");
  const WapitiText model = ReadWapitiText(files.input);
  Say("* Dump model");
  Output output(files.output);
  ObservationDump dump(model, static_cast<int>(digits), all, output);
  for (std::size_t k = 0; k < model.observations.size(); ++k) dump.Write(k);
  output.Finish();
}

void Update(const std::vector<std::string>& words) {
  std::string model_path;
  Arguments arguments(false);
  arguments.Text('m', "model", model_path);
  arguments.RefuseFlag('c', "compact", "models are not compacted");
  const InputAndOutput files = SplitFiles(arguments.Parse(words));
  if (model_path.empty()) throw Error(ErrorKind::kUsage, "-m MODEL is missing");
  FileUses uses;
  uses.Reads("--model", model_path);
  uses.Reads("PATCH", files.input);
  uses.Writes("OUTPUT", files.output);
  uses.Check();
  Say("* Load model");
  WapitiText model = ReadWapitiText(model_path);
  Say("* Update model");
  Patch(model, files.input == "-" ? "<stdin>" : files.input).Apply(ReadWhole(files.input));
  Say("* Save the model");
  WriteWapitiText(model, files.output);
  Say("* Done");
}

}  // namespace sagitta::compat
