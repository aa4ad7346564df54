// Input options: declares them and resolves them to ReadOptions.
#include "cli/input_options.h"

#include <algorithm>
#include <cstdio>

#include "sagitta/error.h"
#include "sagitta/input_check.h"
#include "sagitta/presets.h"

namespace sagitta::cli {
namespace {

/// A,B,...
OptionSetter ToNames(std::vector<std::string>& target) {
  return [&target](const std::string& option, const std::string& text) {
    target.clear();
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      if (end == begin) {
        throw Error(ErrorKind::kUsage, option + ": found '" + text +
                                           "', expected names separated by commas, for example "
                                           "form,upos");
      }
      target.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  };
}

std::string PresetNames() {
  std::string names;
  for (const Preset& preset : Presets()) names += (names.empty() ? "" : ", ") + preset.name;
  return names;
}

/// `typed` is NAME or NAME:COLUMNS.
void UsePreset(const std::string& typed, const std::vector<std::string>& files, ReadOptions& read) {
  const std::size_t colon = typed.find(':');
  const Preset& preset = FindPreset(typed.substr(0, colon));
  std::size_t columns = 0;
  if (colon != std::string::npos) {
    columns = ParseCount("--preset", typed.substr(colon + 1), 1, 9999);
  } else if (read.columns.empty() && (files.empty() || files[0] == "-")) {
    throw Error(ErrorKind::kUsage,
                "--preset looks at the first line of a file; for standard input say how many "
                "columns there are besides the label, for example --preset " +
                    preset.name + ":2");
  } else {
    columns = CountColumns(files.empty() ? "" : files[0], read);
  }
  read.template_text = PresetTemplate(preset, columns);
  read.template_name = "preset " + preset.name;
  read.language = TemplateLanguage::kSagitta;
}

}  // namespace

void InputOptions::Declare(OptionList& options, std::string& template_file) {
  options.Text("-t,--template", "FILE",
               "template of CRF++ or Wapiti, which makes attributes out of columns", template_file);
  options.Text("--preset", "NAME",
               "a ready-made template for columns, see sagitta presets: " + PresetNames() +
                   "; NAME:N says that there are N columns besides the label, which is otherwise "
                   "seen in the first line",
               preset_);
  options.Value(
      "--template-language", "NAME",
      "crfpp, wapiti, sagitta (Wapiti's with functions such as %shape, see docs/templates.md) "
      "or auto: the first of these that the template can be (default auto)",
      ToChoice<TemplateLanguage>(language_, {{"auto", TemplateLanguage::kAuto},
                                             {"crfpp", TemplateLanguage::kCrfpp},
                                             {"wapiti", TemplateLanguage::kWapiti},
                                             {"sagitta", TemplateLanguage::kSagitta}}));
  options.Value(
      "--format", "NAME",
      "attributes, columns, conllu, observations (Wapiti's, without a template), jsonl or "
      "auto: jsonl for FILE.jsonl, conllu with --columns, columns with --preset or "
      "--template, else attributes (default auto)",
      ToChoice<Format>(format_, {{"auto", Format::kAuto},
                                 {"attributes", Format::kAttributes},
                                 {"columns", Format::kColumns},
                                 {"conllu", Format::kConllu},
                                 {"observations", Format::kObservations},
                                 {"jsonl", Format::kJson}}));
  options.Value("--columns", "LIST",
                "conllu: the template's columns 0, 1, ... and then the label, for example "
                "form,feats.Case,upos",
                ToNames(columns_));
  options.Text("--structure", "WHAT",
               "columns and conllu: the edges, joined with '+': chain, tree:HEAD, skip:COLUMN "
               "(equal capitalised words), grid:ROW,COL; a column is a number from 0 or a field of "
               "CoNLL-U; see docs/graphs.md (default chain)",
               structure_);
  options.Value(
      "--symmetric", "LIST",
      "types of edges whose direction does not matter: one weight for the labels a, b and "
      "b, a; see docs/graphs.md",
      ToNames(symmetric_));
}

void InputOptions::DeclareForce(OptionList& options) {
  options.Flag("--force-input", "train even if the data do not look like training data", force_);
}

ReadOptions InputOptions::Resolve(const std::string& template_file,
                                  const std::vector<std::string>& files) const {
  ReadOptions read;
  read.format = format_;
  read.language = language_;
  read.columns = columns_;
  if (format_ == Format::kAuto && !files.empty() && HasJsonName(files[0])) {
    read.format = Format::kJson;
  }
  if (!preset_.empty()) {
    if (!template_file.empty()) {
      throw Error(ErrorKind::kUsage, "--preset is a template: do not give --template as well");
    }
    UsePreset(preset_, files, read);
  }
  read.structure = structure_;
  read.symmetric = symmetric_;
  if (!template_file.empty()) {
    read.template_text = ReadTemplateFile(template_file, language_);
    read.template_name = template_file;
  } else if (language_ != TemplateLanguage::kAuto) {
    throw Error(ErrorKind::kUsage, "--template-language needs --template FILE");
  }
  return read;
}

void InputOptions::CheckData(const Corpus& corpus) const {
  if (force_) return;
  for (const InputConcern& concern : CheckTrainingInput(corpus)) {
    if (concern.serious) {
      throw Error(ErrorKind::kData, concern.text + "; --force-input accepts it");
    }
    std::fprintf(stderr, "sagitta: warning: %s\n", concern.text.c_str());
  }
}

void DeclareTagInput(OptionList& options, TagSettings& target) {
  target.check_input = true;
  options.Value("--format", "NAME",
                "jsonl, or columns or attributes for a model that was trained on JSON lines, or "
                "auto: jsonl for FILE.jsonl, else as in training (default auto)",
                ToChoice<Format>(target.format, {{"auto", Format::kAuto},
                                                 {"jsonl", Format::kJson},
                                                 {"columns", Format::kColumns},
                                                 {"attributes", Format::kAttributes}}));
  options.Flag("--force-input", "accept input of which the model knows nothing",
               [&target] { target.check_input = false; });
}

void DeclareConstraints(OptionList& options, ConstraintSettings& target) {
  options.Value("--constraints", "NAME|FILE",
                "which labels may follow which, besides the model's own constraints: bio, iobes or "
                "a file with rules, see train --help",
                [&target](const std::string&, const std::string& text) {
                  target = ReadConstraintSettings(text);
                });
}

void DeclareTokenAttribute(OptionList& options, std::string& target) {
  options.Text("--token-attribute", "NAME",
               "of attribute text: show tokens as the value of the attribute NAME=VALUE (default: "
               "the one that looks like the word)",
               target);
}

void DeclareThreads(OptionList& options, std::uint32_t& target) {
  options.Value("--threads", "N",
                "the number of threads; 0: all cores that the process may use; no result depends "
                "on it (default all cores)",
                ToCount(target, 0));
}

}  // namespace sagitta::cli
