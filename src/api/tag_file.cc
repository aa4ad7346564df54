// TagFile: a tagger and a printer for each thread, a text for each chunk. TagSequences: blocks of
// sequences.
#include "api/tag_file.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/input_gate.h"
#include "base/thread_count.h"
#include "base/thread_team.h"
#include "model/model_data.h"
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
ReadOptions ReadSettings(const Model& model, const std::string& path, const TagSettings& settings) {
  ReadOptions read = ReadOptionsFor(model, path, settings);
  read.labelled =
      settings.force && (read.format == Format::kColumns || read.format == Format::kObservations);
  return read;
}

/// Hands over answers, but those of a file only when its input is known to be plausible.
class Outlet {
 public:
  Outlet(const std::string& path, internal::InputGate& gate, const AnswerSink& write)
      : live_(IsLiveInput(path)), gate_(gate), write_(write) {}

  bool live() const { return live_; }
  /// Takes the answers of a part of the file.
  void Put(const internal::InputTally& tally, std::string& text) {
    try {
      gate_.Add(tally);
    } catch (...) {
      pending_.clear();  // useless
      throw;
    }
    if (pending_.empty() && (gate_.known() || live_)) {
      if (!text.empty()) write_(text);
    } else {
      pending_ += text;
      if (gate_.known()) Release();
    }
    text.clear();
  }
  /// At the end of the file.
  void Finish() {
    gate_.Finish();
    Release();
  }
  /// What came before a mistake.
  void Release() {
    if (!pending_.empty()) write_(pending_);
    pending_.clear();
  }

 private:
  bool live_;
  internal::InputGate& gate_;
  const AnswerSink& write_;
  std::string pending_;
};

void TagWithOneThread(internal::TextReader& reader, Answerer& answerer,
                      const internal::InputGate& gate, Outlet& outlet) {
  std::string text;
  internal::InputTally tally;
  const auto hand_over = [&] {
    outlet.Put(tally, text);
    tally = {};
  };
  Sequence sequence;
  const auto answer_next = [&] {
    try {
      if (!reader.Next(sequence)) return false;
      if (!gate.known()) gate.Look(sequence, tally);
      answerer.Answer(sequence, text);
      return true;
    } catch (...) {
      hand_over();  // what came before the mistake
      outlet.Release();
      throw;
    }
  };
  while (answer_next()) {
    if (outlet.live() || text.size() >= kPiece) hand_over();
  }
  hand_over();
  outlet.Finish();
}

}  // namespace

void internal::TagFileInChunks(const Model& model, const std::string& path, const AnswerSink& sink,
                               const TagSettings& settings,
                               const std::function<AnswerPrinter()>& make_printer,
                               std::size_t chunk_bytes) {
  const ReadOptions read = ReadSettings(model, path, settings);
  InputGate gate(ModelAccess::Data(model), InputName(path), false, settings.check_input);
  Outlet outlet(path, gate, sink);
  const auto make_answerer = [&] {
    return std::make_unique<Answerer>(model, settings, InputName(path),
                                      make_printer ? make_printer() : AnswerPrinter());
  };
  const std::uint32_t threads =
      UsefulThreads({path}, ResolveThreads(settings.threads), chunk_bytes);
  if (threads == 1) {
    const std::unique_ptr<TextReader> reader = MakeFileReader(path, read);
    return TagWithOneThread(*reader, *make_answerer(), gate, outlet);
  }
  ThreadTeam team(threads);
  ParallelReader reader(path, read, team, chunk_bytes);
  std::vector<std::string> texts(reader.slots());
  std::vector<InputTally> tallies(reader.slots());
  std::vector<std::unique_ptr<Answerer>> answerers(team.size());
  answerers[0] = make_answerer();  // the settings are checked before anything is read
  const auto run = [&] {
    reader.Run({.take =
                    [&](const Sequence& sequence, std::size_t slot, std::size_t member) {
                      if (!answerers[member]) answerers[member] = make_answerer();
                      if (!gate.known()) gate.Look(sequence, tallies[slot]);
                      answerers[member]->Answer(sequence, texts[slot]);
                    },
                .drain =
                    [&](std::size_t slot) {
                      outlet.Put(tallies[slot], texts[slot]);
                      tallies[slot] = {};
                    }});
  };
  try {
    run();
  } catch (...) {
    outlet.Release();
    throw;
  }
  outlet.Finish();
}

bool HasJsonName(const std::string& path) {
  return path.ends_with(".jsonl") || path.ends_with(".jsonl.gz");
}

ReadOptions ReadOptionsFor(const Model& model, const std::string& path,
                           const TagSettings& settings) {
  ReadOptions read = model.read_options();
  const bool by_name = settings.format == Format::kAuto;
  if (by_name && !HasJsonName(path)) return read;
  const bool columns = !read.template_text.empty();
  const Format format = by_name ? Format::kJson : settings.format;
  const Format own = columns ? Format::kColumns : Format::kAttributes;
  if (format != read.format && format != Format::kJson && format != own) {
    throw Error(ErrorKind::kUsage, std::string("the model reads JSON lines or ") +
                                       (columns ? "columns" : "attributes") +
                                       ", but no other formats");
  }
  read.format = format;
  if (format != Format::kConllu) read.columns.clear();
  return read;
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
