// Fuzzer for templates and patterns with column text. Input: a byte of options, the template, a
// NUL, the text.
#include <algorithm>

#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest = sagitta::fuzz::AsText(data + 1, size - 1);
  const std::size_t end = std::min(rest.find('\0'), rest.size());
  sagitta::ReadOptions options;
  options.template_text = std::string(rest.substr(0, end));
  options.template_name = "template";
  options.language = static_cast<sagitta::TemplateLanguage>(data[0] % 3);
  options.labelled = (data[0] & 4) != 0;
  options.format = sagitta::Format::kColumns;
  if ((data[0] & 8) != 0) {
    options.format = sagitta::Format::kConllu;
    options.columns = {"form", "upos", "feats", "deprel"};
  }
  if ((data[0] & 16) != 0) options.structure = "chain+tree:0+skip:1";
  if ((data[0] & 32) != 0) options.structure = "grid:0,1+skip:1";
  if ((data[0] & 64) != 0 && options.format == sagitta::Format::kConllu) {
    options.structure = "chain+tree:head";
  }
  sagitta::fuzz::Try(
      [&] { sagitta::fuzz::ReadText(rest.substr(std::min(end + 1, rest.size())), options); });
  return 0;
}
