// SequenceReader: chooses the reader of the format.
#include <functional>
#include <memory>
#include <utility>

#include "base/file.h"
#include "sagitta/error.h"
#include "sagitta/sequence.h"
#include "text/attribute_reader.h"
#include "text/column_reader.h"
#include "text/json_reader.h"
#include "text/observation_reader.h"
#include "text/pack_input.h"
#include "text/read_options.h"
#include "text/template.h"
#include "text/text_reader.h"

namespace sagitta {
namespace {

using internal::TextReader;

/// A reader of columns with the splitter for these options. The splitter checks them before the
/// file is opened.
std::unique_ptr<TextReader> MakeColumnReader(const std::function<LineReader()>& open,
                                             const ReadOptions& given) {
  const ReadOptions options = internal::WithStructureColumns(given);
  std::unique_ptr<internal::LineSplitter> splitter;
  if (options.format == Format::kConllu) {
    splitter = internal::MakeConlluSplitter(options);
  } else if (options.language != TemplateLanguage::kCrfpp) {
    splitter = internal::MakeSpaceSplitter();
  } else {
    splitter = internal::MakeBlankSplitter();
  }
  return std::make_unique<internal::ColumnReader>(open(), options, std::move(splitter));
}

std::unique_ptr<TextReader> MakeReader(const std::function<LineReader()>& open,
                                       const ReadOptions& given) {
  internal::CheckReadOptions(given);
  const ReadOptions options = internal::ResolveReadOptions(given);
  switch (options.format) {
    case Format::kColumns:
    case Format::kConllu:
      return MakeColumnReader(open, options);
    case Format::kObservations:
      return std::make_unique<internal::ObservationReader>(open(), options.labelled);
    case Format::kJson:
      return std::make_unique<internal::JsonReader>(open(), options);
    case Format::kAttributes:
    case Format::kAuto:
      break;
  }
  return std::make_unique<internal::AttributeReader>(open(), options.labelled);
}

}  // namespace

std::unique_ptr<TextReader> internal::MakeFileReader(const std::string& path,
                                                     const ReadOptions& options) {
  if (IsPack(path)) return std::make_unique<internal::PackReader>(OpenPack(path, options));
  return MakeReader([&] { return LineReader(path); }, options);
}

std::unique_ptr<TextReader> internal::MakeChunkReader(const std::string& path,
                                                      const ReadOptions& options) {
  return MakeReader([&] { return LineReader::OfChunks(InputName(path)); }, options);
}

struct SequenceReader::Impl {
  std::unique_ptr<internal::TextReader> reader;
};

SequenceReader::SequenceReader(const std::string& path, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(Impl{internal::MakeFileReader(path, options)})) {}

SequenceReader::~SequenceReader() = default;
SequenceReader::SequenceReader(SequenceReader&&) noexcept = default;
SequenceReader& SequenceReader::operator=(SequenceReader&&) noexcept = default;

bool SequenceReader::Next(Sequence& sequence) try {
  return impl_->reader->Next(sequence);
} catch (...) {
  sequence.Clear();  // it may be half filled
  throw;
}

std::string ReadTemplateFile(const std::string& path, TemplateLanguage language) {
  std::string text = ReadWholeFile(path);
  // Compiled only to report its errors now, before any data is read.
  internal::Template(text, internal::InputName(path), internal::ResolveLanguage(language, text));
  return text;
}

}  // namespace sagitta
