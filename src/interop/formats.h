// The formats of model files: recognising, reading and writing them.
#pragma once

#include <memory>
#include <string>

#include "model/file_image.h"
#include "model/model_data.h"

namespace sagitta::internal {

/// The contracts of Model::Recognise, Load and Save.
ModelFormat RecogniseModel(const std::string& path);
std::shared_ptr<const ModelData> LoadModel(const std::string& path);
/// The same for a file that is already in memory; messages call it `path`.
std::shared_ptr<const ModelData> LoadModel(const std::string& path, FileImage image);
void SaveModel(const ModelData& model, const std::string& path, ModelFormat format);
/// The bytes of the file that SaveModel writes.
std::string ModelBytes(const ModelData& model, ModelFormat format);

}  // namespace sagitta::internal
