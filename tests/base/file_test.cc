// InputFile, LineReader and OutputFile on ordinary, unusual and damaged files.
#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include "base/temp_file.h"
#include "sagitta/error.h"
#include "sagitta/output_file.h"

namespace sagitta {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Lines(const std::string& path) {
  LineReader reader(path);
  std::vector<std::string> lines;
  for (std::string_view line; reader.Next(line);) {
    lines.emplace_back(line);
    EXPECT_EQ(reader.number(), lines.size());
  }
  std::string_view none;
  EXPECT_FALSE(reader.Next(none)) << "the end stays the end";
  return lines;
}

std::vector<std::string> LinesOf(std::string_view bytes) { return Lines(TempFile(bytes).path()); }

ErrorKind KindOf(const std::string& path) {
  try {
    ReadWholeFile(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.where().file, path);
    return error.kind();
  }
  ADD_FAILURE() << "no error";
  return ErrorKind::kUsage;
}

// Text without a pattern, long enough for several buffers.
std::string RandomText(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(size, '\0');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

using Strings = std::vector<std::string>;

TEST(LineReader, KnowsLineEnds) {
  EXPECT_EQ(LinesOf(""), Strings{});
  EXPECT_EQ(LinesOf("\n"), Strings{""});
  EXPECT_EQ(LinesOf("a"), Strings{"a"});
  EXPECT_EQ(LinesOf("a\n"), Strings{"a"});
  EXPECT_EQ(LinesOf("a\n\nb"), (Strings{"a", "", "b"}));
  EXPECT_EQ(LinesOf("a\r\n\r\nb\r\n"), (Strings{"a", "", "b"}));
  EXPECT_EQ(LinesOf("a\r"), Strings{"a"}) << "CRLF whose LF is missing";
  EXPECT_EQ(LinesOf("a\r\r\nb\rc\n"), (Strings{"a\r", "b\rc"})) << "only one CR is stripped";
}

TEST(LineReader, PassesAllBytes) {
  const std::string odd("\0a\xff\0", 4);
  EXPECT_EQ(LinesOf(odd + "\n" + odd), (Strings{odd, odd}));
}

TEST(LineReader, AgreesWithSplittingAtBufferBoundaries) {
  // Lines of about 100 bytes; the buffer ends in the middle of some.
  for (const std::size_t size : {(1u << 18) - 1, 1u << 18, (1u << 18) + 1, 3000000u}) {
    std::string text = RandomText(size, static_cast<unsigned>(size));
    for (std::size_t i = 0; i < size; i += 1 + i % 199) text[i] = '\n';
    Strings wanted;
    for (std::size_t at = 0; at < size;) {
      const std::size_t end = std::min(text.find('\n', at), size);
      const bool cr = end > at && text[end - 1] == '\r';
      wanted.push_back(text.substr(at, end - at - (cr ? 1 : 0)));
      at = end + 1;
    }
    EXPECT_EQ(LinesOf(text), wanted);
  }
}

TEST(LineReader, TakesLinesOfAnyLength) {
  const std::string big(5000000, 'x');
  EXPECT_EQ(LinesOf("a\n" + big + "\nb\n" + big), (Strings{"a", big, "b", big}));
}

TEST(InputFile, RecognisesGzipByContent) {
  const TempFile file(Gzip("one\ntwo\n"), ".txt");
  EXPECT_EQ(Lines(file.path()), (Strings{"one", "two"}));
  EXPECT_EQ(Lines(TempFile("plain\n", ".gz").path()), Strings{"plain"});
}

TEST(InputFile, ReadsGzipMembersAndPadding) {
  const std::string text = RandomText(1000000, 7);
  const std::string members = Gzip(text) + Gzip("") + Gzip("tail");
  EXPECT_EQ(ReadWholeFile(TempFile(members).path()), text + "tail");
  EXPECT_EQ(ReadWholeFile(TempFile(members + std::string(100000, '\0')).path()), text + "tail");
  EXPECT_EQ(ReadWholeFile(TempFile(Gzip("")).path()), "");
}

TEST(InputFile, RefusesTruncatedGzipAtEveryLength) {
  const std::string whole = Gzip("some text that is long enough, long enough") + Gzip("and more");
  const std::size_t first = Gzip("some text that is long enough, long enough").size();
  for (std::size_t size = 2; size < whole.size(); ++size) {
    if (size == first) continue;  // a whole member
    EXPECT_EQ(KindOf(TempFile(whole.substr(0, size)).path()), ErrorKind::kData) << size;
  }
}

TEST(InputFile, RefusesAlteredGzip) {
  const std::string whole = Gzip(RandomText(300, 3));
  // The header's bytes 4 to 9 (time, system) carry no data, nor does the padding in byte 10, the
  // start of a block that could not be compressed.
  for (std::size_t at = 11; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_EQ(KindOf(TempFile(damaged).path()), ErrorKind::kData) << at;
  }
  EXPECT_EQ(KindOf(TempFile(whole + "garbage").path()), ErrorKind::kData);
  EXPECT_EQ(KindOf(TempFile(whole + std::string(1, '\0') + whole).path()), ErrorKind::kData);
}

TEST(InputFile, ReportsWhatTheSystemRefuses) {
  EXPECT_EQ(KindOf("/no/such/file"), ErrorKind::kSystem);
  EXPECT_EQ(KindOf("/"), ErrorKind::kSystem);
  EXPECT_EQ(KindOf(""), ErrorKind::kSystem);
}

// Runs `body` with a pipe as standard input that is written in pieces.
template <typename Body>
void WithStdin(const std::string& bytes, std::size_t piece, Body body) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int saved = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  std::thread feeder([&] {
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      const std::size_t size = std::min(piece, bytes.size() - at);
      EXPECT_EQ(write(ends[1], bytes.data() + at, size), static_cast<ssize_t>(size));
    }
    close(ends[1]);
  });
  body();
  feeder.join();
  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST(InputFile, ReadsStandardInput) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{100}}) {
    WithStdin("ab\ncd", piece, [] { EXPECT_EQ(Lines("-"), (Strings{"ab", "cd"})); });
    WithStdin(Gzip("ab\ncd"), piece, [] { EXPECT_EQ(Lines("-"), (Strings{"ab", "cd"})); });
    WithStdin("", piece, [] { EXPECT_EQ(Lines("-"), Strings{}); });
    WithStdin("\x1f", piece, [] { EXPECT_EQ(Lines("-"), Strings{"\x1f"}); });
  }
}

