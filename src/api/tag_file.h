// TagFile and Evaluate with chunks of a given size, for tests.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "sagitta/tagging.h"

namespace sagitta::internal {

void TagFileInChunks(const Model& model, const std::string& path, const AnswerSink& write,
                     const TagSettings& settings,
                     const std::function<AnswerPrinter()>& make_printer, std::size_t chunk_bytes);

Evaluation EvaluateInChunks(const Model& model, const std::string& path,
                            const TagSettings& settings, const EvaluationVisitor& visit,
                            std::size_t chunk_bytes);

}  // namespace sagitta::internal
