// Measures the time of decoding only: the N best paths compared with the best path, from the same
// scores.
//
//   nbest_decoding MODEL DATA [N [ROUNDS]]
//
// Reads DATA and decodes all of it ROUNDS times in both ways, alternating. Sequences are scored in
// small groups before they are decoded, so that the scores are in the cache, as in tagging. Prints
// the number of labels, tokens per sequence, microseconds per sequence for both, and their ratio:
// medians of the rounds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "api/sequence_scorer.h"
#include "base/aligned_buffer.h"
#include "chain/inference.h"
#include "chain/nbest.h"
#include "model/model_data.h"
#include "sagitta/error.h"
#include "sagitta/model.h"
#include "sagitta/sequence.h"

namespace sagitta {
namespace {

constexpr std::size_t kTogether = 64;  // sequences that are scored before they are decoded

std::vector<Sequence> ReadAll(const char* path, const Model& model) {
  ReadOptions options = model.read_options();
  options.labelled = true;
  SequenceReader reader(path, options);
  std::vector<Sequence> sequences;
  Sequence sequence;
  while (reader.Next(sequence)) {
    if (sequence.size() > 0) sequences.push_back(sequence);
  }
  return sequences;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The CPU time of this thread, which other programs hardly affect.
double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double SecondsOf(const Work& work) {
  const double start = CpuSeconds();
  work();
  return CpuSeconds() - start;
}

/// A copy of the scores of one sequence.
class KeptScores {
 public:
  void Keep(const ChainScores& scores) {
    const std::size_t square = scores.labels * scores.labels;
    scores_ = scores;
    node_.assign(scores.node, scores.node + scores.length * scores.stride);
    scores_.node = node_.data();
    if (scores.edge == nullptr) return;
    edge_.assign(scores.edge, scores.edge + scores.length);
    matrices_ = AlignedBuffer<double>(square * scores.length);
    for (std::size_t t = 1; t < scores.length; ++t) {
      if (edge_[t] == nullptr) continue;
      edge_[t] = std::copy_n(edge_[t], square, matrices_.data() + square * t) - square;
    }
    scores_.edge = edge_.data();
  }

  const ChainScores& scores() const { return scores_; }

 private:
  std::vector<double> node_;
  std::vector<const double*> edge_;
  AlignedBuffer<double> matrices_;
  ChainScores scores_;
};

class Contest {
 public:
  Contest(const Model& model, std::size_t n)
      : n_(n),
        scorer_(internal::ModelAccess::Data(model), internal::ModelAccess::Data(model).constraints),
        kept_(kTogether) {}

  struct Times {
    double best = 0, nbest = 0;
  };

  Times Round(const std::vector<Sequence>& sequences, bool best_first) {
    Times times;
    for (std::size_t first = 0; first < sequences.size(); first += kTogether) {
      const std::size_t count = std::min(kTogether, sequences.size() - first);
      for (std::size_t k = 0; k < count; ++k) kept_[k].Keep(scorer_.Score(sequences[first + k]));
      if (best_first) times.best += Best(count);
      times.nbest += NBest(count);
      if (!best_first) times.best += Best(count);
    }
    return times;
  }

 private:
  double Best(std::size_t count) {
    return SecondsOf([&] {
      for (std::size_t k = 0; k < count; ++k) {
        labels_.resize(std::max(labels_.size(), kept_[k].scores().length));
        inference_.Viterbi(kept_[k].scores(), labels_.data());
      }
    });
  }

  double NBest(std::size_t count) {
    return SecondsOf([&] {
      for (std::size_t k = 0; k < count; ++k) decoder_.Decode(kept_[k].scores(), n_);
    });
  }

  std::size_t n_;
  internal::SequenceScorer scorer_;
  std::vector<KeptScores> kept_;
  ChainInference inference_;
  NBestDecoder decoder_;
  std::vector<std::uint32_t> labels_;
};

void Run(const char* model_path, const char* data_path, std::size_t n, int rounds) {
  const Model model = Model::Load(model_path);
  const std::vector<Sequence> sequences = ReadAll(data_path, model);
  double tokens = 0;
  for (const Sequence& sequence : sequences) tokens += static_cast<double>(sequence.size());
  Contest contest(model, n);
  std::vector<double> best, nbest, ratios;
  for (int round = 0; round < rounds; ++round) {
    const Contest::Times times = contest.Round(sequences, round % 2 == 0);
    best.push_back(times.best);
    nbest.push_back(times.nbest);
    ratios.push_back(times.nbest / times.best);
  }
  const double count = static_cast<double>(sequences.size());
  std::printf("%u labels, %.1f tokens: best %.2f us, %zu best %.2f us, ratio %.2f\n",
              static_cast<unsigned>(internal::ModelAccess::Data(model).labels.size()),
              tokens / count, 1e6 * Median(best) / count, n, 1e6 * Median(nbest) / count,
              Median(ratios));
}

}  // namespace
}  // namespace sagitta

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "nbest_decoding: expected MODEL DATA [N [ROUNDS]], found %d arguments\n",
                 argc - 1);
    return 1;
  }
  const std::size_t n = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 20;
  const int rounds = argc > 4 ? std::atoi(argv[4]) : 11;
  try {
    sagitta::Run(argv[1], argv[2], n, std::max(rounds, 1));
  } catch (const sagitta::Error& error) {
    std::fprintf(stderr, "nbest_decoding: %s\n", error.what());
    return 1;
  }
}
