// Names of output files: the extensions whose meaning is known.
#include "cli/output_name.h"

#include <algorithm>

#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

constexpr const char* kKnown[] = {".gz",       ".bz2",  ".xz",     ".zst",   ".zip", ".json",
                                  ".jsonl",    ".html", ".htm",    ".pdf",   ".png", ".svg",
                                  ".csv",      ".md",   ".conllu", ".pkl",   ".npy", ".xml",
                                  ".crfsuite", ".lcrf", ".wapiti", ".crfpp", ".onnx"};

}  // namespace

void CheckOutputName(const std::string& option, const std::string& path,
                     const std::vector<std::string>& written, const std::string& advice) {
  const auto ends = [&path](const std::string& ending) { return path.ends_with(ending); };
  if (std::any_of(written.begin(), written.end(), ends)) return;
  const auto known = std::find_if(std::begin(kKnown), std::end(kKnown), ends);
  if (known == std::end(kKnown)) return;
  throw Error(ErrorKind::kUsage, option + ": found '" + path + "', but what is written is not " +
                                     *known + "; " + advice);
}

}  // namespace sagitta::cli
