// Fuzzer for JSON lines. The first byte selects whether there are labels and a template.
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  sagitta::ReadOptions options;
  options.format = sagitta::Format::kJson;
  options.labelled = (data[0] & 1) != 0;
  if ((data[0] & 2) != 0) {
    options.template_text = "U%x[0,0]/%x[-1,0]\nB%x[0,1]\n";
    options.template_name = "template";
    options.language = sagitta::TemplateLanguage::kCrfpp;
  }
  sagitta::fuzz::Try(
      [&] { sagitta::fuzz::ReadText(sagitta::fuzz::AsText(data + 1, size - 1), options); });
  return 0;
}
