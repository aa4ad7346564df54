// Input options: declares them and resolves them to ReadOptions.
#include "cli/input_options.h"

#include <algorithm>

#include "sagitta/error.h"

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

}  // namespace

void InputOptions::Declare(OptionList& options, std::string& template_file) {
  options.Text("-t,--template", "FILE",
               "template of CRF++ or Wapiti, which makes attributes out of columns", template_file);
  options.Value("--template-language", "NAME",
                "crfpp, wapiti or auto: wapiti if the template cannot be CRF++'s (default auto)",
                ToChoice<TemplateLanguage>(language_, {{"auto", TemplateLanguage::kAuto},
                                                       {"crfpp", TemplateLanguage::kCrfpp},
                                                       {"wapiti", TemplateLanguage::kWapiti}}));
  options.Value("--format", "NAME",
                "attributes, columns, conllu, observations (Wapiti's, without a template) or auto: "
                "conllu with --columns, columns with --template, else attributes (default auto)",
                ToChoice<Format>(format_, {{"auto", Format::kAuto},
                                           {"attributes", Format::kAttributes},
                                           {"columns", Format::kColumns},
                                           {"conllu", Format::kConllu},
                                           {"observations", Format::kObservations}}));
  options.Value("--columns", "LIST",
                "conllu: the template's columns 0, 1, ... and then the label, for example "
                "form,feats.Case,upos",
                ToNames(columns_));
}

ReadOptions InputOptions::Resolve(const std::string& template_file) const {
  ReadOptions read;
  read.format = format_;
  read.language = language_;
  read.columns = columns_;
  if (!template_file.empty()) {
    read.template_text = ReadTemplateFile(template_file, language_);
    read.template_name = template_file;
  } else if (language_ != TemplateLanguage::kAuto) {
    throw Error(ErrorKind::kUsage, "--template-language needs --template FILE");
  }
  return read;
}

void DeclareConstraints(OptionList& options, ConstraintSettings& target) {
  options.Value("--constraints", "NAME|FILE",
                "which labels may follow which, besides the model's own constraints: bio, iobes or "
                "a file with rules, see train --help",
                [&target](const std::string&, const std::string& text) {
                  target = ReadConstraintSettings(text);
                });
}

void DeclareThreads(OptionList& options, std::uint32_t& target) {
  options.Value("--threads", "N",
                "the number of threads; 0: all cores that the process may use; no result depends "
                "on it (default all cores)",
                ToCount(target, 0));
}

}  // namespace sagitta::cli
