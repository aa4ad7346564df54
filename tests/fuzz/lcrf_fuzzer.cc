// Fuzzer for CRFsuite model files. The size in the header is corrected, so that the rest is read.
#include <cstring>

#include "fuzz.h"
#include "interop/lcrf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(sagitta::fuzz::AsText(data, size));
  if (size >= 8) {
    const auto told = static_cast<std::uint32_t>(size);
    std::memcpy(bytes.data() + 4, &told, sizeof told);
  }
  sagitta::fuzz::Try(
      [&] { sagitta::fuzz::UseModel(*sagitta::internal::ReadLcrf("model", bytes)); });
  return 0;
}
