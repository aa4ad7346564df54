// Fuzzer for Sagitta model files. The size and the checksum are corrected, so that the rest is
// read.
#include "fuzz.h"
#include "model/model_data.h"
#include "model/small_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sagitta::internal::FileImage;
  std::string bytes(sagitta::fuzz::AsText(data, size));
  if (size >= sizeof(sagitta::internal::ModelHeader)) sagitta::internal::Reseal(bytes);
  sagitta::fuzz::Try([&] {
    sagitta::fuzz::UseModel(
        *sagitta::internal::ModelData::Load("model", FileImage::Of(std::move(bytes))));
  });
  return 0;
}
