// Pages: titles and data are escaped, whatever bytes they contain.
#include "report/page.h"

#include <gtest/gtest.h>

#include "report/embedded.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

TEST(Page, IsOneFileWithEverythingInIt) {
  const std::string page = MakePage("A title", {{"kind", "models"}});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("<title>A title</title>"), std::string::npos);
  EXPECT_NE(page.find("Chart.js v3"), std::string::npos);
  EXPECT_NE(page.find("MIT License"), std::string::npos);
  EXPECT_NE(page.find(PageStyle()), std::string::npos);
  EXPECT_NE(page.find(PageScript()), std::string::npos);
  EXPECT_EQ(page.find("{{"), std::string::npos);
  EXPECT_EQ(Occurrences(page, "<script"), 3u);
  EXPECT_EQ(Occurrences(page, "</script>"), 3u);
  // Nothing to fetch: no URL in a tag, and a policy that forbids requests.
  for (const char* tag : {"<script src", "<link rel=\"stylesheet", "@import", "url("}) {
    EXPECT_EQ(page.find(tag), std::string::npos) << tag;
  }
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(Page, HostileNamesStayData) {
  const std::string hostile =
      "</script><script>alert(1)</script><!--{{script}}\xe2\x80\xa8&amp;\"'\\\xe2\x80\xa9";
  const Json data = {{"name", hostile}, {hostile, 1}};
  const std::string page = MakePage(hostile, data);
  EXPECT_EQ(EmbeddedData(page), data);
  EXPECT_EQ(Occurrences(page, "</script>"), 3u);
  EXPECT_EQ(Occurrences(page, "alert(1)</script"), 0u);
  EXPECT_EQ(Occurrences(page, "\xe2\x80\xa8"), 1u) << "in the title alone, where it is harmless";
  EXPECT_NE(page.find("<title>&lt;/script&gt;"), std::string::npos);
}

TEST(Page, BytesThatAreNoUtf8AreReplaced) {
  const std::string page = MakePage("a\xff", {{"name", "b\xfe"}});
  EXPECT_EQ(page.find('\xff'), std::string::npos);
  EXPECT_EQ(EmbeddedData(page)["name"], "b\xef\xbf\xbd");
}

TEST(Page, NumbersAreShortenedButNotSmallOnes) {
  Json data = {
      {"a", 1.0 / 3}, {"b", {1e-300 / 3, 12345678901LL}}, {"c", nullptr}, {"d", "1.23456789"}};
  ShortenNumbers(data);
  EXPECT_EQ(data.dump(),
            R"({"a":0.3333333,"b":[3.333333e-301,12345678901],"c":null,"d":"1.23456789"})");
}

TEST(Page, FileNames) {
  EXPECT_EQ(FileName("a/b/c.txt"), "c.txt");
  EXPECT_EQ(FileName("c.txt"), "c.txt");
  EXPECT_EQ(FileName("a/"), "");
}

}  // namespace
}  // namespace sagitta
