// How fast a corpus is read into memory with different numbers of threads.
//
//   corpus_reading FILE ROUNDS THREADS...
//
// Prints a line for each number of threads: wall-clock seconds of Corpus::Read, the median of
// rounds that alternate between them.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "sagitta/corpus.h"

namespace {

double SecondsOfReading(const char* file, std::uint32_t threads) {
  const auto start = std::chrono::steady_clock::now();
  sagitta::ReadOptions options;
  options.threads = threads;
  const sagitta::Corpus corpus = sagitta::Corpus::Read({file}, options);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fputs("usage: corpus_reading FILE ROUNDS THREADS...\n", stderr);
    return 2;
  }
  std::vector<std::uint32_t> threads;
  for (int k = 3; k < argc; ++k) threads.push_back(static_cast<std::uint32_t>(std::atoi(argv[k])));
  std::vector<std::vector<double>> seconds(threads.size());
  for (int round = 0; round < std::atoi(argv[2]); ++round) {
    for (std::size_t k = 0; k < threads.size(); ++k) {
      seconds[k].push_back(SecondsOfReading(argv[1], threads[k]));
    }
  }
  for (std::size_t k = 0; k < threads.size(); ++k) {
    std::printf("%u %.4f\n", threads[k], Median(seconds[k]));
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "corpus_reading: %s\n", error.what());
  return 1;
}
