// SequenceReader: the choice between the readers of the two formats.
#include <utility>

#include "base/file.h"
#include "sagitta/error.h"
#include "sagitta/sequence.h"
#include "text/attribute_reader.h"
#include "text/column_reader.h"
#include "text/template.h"

namespace sagitta {
namespace {

std::unique_ptr<internal::TextReader> MakeReader(const std::string& path,
                                                 const ReadOptions& options) {
  const bool has_template = !options.template_text.empty();
  if (options.format == Format::kColumns && !has_template) {
    throw Error(ErrorKind::kUsage, "column text needs a template");
  }
  if (options.format == Format::kAttributes && has_template) {
    throw Error(ErrorKind::kUsage, "attribute text takes no template");
  }
  if (has_template) return std::make_unique<internal::ColumnReader>(path, options);
  return std::make_unique<internal::AttributeReader>(path, options.labelled);
}

}  // namespace

struct SequenceReader::Impl {
  std::unique_ptr<internal::TextReader> reader;
};

SequenceReader::SequenceReader(const std::string& path, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(Impl{MakeReader(path, options)})) {}

SequenceReader::~SequenceReader() = default;
SequenceReader::SequenceReader(SequenceReader&&) noexcept = default;
SequenceReader& SequenceReader::operator=(SequenceReader&&) noexcept = default;

bool SequenceReader::Next(Sequence& sequence) { return impl_->reader->Next(sequence); }

std::string ReadTemplateFile(const std::string& path) {
  std::string text = ReadWholeFile(path);
  // Compiled only to report its errors now, before any data is read.
  internal::Template(text, path == "-" ? "<stdin>" : path);
  return text;
}

}  // namespace sagitta
