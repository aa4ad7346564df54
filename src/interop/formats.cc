// Choosing the reader or the writer of a model.
#include "interop/formats.h"

#include <string_view>
#include <utility>

#include "interop/crfpp_model.h"
#include "interop/lcrf.h"
#include "interop/wapiti_model.h"
#include "model/model_format.h"
#include "sagitta/error.h"
#include "sagitta/output_file.h"

namespace sagitta::internal {
namespace {

std::string_view Text(const FileImage& image) {
  return {reinterpret_cast<const char*>(image.bytes().data()), image.bytes().size()};
}

ModelFormat Recognise(const std::string& path, std::string_view bytes) {
  if (bytes.starts_with({kModelMagic.data(), kModelMagic.size()})) return ModelFormat::kSagitta;
  if (bytes.starts_with(kLcrfMagic)) return ModelFormat::kCrfsuite;
  if (bytes.starts_with(kWapitiMagic)) return ModelFormat::kWapiti;
  if (bytes.starts_with(kCrfppTextMagic) || LooksLikeCrfppBinary(bytes)) return ModelFormat::kCrfpp;
  throw Error(ErrorKind::kData, {path, 0, 0}, "not a model of Sagitta, CRFsuite, Wapiti or CRF++");
}

std::shared_ptr<const ModelData> ReadForeign(const std::string& path, std::string_view bytes,
                                             ModelFormat format) {
  if (format == ModelFormat::kCrfsuite) return ReadLcrf(path, bytes);
  if (format == ModelFormat::kWapiti) return ReadWapitiModel(path, bytes);
  return bytes.starts_with(kCrfppTextMagic) ? ReadCrfppTextModel(path, bytes)
                                            : ReadCrfppBinaryModel(path, bytes);
}

/// Adds the file's name to errors that have no location.
std::shared_ptr<const ModelData> ReadNamed(const std::string& path, std::string_view bytes,
                                           ModelFormat format) {
  try {
    return ReadForeign(path, bytes, format);
  } catch (const Error& error) {
    if (!error.where().file.empty()) throw;
    throw Error(error.kind(), {path, 0, 0}, error.what());
  }
}

void WriteModel(const ModelData& model, ModelFormat format, const ByteSink& write) {
  switch (format) {
    case ModelFormat::kSagitta:
      return model.Write(write);
    case ModelFormat::kCrfsuite:
      return write(LcrfBytes(model));
    case ModelFormat::kWapiti:
      return WriteWapitiModel(model, write);
    case ModelFormat::kCrfpp:
      return WriteCrfppModel(model, write);
  }
}

}  // namespace

ModelFormat RecogniseModel(const std::string& path) {
  const FileImage image(path);
  return Recognise(path, Text(image));
}

std::shared_ptr<const ModelData> LoadModel(const std::string& path) {
  return LoadModel(path, FileImage(path));
}

std::shared_ptr<const ModelData> LoadModel(const std::string& path, FileImage image) {
  const ModelFormat format = Recognise(path, Text(image));
  if (format == ModelFormat::kSagitta) return ModelData::Load(path, std::move(image));
  return ReadNamed(path, Text(image), format);
}

void SaveModel(const ModelData& model, const std::string& path, ModelFormat format) {
  OutputFile file(path);
  WriteModel(model, format, [&](std::string_view bytes) { file.Write(bytes); });
  file.Commit();
}

std::string ModelBytes(const ModelData& model, ModelFormat format) {
  std::string all;
  WriteModel(model, format, [&](std::string_view bytes) { all += bytes; });
  return all;
}

}  // namespace sagitta::internal
