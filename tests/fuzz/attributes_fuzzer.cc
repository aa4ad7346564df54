// Fuzzer for attribute text and Wapiti observations. The first byte selects the format and whether
// there are labels.
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  sagitta::ReadOptions options;
  options.format =
      (data[0] & 1) != 0 ? sagitta::Format::kObservations : sagitta::Format::kAttributes;
  options.labelled = (data[0] & 2) != 0;
  sagitta::fuzz::Try(
      [&] { sagitta::fuzz::ReadText(sagitta::fuzz::AsText(data + 1, size - 1), options); });
  return 0;
}
