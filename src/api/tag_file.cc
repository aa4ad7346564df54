// TagFile: a tagger and a printer for each thread, a text for each chunk. TagSequences: blocks of
// sequences.
#include "api/tag_file.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/thread_count.h"
#include "base/thread_team.h"
#include "sagitta/error.h"
#include "text/parallel_reader.h"
#include "text/text_reader.h"

namespace sagitta {
namespace {

// One thread hands over its answers in pieces of this size.
constexpr std::size_t kPiece = std::size_t{1} << 16;
// Sequences that a thread tags at a time.
constexpr std::size_t kSequencesPerTask = 64;

void PrintLabels(const Sequence&, Tagger& tagger, std::string& text) {
  for (const std::string_view label : tagger.labels()) text.append(label) += '\n';
  text += '\n';
}

/// Tags and prints one sequence after the other; one per thread.
class Answerer {
 public:
  Answerer(const Model& model, const TagSettings& settings, std::string file, AnswerPrinter print)
      : tagger_(model, settings.constraints),
        force_(settings.force),
        file_(std::move(file)),
        print_(print ? std::move(print) : PrintLabels) {}

  void Answer(const Sequence& sequence, std::string& text) {
    Tag(sequence);
    print_(sequence, tagger_, text);
  }

 private:
  void Tag(const Sequence& sequence) try {
    if (force_) {
      tagger_.TagGivenView(sequence, sequence.labels());
    } else {
      tagger_.TagView(sequence);
    }
  } catch (const Error& error) {
    // The tagger does not know the location of a sequence in the file.
    if (error.kind() != ErrorKind::kData) throw;
    throw Error(ErrorKind::kData, {file_, sequence.first_line(), 0}, error.what());
  }

  Tagger tagger_;
  bool force_;
  std::string file_;
  AnswerPrinter print_;
};

/// Columns have no label, or a label that is treated as one more column, unless labels are
/// required. In attribute text the label has its own field and may be empty; in CoNLL-U it is then
/// _.
ReadOptions ReadSettings(const Model& model, bool force) {
  ReadOptions read = model.read_options();
  read.labelled =
      force && (read.format == Format::kColumns || read.format == Format::kObservations);
  return read;
}

void TagWithOneThread(const std::string& path, internal::TextReader& reader, Answerer& answerer,
                      const AnswerSink& write) {
  const bool answer_at_once = IsLiveInput(path);
  std::string text;
  const auto hand_over = [&] {
    if (!text.empty()) write(text);
    text.clear();
  };
  Sequence sequence;
  const auto answer_next = [&] {
    try {
      if (!reader.Next(sequence)) return false;
      answerer.Answer(sequence, text);
      return true;
    } catch (...) {
      hand_over();  // what came before the mistake
      throw;
    }
  };
  while (answer_next()) {
    if (answer_at_once || text.size() >= kPiece) hand_over();
  }
  hand_over();
}

}  // namespace

void internal::TagFileInChunks(const Model& model, const std::string& path, const AnswerSink& write,
                               const TagSettings& settings,
                               const std::function<AnswerPrinter()>& make_printer,
                               std::size_t chunk_bytes) {
  const ReadOptions read = ReadSettings(model, settings.force);
  const auto make_answerer = [&] {
    return std::make_unique<Answerer>(model, settings, InputName(path),
                                      make_printer ? make_printer() : AnswerPrinter());
  };
  const std::uint32_t threads =
      UsefulThreads({path}, ResolveThreads(settings.threads), chunk_bytes);
  if (threads == 1) {
    const std::unique_ptr<TextReader> reader = MakeFileReader(path, read);
    return TagWithOneThread(path, *reader, *make_answerer(), write);
  }
  ThreadTeam team(threads);
  ParallelReader reader(path, read, team, chunk_bytes);
  std::vector<std::string> texts(reader.slots());
  std::vector<std::unique_ptr<Answerer>> answerers(team.size());
  answerers[0] = make_answerer();  // the settings are checked before anything is read
  reader.Run({.take =
                  [&](const Sequence& sequence, std::size_t slot, std::size_t member) {
                    if (!answerers[member]) answerers[member] = make_answerer();
                    answerers[member]->Answer(sequence, texts[slot]);
                  },
              .drain =
                  [&](std::size_t slot) {
                    if (!texts[slot].empty()) write(texts[slot]);
                    texts[slot].clear();
                  }});
}

void TagFile(const Model& model, const std::string& path, const AnswerSink& write,
             const TagSettings& settings, const std::function<AnswerPrinter()>& make_printer) {
  internal::TagFileInChunks(model, path, write, settings, make_printer, internal::kChunkBytes);
}

std::vector<std::vector<std::string_view>> TagSequences(const Model& model,
                                                        std::span<const Sequence> sequences,
                                                        const TagSettings& settings) {
  const std::size_t blocks = (sequences.size() + kSequencesPerTask - 1) / kSequencesPerTask;
  const std::uint64_t most = std::max<std::uint64_t>(1, blocks);
  ThreadTeam team(
      static_cast<std::uint32_t>(std::min<std::uint64_t>(ResolveThreads(settings.threads), most)));
  std::vector<std::unique_ptr<Tagger>> taggers(team.size());
  taggers[0] = std::make_unique<Tagger>(model, settings.constraints);
  std::vector<std::vector<std::string_view>> labels(sequences.size());
  team.Run(blocks, [&](std::size_t block, std::size_t member) {
    if (!taggers[member]) taggers[member] = std::make_unique<Tagger>(model, settings.constraints);
    const std::size_t end = std::min(sequences.size(), (block + 1) * kSequencesPerTask);
    for (std::size_t i = block * kSequencesPerTask; i < end; ++i) {
      const Sequence& sequence = sequences[i];
      const std::span<const std::string_view> found =
          settings.force ? taggers[member]->TagGivenView(sequence, sequence.labels())
                         : taggers[member]->TagView(sequence);
      labels[i].assign(found.begin(), found.end());
    }
  });
  return labels;
}

}  // namespace sagitta
