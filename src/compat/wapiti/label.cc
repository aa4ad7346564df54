// sagitta-wapiti label: labels columns with a model.
#include <algorithm>
#include <cstdio>
#include <mutex>

#include "cli/file_uses.h"
#include "cli/format.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "compat/wapiti/log.h"
#include "compat/wapiti/modes.h"
#include "compat/wapiti/posterior.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"

namespace sagitta::compat {
namespace {

struct Options {
  std::string model;
  bool label = false;
  bool check = false;
  bool score = false;
  bool posterior = false;
  bool force = false;
  std::uint64_t nbest = 1;
  InputAndOutput files;
};

Options ParseOptions(const std::vector<std::string>& words) {
  Options options;
  Arguments arguments(false);
  arguments.Text('m', "model", options.model);
  arguments.Flag('l', "label", options.label);
  arguments.Flag('c', "check", options.check);
  arguments.Flag('s', "score", options.score);
  arguments.Flag('p', "post", options.posterior);
  arguments.Flag(0, "force", options.force);
  arguments.Value('n', "nbest", ToCount(options.nbest, 1));
  arguments.RefuseFlag(0, "me", "maxent models are not read, only crf");
  options.files = SplitFiles(arguments.Parse(words));
  if (options.model.empty()) throw Error(ErrorKind::kUsage, "-m MODEL is missing");
  if (options.check && options.force) {
    throw Error(ErrorKind::kUsage, "--check and --force exclude each other");
  }
  return options;
}

/// One labelling with its scores.
struct Answer {
  std::vector<std::string_view> labels;
  double score = 0;
  std::vector<double> token_scores;  // empty: not asked for
};

/// What is printed for a sequence that was just labelled; used by all threads.
class Answers {
 public:
  Answers(const Options& options, const std::vector<std::string>& names)
      : options_(options), names_(names) {}

  /// Returns the best labels.
  std::vector<std::string_view> Append(const Sequence& sequence, Tagger& tagger,
                                       std::string& text) const {
    std::vector<Answer> answers = options_.posterior ? ByPosteriors(tagger) : ByScore(tagger);
    for (std::size_t rank = 0; rank < answers.size(); ++rank) {
      Append(sequence, rank, answers[rank], text);
    }
    return std::move(answers.front().labels);
  }

 private:
  std::vector<Answer> ByScore(Tagger& tagger) const {
    std::vector<Answer> answers;
    if (options_.nbest == 1) {
      answers.push_back({{tagger.labels().begin(), tagger.labels().end()}, tagger.Score(), {}});
    } else {
      for (const Labelling& labelling : tagger.NBest(options_.nbest)) {
        answers.push_back({labelling.labels, labelling.score, {}});
      }
    }
    for (Answer& answer : answers) {
      if (!options_.score) break;
      const std::span<const double> scores = tagger.TokenScores(answer.labels);
      answer.token_scores.assign(scores.begin(), scores.end());
    }
    return answers;
  }

  std::vector<Answer> ByPosteriors(Tagger& tagger) const {
    const std::span<const double> marginals = tagger.Marginals();
    std::vector<Answer> answers;
    for (const PosteriorAnswer& best : BestPosteriors(marginals, names_.size(), options_.nbest)) {
      Answer answer;
      answer.score = best.product;
      for (std::size_t t = 0; t < best.labels.size(); ++t) {
        answer.labels.push_back(names_[best.labels[t]]);
        answer.token_scores.push_back(marginals[t * names_.size() + best.labels[t]]);
      }
      answers.push_back(std::move(answer));
    }
    return answers;
  }

  void Append(const Sequence& sequence, std::size_t rank, const Answer& answer,
              std::string& text) const {
    if (options_.score) text += Print("# %zu %f\n", rank, answer.score);
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (!options_.label) text.append(sequence.line(t)) += '\t';
      text += answer.labels[t];
      if (options_.score) {
        text.append("\t").append(answer.labels[t]) += Print("/%f", answer.token_scores[t]);
      }
      text += '\n';
    }
    text += '\n';
  }

