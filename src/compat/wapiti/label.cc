// sagitta-wapiti label: labels columns with a model.
#include <algorithm>
#include <cstdio>

#include "cli/format.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "compat/wapiti/log.h"
#include "compat/wapiti/modes.h"
#include "compat/wapiti/posterior.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"

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

class Labeller {
 public:
  Labeller(const Options& options, const Model& model, Output& output)
      : options_(options), names_(model.labels()), tagger_(model), output_(output) {}

  void Label(const Sequence& sequence) {
    const std::span<const std::string_view> best =
        options_.force ? tagger_.TagGivenView(sequence, sequence.labels())
                       : tagger_.TagView(sequence);
    const std::vector<Answer> answers = options_.posterior ? ByPosteriors() : ByScore(best);
    for (std::size_t rank = 0; rank < answers.size(); ++rank) Write(sequence, rank, answers[rank]);
    if (options_.check) evaluator_.Add(sequence.labels(), answers.front().labels);
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
  std::vector<Answer> ByScore(std::span<const std::string_view> best) {
    std::vector<Answer> answers;
    if (options_.nbest == 1) {
      answers.push_back({{best.begin(), best.end()}, tagger_.Score(), {}});
    } else {
      for (const Labelling& labelling : tagger_.NBest(options_.nbest)) {
        answers.push_back({labelling.labels, labelling.score, {}});
      }
    }
    for (Answer& answer : answers) {
      if (!options_.score) break;
      const std::span<const double> scores = tagger_.TokenScores(answer.labels);
      answer.token_scores.assign(scores.begin(), scores.end());
    }
    return answers;
  }

  std::vector<Answer> ByPosteriors() {
    const std::span<const double> marginals = tagger_.Marginals();
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

  void Write(const Sequence& sequence, std::size_t rank, const Answer& answer) {
    if (options_.score) output_.Write(Print("# %zu %f\n", rank, answer.score));
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (!options_.label) {
        output_.Write(sequence.lines()[t]);
        output_.Write("\t");
      }
      output_.Write(answer.labels[t]);
      if (options_.score) {
        output_.Write("\t");
        output_.Write(answer.labels[t]);
        output_.Write(Print("/%f", answer.token_scores[t]));
      }
      output_.Write("\n");
    }
    output_.Write("\n");
  }

  void SayProgress() const {
    std::fprintf(stderr, "%10llu sequences labeled", static_cast<unsigned long long>(sequences_));
    if (options_.check) {
      const Evaluation& result = evaluator_.result();
      std::fprintf(stderr, "\t%5.2f%%/%5.2f%%", TokenError(result), SequenceError(result));
    }
    std::fputc('\n', stderr);
  }

  const Options& options_;
  std::vector<std::string> names_;
  Tagger tagger_;
  Output& output_;
  Evaluator evaluator_;
  std::uint64_t sequences_ = 0;
};

}  // namespace

void Label(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  Say("* Load model");
  const Model model = Model::Load(options.model);
  ReadOptions read = model.read_options();
  read.labelled = options.check || options.force;
  Output output(options.files.output);
  Labeller labeller(options, model, output);
  Say("* Label sequences");
  SequenceReader reader(options.files.input, read);
  const bool answer_at_once = IsLive(options.files.input);
  for (Sequence sequence; reader.Next(sequence);) {
    labeller.Label(sequence);
    if (answer_at_once) output.Flush();
  }
  output.Finish();
  if (options.check) labeller.SayStatistics();
  Say("* Done");
}

}  // namespace sagitta::compat
