// InputFile on byte order marks and UTF-16, in plain files and in gzip.
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "base/file.h"
#include "base/temp_file.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

std::string Gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(text.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// What is read of these bytes, plain and compressed; or the message.
std::vector<std::string> Readings(const std::string& bytes) {
  std::vector<std::string> readings;
  for (const std::string& contents : {bytes, Gzip(bytes)}) {
    const TempFile file(contents);
    try {
      readings.push_back(ReadWholeFile(file.path()));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      EXPECT_EQ(error.where().line, 1u);
      readings.push_back(std::string(error.what()).substr(file.path().size()));
    }
  }
  return readings;
}

using Two = std::vector<std::string>;

TEST(Encoding, AMarkOfUtf8IsSkipped) {
  EXPECT_EQ(Readings("\xef\xbb\xbf"
                     "A\tx\n"),
            Two(2, "A\tx\n"));
  EXPECT_EQ(Readings("\xef\xbb\xbf"), Two(2, ""));
  EXPECT_EQ(Readings("\xef\xbb\xbf\xef\xbb\xbf"), Two(2, "\xef\xbb\xbf"));
}

TEST(Encoding, Utf16IsRefused) {
  const std::string message =
      ":1:1: found UTF-16, expected UTF-8: convert the file, for example with iconv";
  for (const std::string& text : {std::string("\xff\xfe"
                                              "A\0\n\0",
                                              6),
                                  std::string("\xfe\xff\0A\0\n", 6), std::string("A\0\t\0x\0", 6),
                                  std::string("\0A\0\tx\0", 6), std::string("\xff\xfe")}) {
    EXPECT_EQ(Readings(text), Two(2, message)) << text;
  }
}

TEST(Encoding, OtherBytesStayAsTheyAre) {
  for (const std::string& text :
       {std::string(), std::string("A"), std::string("\xef"), std::string("\xef\xbb"),
        std::string("\xef\xbb\xbe!"), std::string("\xff"), std::string("A\0", 2),
        std::string("A\0B", 3), std::string("A\0BC", 4), std::string("\0\0\0\0", 4),
        std::string("d\0\0\0\0\0", 6), std::string("\0", 1), std::string("\xfe\xfe")}) {
    EXPECT_EQ(Readings(text), Two(2, text));
  }
}

// An answer may be expected before more is written.
TEST(Encoding, DoesNotWaitForMoreThanItNeeds) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "\n\n", 2), 2);
  InputFile file("/dev/fd/" + std::to_string(ends[0]));
  char buffer[10];
  EXPECT_EQ(file.Read(buffer, sizeof buffer), 2u);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace sagitta