TEST(LineReader, GivesALineAsSoonAsItIsThere) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  ASSERT_EQ(write(ends[1], "first\nsec", 9), 9);
  LineReader reader(path);
  std::string_view line;
  ASSERT_TRUE(reader.Next(line));
  EXPECT_EQ(line, "first");
  ASSERT_EQ(write(ends[1], "ond\n", 4), 4);
  ASSERT_TRUE(reader.Next(line));
  EXPECT_EQ(line, "second");
  close(ends[1]);
  EXPECT_FALSE(reader.Next(line));
  close(ends[0]);
}

// A separate directory, to see which other files a writer leaves there.
class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() : folder_(TempPath()) { fs::create_directory(folder_); }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::size_t FileCount() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static void Put(const std::string& path, const std::string& bytes) {
    OutputFile file(path);
    file.Write(bytes);
    file.Commit();
  }

  std::string folder_;
};

TEST_F(OutputFileTest, AppearsOnCommitOnly) {
  const std::string bytes = RandomText(1000000, 5);
  {
    OutputFile file(Path("a"));
    file.Write(bytes.substr(0, 10));
    file.Write(bytes.data() + 10, bytes.size() - 10);
    EXPECT_FALSE(fs::exists(Path("a")));
    file.Commit();
    EXPECT_EQ(ReadWholeFile(Path("a")), bytes);
  }
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(OutputFileTest, LeavesTheOldFileWhenNotCommitted) {
  Put(Path("a"), "old");
  {
    OutputFile file(Path("a"));
    file.Write(std::string(1000000, 'n'));
  }
  EXPECT_EQ(ReadWholeFile(Path("a")), "old");
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(OutputFileTest, HandlesPermissions) {
  const mode_t mask = umask(027);
  Put(Path("new"), "x");
  umask(mask);
  EXPECT_EQ(static_cast<int>(fs::status(Path("new")).permissions()), 0640);
  fs::permissions(Path("new"), fs::perms(0604));
  Put(Path("new"), "y");
  EXPECT_EQ(static_cast<int>(fs::status(Path("new")).permissions()), 0604);
}

TEST_F(OutputFileTest, FollowsSymbolicLinks) {
  Put(Path("target"), "old");
  fs::create_symlink("target", Path("link"));
  Put(Path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(ReadWholeFile(Path("target")), "new");
}

TEST_F(OutputFileTest, WritesStraightToSpecialFiles) {
  Put("/dev/null", "nothing");
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  const int reader = open(Path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  Put(Path("pipe"), "through");
  char got[16];
  EXPECT_EQ(read(reader, got, sizeof got), 7);
  close(reader);
  EXPECT_TRUE(fs::is_fifo(Path("pipe")));
}

TEST_F(OutputFileTest, WritesToStandardOutput) {
  const int saved = dup(STDOUT_FILENO);
  const int file = open(Path("out").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(file, STDOUT_FILENO);
  close(file);
  Put("-", "to stdout");
  dup2(saved, STDOUT_FILENO);
  close(saved);
  EXPECT_EQ(ReadWholeFile(Path("out")), "to stdout");
}

TEST_F(OutputFileTest, ReportsWhatTheSystemRefuses) {
  for (const std::string& path : {Path("no/such/folder"), folder_, std::string()}) {
    try {
      Put(path, "x");
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kSystem);
      EXPECT_EQ(error.where().file, path);
    }
  }
  EXPECT_EQ(FileCount(), 0u);
}

TEST_F(OutputFileTest, SparesWriteProtectedFiles) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is write-protected for root";
  Put(Path("a"), "old");
  fs::permissions(Path("a"), fs::perms(0444));
  EXPECT_THROW(Put(Path("a"), "new"), Error);
  EXPECT_EQ(ReadWholeFile(Path("a")), "old");
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(OutputFileTest, ReportsAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  try {
    Put("/dev/full", std::string(1000000, 'x'));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kSystem);
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sagitta
