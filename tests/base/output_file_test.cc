// OutputFile: where links, permissions and signals could make it lose or give away a file.
#include "sagitta/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/path_list.h"
#include "base/temp_file.h"

namespace sagitta {
namespace {

namespace fs = std::filesystem;

class Outputs : public testing::Test {
 protected:
  Outputs() : folder_(TempPath()) { fs::create_directory(folder_); }
  ~Outputs() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  static void Put(const std::string& path, const std::string& bytes) {
    OutputFile file(path);
    file.Write(bytes);
    file.Commit();
  }
  /// Names in the folder.
  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

  std::string folder_;
};

TEST_F(Outputs, LinksToNothingAreFollowed) {
  fs::create_directory(Path("there"));
  fs::create_symlink("there/new", Path("link"));
  fs::create_symlink("link", Path("second"));
  CheckWritable(Path("second"));
  Put(Path("second"), "x");
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_TRUE(fs::is_symlink(Path("second")));
  EXPECT_EQ(ReadWholeFile(Path("there/new")), "x");
}

TEST_F(Outputs, LinksInACircleAndToNoFolderAreRefused) {
  fs::create_symlink("b", Path("a"));
  fs::create_symlink("a", Path("b"));
  EXPECT_THROW(Put(Path("a"), "x"), Error);
  fs::create_symlink("no/folder", Path("c"));
  EXPECT_THROW(CheckWritable(Path("c")), Error);
  EXPECT_THROW(Put(Path("c"), "x"), Error);
  EXPECT_EQ(Names(), (std::set<std::string>{"a", "b", "c"}));
}

TEST_F(Outputs, NobodyElseReadsTheBytesOfAPrivateFileMeanwhile) {
  Put(Path("private"), "old");
  fs::permissions(Path("private"), fs::perms(0600));
  OutputFile file(Path("private"));
  file.Write("new");
  file.Flush();
  for (const std::string& name : Names()) {
    EXPECT_EQ(static_cast<int>(fs::status(Path(name)).permissions()), 0600) << name;
  }
}

TEST_F(Outputs, TemporaryNamesDiffer) {
  std::set<std::string> names;
  for (int k = 0; k < 20; ++k) {
    OutputFile file(Path("a"));
    for (const std::string& name : Names()) EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(names.size(), 20u);
}

TEST_F(Outputs, TheLongestNameIsPossible) {
  const std::string name(255, 'n');
  Put(Path(name), "x");
  EXPECT_EQ(Names(), std::set<std::string>{name});
}

TEST_F(Outputs, AClosedPipeHasAnErrorOfItsOwn) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const std::string path = "/dev/fd/" + std::to_string(ends[1]);
  EXPECT_THROW(Put(path, "x"), BrokenPipe);
  std::signal(SIGPIPE, before);
  close(ends[1]);
}

TEST_F(Outputs, AreRemovedWhenASignalEndsTheProgram) {
  OutputFile one(Path("one"));
  OutputFile other(Path("other"));
  Put(Path("done"), "x");
  EXPECT_EQ(Names().size(), 3u);
  RemoveTemporaryFiles();
  EXPECT_EQ(Names(), std::set<std::string>{"done"});
}

TEST_F(Outputs, CheckWritableSaysWhy) {
  const auto why = [](const std::string& path) {
    try {
      CheckWritable(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kSystem);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(why("-"), "");
  EXPECT_EQ(why("/dev/null"), "");
  EXPECT_EQ(why(Path("new")), "");
  EXPECT_EQ(why(folder_), folder_ + ": cannot write: it is a directory");
  EXPECT_NE(why(Path("no/file")).find("No such file"), std::string::npos);
  Put(Path("read-only"), "x");
  fs::permissions(Path("read-only"), fs::perms(0444));
  if (geteuid() == 0) return;
  EXPECT_NE(why(Path("read-only")).find("denied"), std::string::npos);
}

TEST(PathList, KeepsWhatFits) {
  PathList list;
  std::vector<int> slots;
  for (int k = 0; k < 70; ++k) slots.push_back(list.Add(std::to_string(k)));
  std::set<std::string> found;
  list.ForEach([&](const char* path) { found.insert(path); });
  EXPECT_EQ(found.size(), 64u);
  EXPECT_EQ(slots[69], -1);
  list.Remove(slots[69]);
  list.Remove(slots[5]);
  EXPECT_EQ(list.Add("again"), slots[5]);
  for (const int slot : slots) list.Remove(slot);
}

}  // namespace
}  // namespace sagitta