  const Options& options_;
  const std::vector<std::string>& names_;
};

/// Counts sequences, and errors with --check, and says so on standard error.
class Progress {
 public:
  Progress(const Options& options, const std::vector<std::string>& names)
      : options_(options), names_(names) {}

  void Add(const Sequence& sequence, std::span<const std::string_view> labels) {
    if (options_.check) evaluator_.Add(sequence.labels(), labels);
    if (++sequences_ % 1000 == 0) SayProgress();
  }

  void SayStatistics() const {
    const Evaluation& result = evaluator_.result();
    std::fprintf(stderr, "    Nb sequences  : %llu\n",
                 static_cast<unsigned long long>(result.sequences));
    std::fprintf(stderr, "    Token error   : %5.2f%%\n", TokenError(result));
    std::fprintf(stderr, "    Sequence error: %5.2f%%\n", SequenceError(result));
    Say("* Per label statistics");
    for (const std::string& name : names_) {
      const auto found = result.labels.find(name);
      const MatchCounts counts = found == result.labels.end() ? MatchCounts() : found->second;
      const double precision = counts.Precision(), recall = counts.Recall();
      // In the order in which Wapiti computes it, so that it rounds the same way.
      const double f1 =
          precision + recall > 0 ? 2 * (precision * recall) / (precision + recall) : 0;
      std::fprintf(stderr, "    %-6s  Pr=%.2f  Rc=%.2f  F1=%.2f\n", name.c_str(), precision, recall,
                   f1);
    }
  }

 private:
  void SayProgress() const {
    std::fprintf(stderr, "%10llu sequences labeled", static_cast<unsigned long long>(sequences_));
    if (options_.check) {
      const Evaluation& result = evaluator_.result();
      std::fprintf(stderr, "\t%5.2f%%/%5.2f%%", TokenError(result), SequenceError(result));
    }
    std::fputc('\n', stderr);
  }

  const Options& options_;
  const std::vector<std::string>& names_;
  Evaluator evaluator_;
  std::uint64_t sequences_ = 0;
};

/// With --check: one sequence after the other, because errors are counted in their order.
void LabelChecked(const Options& options, const Model& model, const Answers& answers,
                  Progress& progress, Output& output) {
  ReadOptions read = model.read_options();
  read.labelled = true;
  SequenceReader reader(options.files.input, read);
  Tagger tagger(model);
  const bool answer_at_once = IsLive(options.files.input);
  std::string text;
  for (Sequence sequence; reader.Next(sequence);) {
    tagger.TagView(sequence);
    text.clear();
    const std::vector<std::string_view> labels = answers.Append(sequence, tagger, text);
    output.Write(text);
    progress.Add(sequence, labels);
    if (answer_at_once) output.Flush();
  }
}

/// On all cores.
void LabelUnchecked(const Options& options, const Model& model, const Answers& answers,
                    Progress& progress, Output& output) {
  const bool answer_at_once = IsLive(options.files.input);
  std::mutex progress_mutex;
  TagSettings settings;
  settings.force = options.force;
  TagFile(
      model, options.files.input,
      [&](std::string_view text) {
        output.Write(text);
        if (answer_at_once) output.Flush();
      },
      settings,
      [&] {
        return [&](const Sequence& sequence, Tagger& tagger, std::string& text) {
          const std::vector<std::string_view> labels = answers.Append(sequence, tagger, text);
          const std::lock_guard lock(progress_mutex);
          progress.Add(sequence, labels);
        };
      });
}

}  // namespace

void Label(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  FileUses uses;
  uses.Reads("DATA", options.files.input);
  uses.Reads("--model", options.model);
  uses.Writes("OUTPUT", options.files.output);
  uses.Check();
  Say("* Load model");
  const Model model = Model::Load(options.model);
  Output output(options.files.output);
  const std::vector<std::string> names = model.labels();
  const Answers answers(options, names);
  Progress progress(options, names);
  Say("* Label sequences");
  if (options.check) {
    LabelChecked(options, model, answers, progress, output);
  } else {
    LabelUnchecked(options, model, answers, progress, output);
  }
  output.Finish();
  if (options.check) progress.SayStatistics();
  Say("* Done");
}

}  // namespace sagitta::compat
