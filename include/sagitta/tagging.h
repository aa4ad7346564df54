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
};

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

}  // namespace sagitta

#pragma GCC visibility pop
