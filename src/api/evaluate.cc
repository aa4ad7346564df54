// Evaluate: a tagger and an evaluator for each thread; counts are added up at the end.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/input_gate.h"
#include "api/tag_file.h"
#include "base/thread_count.h"
#include "base/thread_team.h"
#include "data/sequence_access.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"
#include "text/parallel_reader.h"
#include "text/text_reader.h"

namespace sagitta {
namespace {

// Sequences that a thread scores at a time.
constexpr std::size_t kBlock = 64;

/// Tags and scores; `name` is the file for messages, if there is one.
class Scorer {
 public:
  Scorer(const Model& model, const Constraints& further, std::string name = {})
      : tagger_(model, further), name_(std::move(name)) {}

  /// `index` is the place of the sequence in its source, from 0.
  void Add(const Sequence& sequence, std::uint64_t index) try {
    internal::CheckLabelled(sequence, index);
    if (sequence.empty()) return;
    const std::span<const std::string_view> predicted = tagger_.TagView(sequence);
    if (sequence.given().empty()) return evaluator_.Add(sequence.labels(), predicted);
    AddWithoutGiven(sequence, predicted);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kData || name_.empty()) throw;
    throw Error(error.kind(), {name_, error.where().line, error.where().column}, error.what());
  }

  const Evaluator& evaluator() const { return evaluator_; }
  /// The labels that were found last.
  std::span<const std::string_view> found() const { return tagger_.labels(); }

 private:
  /// Where labels are given there is nothing to predict.
  void AddWithoutGiven(const Sequence& sequence, std::span<const std::string_view> predicted) {
    std::vector<bool> given(sequence.size(), false);
    for (const std::uint32_t node : sequence.given()) given[node] = true;
    std::vector<std::string_view> actual, found;
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (given[t]) continue;
      actual.push_back(sequence.labels()[t]);
      found.push_back(predicted[t]);
    }
    if (!actual.empty()) evaluator_.Add(actual, found);
  }

  Tagger tagger_;
  std::string name_;
  Evaluator evaluator_;
};

/// One Scorer per thread, made when it is first used; that of the caller at once, so that wrong
/// constraints are found before anything is read.
class Scorers {
 public:
  Scorers(const Model& model, const Constraints& further, std::size_t threads,
          std::string name = {})
      : model_(model), further_(further), name_(std::move(name)), scorers_(threads) {
    Of(0);
  }

  Scorer& Of(std::size_t member) {
    std::unique_ptr<Scorer>& scorer = scorers_[member];
    if (!scorer) scorer = std::make_unique<Scorer>(model_, further_, name_);
    return *scorer;
  }

  Evaluation Finish() const {
    Evaluator all;
    for (const std::unique_ptr<Scorer>& scorer : scorers_) {
      if (scorer) all.Add(scorer->evaluator());
    }
    if (all.result().sequences == 0) {
      throw Error(ErrorKind::kData, {name_, 0, 0},
                  "found no sequence, expected at least one to score");
    }
    return all.result();
  }

 private:
  const Model& model_;
  const Constraints& further_;
  std::string name_;
  std::vector<std::unique_ptr<Scorer>> scorers_;
};

}  // namespace

Evaluation internal::EvaluateInChunks(const Model& model, const std::string& path,
                                      const TagSettings& settings, const EvaluationVisitor& visit,
                                      std::size_t chunk_bytes) {
  ReadOptions options = ReadOptionsFor(model, path, settings);
  options.labelled = true;
  InputGate gate(ModelAccess::Data(model), InputName(path), true, settings.check_input);
  const std::uint32_t useful =
      visit ? 1 : UsefulThreads({path}, ResolveThreads(settings.threads), chunk_bytes);
  ThreadTeam team(useful);
  Scorers scorers(model, settings.constraints, useful, InputName(path));
  // The index of a sequence is not needed: a reader knows its line.
  if (useful == 1) {
    const std::unique_ptr<TextReader> reader = MakeFileReader(path, options);
    for (Sequence sequence; reader->Next(sequence);) {
      InputTally tally;
      if (!gate.known()) gate.Look(sequence, tally);
      gate.Add(tally);
      scorers.Of(0).Add(sequence, 0);
      if (visit) visit(sequence, scorers.Of(0).found());
    }
  } else {
    ParallelReader reader(path, options, team, chunk_bytes);
    std::vector<InputTally> tallies(reader.slots());
    reader.Run({.take =
                    [&](const Sequence& sequence, std::size_t slot, std::size_t member) {
                      if (!gate.known()) gate.Look(sequence, tallies[slot]);
                      scorers.Of(member).Add(sequence, 0);
                    },
                .drain =
                    [&](std::size_t slot) {
                      gate.Add(tallies[slot]);
                      tallies[slot] = {};
                    }});
  }
  gate.Finish();
  return scorers.Finish();
}

Evaluation Evaluate(const Model& model, const std::string& path, const TagSettings& settings,
                    const EvaluationVisitor& visit) {
  return internal::EvaluateInChunks(model, path, settings, visit, internal::kChunkBytes);
}

Evaluation Evaluate(const Model& model, const std::string& path, const Constraints& further,
                    std::uint32_t threads) {
  return Evaluate(model, path, TagSettings{.threads = threads, .constraints = further});
}

Evaluation Evaluate(const Model& model, const std::vector<Sequence>& sequences,
                    const Constraints& further, std::uint32_t threads) {
  const std::size_t blocks = (sequences.size() + kBlock - 1) / kBlock;
  const std::uint64_t most = std::max<std::uint64_t>(1, blocks);
  ThreadTeam team(
      static_cast<std::uint32_t>(std::min<std::uint64_t>(ResolveThreads(threads), most)));
  Scorers scorers(model, further, team.size());
  team.Run(blocks, [&](std::size_t block, std::size_t member) {
    const std::size_t end = std::min(sequences.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) scorers.Of(member).Add(sequences[i], i);
  });
  return scorers.Finish();
}

Evaluation Evaluate(const Model& model, const SequenceSource& source, const Constraints& further) {
  Scorers scorers(model, further, 1);
  Sequence sequence;
  for (std::uint64_t i = 0; sequence.Clear(), source(sequence); ++i) {
    scorers.Of(0).Add(sequence, i);
  }
  return scorers.Finish();
}

}  // namespace sagitta
