// ParallelReader with tiny chunks: the sequences and errors of SequenceReader, in its order, for
// every format and any number of threads.
#include "text/parallel_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <future>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/temp_file.h"
#include "text/show.h"

namespace sagitta::internal {
namespace {

constexpr std::uint32_t kThreads[] = {1, 2, 3, 8, 17};

/// Like ShowFile.
std::string ShowInChunks(const std::string& path, const ReadOptions& options, std::uint32_t threads,
                         std::size_t bytes) {
  std::string out;
  try {
    ThreadTeam team(threads);
    ParallelReader reader(path, options, team, bytes);
    std::vector<std::string> texts(reader.slots());
    reader.Run({.take = [&](const Sequence& sequence, std::size_t slot,
                            std::size_t) { texts[slot] += Show(sequence); },
                .drain =
                    [&](std::size_t slot) {
                      out += texts[slot];
                      texts[slot].clear();
                    }});
  } catch (const Error& error) {
    std::string what = error.what();
    if (what.starts_with(path)) what.replace(0, path.size(), "FILE");
    return out + what;
  }
  return out;
}

void ExpectSame(std::string_view text, const ReadOptions& options) {
  const TempFile file(text);
  const std::string expected = ShowFile(file.path(), options);
  for (const std::uint32_t threads : kThreads) {
    for (const std::size_t bytes : {1, 20, 300, 100000}) {
      ASSERT_EQ(ShowInChunks(file.path(), options, threads, bytes), expected)
          << threads << " threads, " << bytes << " bytes in\n"
          << text;
    }
  }
}

/// A text of lines drawn at random, with LF or CRLF, the last one perhaps without.
std::string RandomText(const std::vector<std::string>& lines, std::uint64_t seed) {
  std::uint64_t state = seed;
  std::string text;
  for (std::uint64_t k = SplitMix64(state) % 60; k > 0; --k) {
    text += lines[SplitMix64(state) % lines.size()];
    text += SplitMix64(state) % 3 == 0 ? "\r\n" : "\n";
  }
  if (SplitMix64(state) % 2 == 0 && !text.empty()) text.pop_back();
  return text;
}

struct Case {
  const char* name;
  ReadOptions options;
  std::vector<std::string> lines;  // those of good text
  std::vector<std::string> bad;
};

ReadOptions Columns(const char* rules, bool labelled) {
  ReadOptions options;
  options.template_text = rules;
  options.labelled = labelled;
  return options;
}

std::vector<Case> Cases() {
  const char* const crfpp = "U%x[-1,0]/%x[0,0]\nU%x[1,1]\nB%x[0,0]\nB\n";
  const char* const wapiti = "u:1=%x[-1,0]\n*:2=%x[0,1]\n";
  ReadOptions unlabelled, observations, maybe, conllu;
  unlabelled.labelled = false;
  observations.format = maybe.format = Format::kObservations;
  maybe.labelled = false;
  conllu.template_text = "U%x[0,0]\n";
  conllu.columns = {"form", "feats.Case", "upos"};
  const std::string word = "\tdog\tdog\tNOUN\t_\tCase=Nom\t_\t_\t_\t_";
  return {
      {"attributes",
       {},
       {"A\tx\ty:2", "B\tq\\:r", "@weight:0.5", "", "", "\t"},
       {"A\tx:y", "@no:1"}},
      {"unlabelled", unlabelled, {"\tx", "B", "", " "}, {"\tx:1:2"}},
      {"crfpp", Columns(crfpp, true), {"a b C", "d\te F", "", " ", "\t"}, {"a b c d", "a"}},
      {"crfpp unlabelled", Columns(crfpp, false), {"a b C", "a b", "a b c d", ""}, {"a"}},
      {"wapiti", Columns(wapiti, true), {"a b C", "a b D E", "", " \t", "\v"}, {"a", "a b"}},
      {"observations", observations, {"u:a b:c L", "*:d u:e M", "", " "}, {"x L", "u:a x L"}},
      {"observations, perhaps with labels", maybe, {"u:a b:c L", "u:x", "", " "}, {}},
      {"conllu",
       conllu,
       {"1" + word, "2" + word, "# text", "1-2" + word, ""},
       {"x" + word, "1\ta"}},
  };
}

TEST(ParallelReaderThreads, ReadRandomTextsOfEveryFormatLikeOneThread) {
  for (const Case& of : Cases()) {
    SCOPED_TRACE(of.name);
    std::vector<std::string> with_bad = of.lines;
    for (int k = 0; k < 6; ++k) {
      with_bad.insert(with_bad.end(), of.lines.begin(), of.lines.end());
    }
    with_bad.insert(with_bad.end(), of.bad.begin(), of.bad.end());
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      ExpectSame(RandomText(seed % 2 == 0 ? of.lines : with_bad, seed), of.options);
    }
  }
}

TEST(ParallelReaderThreads, SequencesMayBeLongerThanChunks) {
  std::string text;
  for (int i = 1; i < 200; ++i) {
    for (int t = 0; t < i % 37; ++t) text += "A\tx" + std::to_string(i) + "\n";
    text += "\n";
  }
  ExpectSame(text, {});
  ExpectSame(text + "A\tx:1:1\n", {});
  ExpectSame("", {});
  ExpectSame("\n\n", {});
}

TEST(ParallelReaderThreads, DamagedGzipIsFoundAfterTheSequencesBeforeIt) {
  std::uint64_t state = 1;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "A\t" + std::to_string(SplitMix64(state)) + "\n\n";
  const std::string packed = Gzip(text);
  for (const std::size_t size : {packed.size(), packed.size() / 2}) {
    const TempFile file(packed.substr(0, size));
    const std::string expected = ShowFile(file.path(), {});
    for (const std::uint32_t threads : kThreads) {
      ASSERT_EQ(ShowInChunks(file.path(), {}, threads, 1000), expected);
    }
  }
}

/// A pipe that is read through its name.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~Pipe() {
    Close();
    close(ends_[0]);
  }
  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }
  void Write(std::string_view text) const {
    EXPECT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void Close() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

TEST(ParallelReaderThreads, AnswerASequenceWhenTheInputPauses) {
  for (const std::uint32_t threads : kThreads) {
    Pipe pipe;
    std::vector<std::promise<std::string>> answers(3);
    std::size_t count = 0;
    pipe.Write("A\tx\n\nB");  // the reader recognises the format of a file when it opens it
    ThreadTeam team(threads);
    ParallelReader reader(pipe.path(), {}, team, 1 << 20);
    auto done = std::async(std::launch::async, [&] {
      std::vector<std::string> texts(reader.slots());
      reader.Run({.take = [&](const Sequence& sequence, std::size_t slot,
                              std::size_t) { texts[slot] = Show(sequence); },
                  .drain = [&](std::size_t slot) { answers[count++].set_value(texts[slot]); }});
    });
    // Nothing more is written before the answer has arrived.
    EXPECT_EQ(answers[0].get_future().get(), "[1] A(x)\n");
    pipe.Write("\ty\n\n");
    EXPECT_EQ(answers[1].get_future().get(), "[3] B(y)\n");
    pipe.Write("C\tz\n");
    pipe.Close();
    EXPECT_EQ(answers[2].get_future().get(), "[5] C(z)\n");
    done.get();
  }
}

TEST(ParallelReaderThreads, AnErrorDoesNotWaitForMoreInput) {
  for (const std::uint32_t threads : kThreads) {
    const Pipe pipe;  // stays open
    pipe.Write("A\tx\n\nA\tx:y\n\n");
    EXPECT_NE(ShowInChunks(pipe.path(), {}, threads, 1).find("FILE:3:5: found 'y'"),
              std::string::npos);
    pipe.Write("A\tx\n\n");
    ThreadTeam team(threads);
    ParallelReader reader(pipe.path(), {}, team, 1);
    const auto fail = [](std::size_t) { throw std::runtime_error("closed"); };
    EXPECT_THROW(
        reader.Run({.take = [](const Sequence&, std::size_t, std::size_t) {}, .drain = fail}),
        std::runtime_error);
  }
}

}  // namespace
}  // namespace sagitta::internal
