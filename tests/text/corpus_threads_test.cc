// Corpora that several threads read in tiny chunks: the ids, the columns and the errors of one
// thread.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "base/temp_file.h"
#include "sagitta/error.h"
#include "text/read_corpus.h"
#include "text/same_corpus.h"

namespace sagitta::internal {
namespace {

using Data = std::shared_ptr<const CorpusData>;

/// The corpus, or the message of the error.
std::pair<Data, std::string> Read(const std::vector<std::string>& files, ReadOptions options,
                                  std::uint32_t threads, std::size_t bytes,
                                  const std::shared_ptr<const Dictionaries>& known = nullptr) {
  options.threads = threads;
  try {
    return {ReadCorpus(files, options, known, bytes), ""};
  } catch (const Error& error) {
    return {nullptr, error.what()};
  }
}

void ExpectSame(const std::vector<std::string>& files, const ReadOptions& options = {},
                const std::shared_ptr<const Dictionaries>& known = nullptr) {
  const auto [expected, message] = Read(files, options, 1, 1, known);
  for (const std::uint32_t threads : {2, 3, 8, 17}) {
    for (const std::size_t bytes : {1, 100, 1500}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, " + std::to_string(bytes) + " bytes");
      const auto [found, found_message] = Read(files, options, threads, bytes, known);
      ASSERT_EQ(found_message, message);
      if (expected) ExpectSameCorpus(*found, *expected);
    }
  }
}

/// Labels, attributes, values and weights that begin at different places of the text.
std::string AttributeText(int sequences, std::uint64_t seed, int from_value, int from_weight) {
  std::uint64_t state = seed;
  const auto draw = [&](std::uint64_t n) { return std::to_string(SplitMix64(state) % n); };
  std::string text;
  for (int i = 0; i < sequences; ++i) {
    if (i >= from_weight) text += "@weight:0." + draw(9) + "\n";
    for (std::uint64_t t = SplitMix64(state) % 5; t < 6; ++t) {
      text += "L" + draw(4 + i / 10) + "\tx" + draw(50) + "\ty" + draw(1000);
      text += i >= from_value ? ":" + draw(7) + "\n" : "\n";
    }
    text += "\n";
  }
  return text;
}

TEST(CorpusThreads, IdsAreThoseOfOneThread) {
  const TempFile plain(AttributeText(60, 1, 99, 99)), values(AttributeText(60, 2, 30, 50)),
      packed(Gzip(AttributeText(40, 3, 99, 99)));
  ExpectSame({plain.path()});
  ExpectSame({values.path()});
  ExpectSame({plain.path(), values.path(), packed.path(), plain.path()});
}

TEST(CorpusThreads, HeldOutDataKeepsUnknownLabels) {
  const TempFile train(AttributeText(20, 1, 99, 99)), held_out(AttributeText(60, 7, 20, 30));
  const Data known = Read({train.path()}, {}, 1, 1).first;
  ASSERT_TRUE(known);
  ASSERT_FALSE(Read({held_out.path()}, {}, 1, 1, known->names).first->unknown.empty());
  ExpectSame({held_out.path(), train.path()}, {}, known->names);
}

TEST(CorpusThreads, EdgeAttributesMayBeginLate) {
  std::string text;
  std::uint64_t state = 5;
  for (int i = 0; i < 80; ++i) {
    for (std::uint64_t t = SplitMix64(state) % 4; t < 5; ++t) {
      text += "u:" + std::to_string(SplitMix64(state) % 30);
      if (i > 40) text += " b:" + std::to_string(SplitMix64(state) % 20);
      text += " L" + std::to_string(SplitMix64(state) % 3) + "\n";
    }
    text += "\n";
  }
  const TempFile file(text);
  ReadOptions options;
  options.format = Format::kObservations;
  ExpectSame({file.path()}, options);
}

TEST(CorpusThreads, TheFirstErrorWins) {
  const std::string good = AttributeText(30, 1, 99, 99);
  const TempFile first(good), bad(good + "A\tx:y\n\n" + good + "A\tx:z\n"), nothing("\n\n");
  ExpectSame({bad.path()});
  ExpectSame({first.path(), bad.path()});
  ExpectSame({first.path(), nothing.path(), bad.path()});
  ExpectSame({first.path(), "/no/such"});
}

TEST(CorpusThreads, TooManyLabelsAreFoundAtTheSameSequence) {
  // Within one sequence, in one chunk of several sequences, and over all.
  for (const int length : {1, 7, 3000}) {
    std::string text;
    for (int k = 0; k < 2500; ++k) {
      text += "L" + std::to_string(k) + "\tx\n";
      if (k % length == length - 1) text += "\n";
    }
    const TempFile file(text), broken(text + "\nA\tx:y\n"), some(AttributeText(300, 1, 999, 999));
    ASSERT_NE(Read({file.path()}, {}, 1, 1).second.find("above 2000 (with 'L2000')"),
              std::string::npos);
    ExpectSame({file.path()});
    ExpectSame({broken.path()});
    ExpectSame({some.path(), file.path()});
  }
}

}  // namespace
}  // namespace sagitta::internal
