// What the fuzzers do with a text or a model that was read without an error: use all of it.
#include "fuzz.h"

#include "interop/formats.h"

namespace sagitta::fuzz {
namespace {

using internal::ModelData;

/// Volatile, so that reads are not optimised away.
volatile std::uint64_t g_sum = 0;

void Touch(std::string_view text) {
  std::uint64_t sum = 0;
  for (const char c : text) sum += static_cast<unsigned char>(c);
  g_sum = g_sum + sum;
}

void Touch(const DictionaryView& names) {
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    Touch(names.Name(id));
    // A malicious model file may make a name impossible to find; the result is only bad tagging.
    g_sum = g_sum + names.Find(names.Name(id));
  }
}

template <class Slot>
void Touch(const internal::ModelRows<Slot>& rows, std::uint64_t width) {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (std::uint64_t k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
      if (rows.slot[k] >= width || !(rows.Weight(k) - rows.Weight(k) == 0)) std::abort();
    }
  }
}

}  // namespace

void ReadText(std::string_view text, const ReadOptions& options) {
  static const MemoryFile file;
  file.Set(text);
  SequenceReader reader(file.path(), options);
  for (Sequence sequence; reader.Next(sequence);) {
    if (sequence.node_begin().size() != sequence.size() + 1) std::abort();
    for (const std::string_view label : sequence.labels()) Touch(label);
    for (const std::string_view line : sequence.lines()) Touch(line);
    for (const Item& item : sequence.node_items()) Touch(item.name);
    for (const Item& item : sequence.edge_items()) Touch(item.name);
  }
}

void UseModel(const ModelData& model) {
  for (const DictionaryView* names : {&model.labels, &model.node_names, &model.edge_names}) {
    Touch(*names);
  }
  const std::uint64_t labels = model.labels.size();
  Touch(model.node, labels);
  Touch(model.edge, labels * labels);
  for (const ModelFormat format :
       {ModelFormat::kSagitta, ModelFormat::kCrfsuite, ModelFormat::kWapiti, ModelFormat::kCrfpp}) {
    Try([&] { internal::SaveModel(model, "/dev/null", format); });
  }
}

}  // namespace sagitta::fuzz
