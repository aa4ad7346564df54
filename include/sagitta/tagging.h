// Tagging a file, or many sequences, with several threads in one call.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"
#include "sagitta/model.h"
#include "sagitta/sequence.h"
#include "sagitta/tagger.h"

#pragma GCC visibility push(default)

namespace sagitta {

struct TagSettings {
  std::uint32_t threads = 0;     // 0: all cores that the process may use; no result depends on it
  Constraints constraints = {};  // besides the model's own
  /// Keep the labels that the input has and the model knows, see Tagger::TagGiven.
  bool force = false;
  /// How files are written, if not as the model's training data: kJson or kColumns for a model with
  /// a template, kJson or kAttributes for one without. kAuto: JSON lines if the name of the file
  /// ends with .jsonl or .jsonl.gz, else as the training data.
  Format format = Format::kAuto;
  /// Throw Error(kData) for files of which the model knows nothing: no attribute, or when scoring
  /// no label. Files with fewer than ten tokens are not judged.
  bool check_input = false;
};

/// How TagFile and Evaluate read a file with these settings, apart from `labelled`. Throws
/// Error(kUsage) when the model cannot read that format.
ReadOptions ReadOptionsFor(const Model& model, const std::string& path,
                           const TagSettings& settings);

/// Whether the name of a file says that it has JSON lines.
bool HasJsonName(const std::string& path);

/// Appends the answer for one sequence to `text`. `tagger` has just tagged it and can be asked for
/// more: probabilities, marginals, the n best labellings.
using AnswerPrinter =
    std::function<void(const Sequence& sequence, Tagger& tagger, std::string& text)>;

/// Receives the answers in the order of the input, in pieces of whole answers.
using AnswerSink = std::function<void(std::string_view text)>;

/// Tags the sequences of a file, plain, gzip or "-" for standard input, in the format of the model.
/// What `write` receives does not depend on the number of threads.
///
/// `make_printer` is called once by each thread, and what it returns by this thread only, so a
/// printer needs no lock; without one, the answer is a label per line and an empty line.
/// `write` is called by one thread at a time. Memory does not grow with the input. From pipes,
/// sockets and terminals a sequence is answered as soon as it is complete and the input pauses.
///
/// Throws Error (file, line and column) for the first mistake in the input, after `write` has
/// received all answers before it, and as Tagger does. What `write` or a printer throws ends the
/// work and leaves TagFile.
void TagFile(const Model& model, const std::string& path, const AnswerSink& write,
             const TagSettings& settings = {},
             const std::function<AnswerPrinter()>& make_printer = {});

/// The labels of all sequences: result[i][t] is the label of token t of sequence i, valid as long
/// as the model or a copy of it. Throws as Tagger does, for the first sequence that it cannot tag.
std::vector<std::vector<std::string_view>> TagSequences(const Model& model,
                                                        std::span<const Sequence> sequences,
                                                        const TagSettings& settings = {});

/// Evaluate (tagger.h) with settings, of which `force` has no effect. With a visitor, it is called
/// for every sequence with the labels that were found, in the order of the file, and one thread
/// does all the work.
using EvaluationVisitor =
    std::function<void(const Sequence& sequence, std::span<const std::string_view> found)>;
Evaluation Evaluate(const Model& model, const std::string& path, const TagSettings& settings,
                    const EvaluationVisitor& visit = {});

}  // namespace sagitta

#pragma GCC visibility pop
