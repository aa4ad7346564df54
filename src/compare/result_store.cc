// ResultStore: reads and writes the directory of a comparison, under a lock.
#include "compare/result_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "compare/comparison_json.h"
#include "sagitta/error.h"
#include "sagitta/output_file.h"
#include "train/settings.h"

namespace sagitta {
namespace {

constexpr char kResults[] = "results.jsonl";
constexpr char kSummary[] = "summary.txt";

std::string PathIn(const std::string& directory, const char* name) {
  return (std::filesystem::path(directory) / name).string();
}

}  // namespace

ResultStore::ResultStore(const std::string& directory) : directory_(directory), descriptor_(-1) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error) descriptor_ = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) {
    throw Error(ErrorKind::kSystem, {directory},
                "cannot create the directory of results: " +
                    (error ? error.message() : std::string(std::strerror(errno))));
  }
  // Some file systems do not support locks; this is not an error.
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close(descriptor_);
    throw Error(ErrorKind::kSystem, {directory}, "another comparison is running in this directory");
  }
}

ResultStore::~ResultStore() { close(descriptor_); }

std::optional<Comparison> ResultStore::Load() const {
  if (!std::filesystem::exists(PathIn(directory_, kResults))) return std::nullopt;
  return ReadComparison(directory_);
}

void ResultStore::Save(const Comparison& comparison) const {
  OutputFile file(PathIn(directory_, kResults));
  file.Write(ToJsonLines(comparison));
  file.Commit();
}

void ResultStore::SaveSummary(const std::string& text) const {
  OutputFile file(PathIn(directory_, kSummary));
  file.Write(text);
  file.Commit();
}

Comparison ReadComparison(const std::string& directory) {
  const std::string path = PathIn(directory, kResults);
  return FromJsonLines(ReadWholeFile(path), path);
}

void CheckSame(const std::string& directory, const CompareHeader& stored,
               const CompareHeader& requested) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::kUsage,
                "'" + directory + "' contains a comparison " + why + "; choose another directory");
  };
  const auto all = [](const CompareHeader& header) {
    std::map<std::string, std::string> settings = header.settings;
    settings["version"] = header.version;
    settings["SIMD target"] = header.target;
    return settings;
  };
  if (const auto difference = FirstDifference(all(stored), all(requested))) {
    refuse("with " + difference->name + " " + difference->was + ", this one has " + difference->is);
  }
  if (stored.train_hash != requested.train_hash) refuse("of other training data");
  if (stored.test_hash != requested.test_hash) {
    refuse(requested.test_hash.empty() ? "with test data, this one has none"
           : stored.test_hash.empty()  ? "without test data, this one has some"
                                       : "with other test data");
  }
}

}  // namespace sagitta
