// TextReader: what SequenceReader needs of an input format.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/file.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// What the first token of a file says about all others.
struct FirstToken {
  bool known = false;
  std::size_t columns = 0;  // column text: the fields of its line
  bool labelled = false;    // observations: whether its last field is a label
};

class TextReader {
 public:
  virtual ~TextReader() = default;

  /// The contract of SequenceReader::Next. `sequence` owns all that its views point to.
  virtual bool Next(Sequence& sequence) = 0;

  /// For a reader of chunks: Next then reads the sequences of this one, see LineReader::Continue.
  virtual void Continue(TextChunk& chunk) = 0;

  /// What the reader knows about the first token of the file, and what it should know if the first
  /// chunk was read by another reader. In attribute text the first token says nothing.
  virtual FirstToken first_token() const { return {.known = true}; }
  virtual void set_first_token(const FirstToken& /*token*/) {}
};

/// A reader of a file ("-" is standard input). Throws Error when the options do not fit together,
/// and when the file cannot be opened.
std::unique_ptr<TextReader> MakeFileReader(const std::string& path, const ReadOptions& options);

/// A reader of chunks of the file.
std::unique_ptr<TextReader> MakeChunkReader(const std::string& path, const ReadOptions& options);

/// The name of an input file in messages.
inline std::string InputName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

}  // namespace sagitta::internal
