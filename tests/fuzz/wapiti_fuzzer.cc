// Fuzzer for Wapiti model files.
#include "fuzz.h"
#include "interop/wapiti_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sagitta::fuzz::Try([&] {
    const std::string path = "model";
    const std::string_view text = sagitta::fuzz::AsText(data, size);
    sagitta::fuzz::UseModel(*sagitta::internal::ReadWapitiModel(path, text));
  });
  return 0;
}
