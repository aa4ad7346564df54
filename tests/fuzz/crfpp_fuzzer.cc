// Fuzzer for CRF++ model files, text and binary.
#include "fuzz.h"
#include "interop/crfpp_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sagitta::fuzz::Try([&] {
    const std::string path = "model";
    const std::string_view bytes = sagitta::fuzz::AsText(data, size);
    const bool binary = sagitta::internal::LooksLikeCrfppBinary(bytes);
    sagitta::fuzz::UseModel(*(binary ? sagitta::internal::ReadCrfppBinaryModel(path, bytes)
                                     : sagitta::internal::ReadCrfppTextModel(path, bytes)));
  });
  return 0;
}
