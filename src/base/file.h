// Files as byte streams: InputFile (plain, gzip or standard input) and OutputFile (all or nothing).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace sagitta {

/// The bytes of a file, decompressed when it is gzip: recognised by its first two bytes, not its
/// name, any number of members one after the other. "-" is standard input.
/// Every failure is an Error that names the file: kSystem when the operating system refuses, kData
/// when compressed data is truncated or corrupt. Not thread safe.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads at least one byte and at most `size` > 0; 0 at the end. On pipes and terminals it
  /// returns what is there rather than wait for more.
  std::size_t Read(char* buffer, std::size_t size);

  /// What to call the file in messages.
  const std::string& name() const { return name_; }

 private:
  struct Gzip;

  std::size_t ReadDescriptor(char* buffer, std::size_t size);  // past head_
  std::size_t ReadRaw(char* buffer, std::size_t size);         // head_ first
  std::size_t Inflate(char* buffer, std::size_t size);
  void Recognise();
  bool RefillGzip();
  bool StartNextMember();
  [[noreturn]] void Corrupt(const char* what) const;

  std::string name_;
  int descriptor_ = -1;
  std::string head_;            // bytes read to recognise the format, still to be handed out
  std::unique_ptr<Gzip> gzip_;  // null: plain
};

/// The whole contents of a file, decompressed.
std::string ReadWholeFile(const std::string& path);

/// A file that appears complete or not at all: the bytes go to a temporary file in the same
/// directory, which Commit() renames to `path` and the destructor otherwise removes. An existing
/// file keeps its permissions; a new one gets the usual ones (umask).
///
/// Where there is nothing to rename - "-" for standard output, or a path that exists and is not a
/// regular file, such as /dev/null or a pipe - the bytes are written straight to it.
/// Every failure is an Error(kSystem) that names `path`. Not thread safe.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Write(std::string_view bytes);
  void Write(const void* bytes, std::size_t size) {
    Write(std::string_view(static_cast<const char*>(bytes), size));
  }

  /// Writes what is buffered, brings it to the disk and gives the file its name. At most once.
  void Commit();

 private:
  void OpenTemporary();
  void Flush();
  [[noreturn]] void Fail(const char* action) const;

  std::string path_;
  std::string target_;     // path_ with symbolic links followed
  std::string temporary_;  // empty: writing straight to path_
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace sagitta
