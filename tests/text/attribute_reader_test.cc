// CRFsuite's attribute text: examples, errors, and random text against a slow reader.
#include "text/attribute_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "base/escape.h"
#include "text/ascii.h"
#include "text/fast_bytes.h"
#include "text/show.h"

namespace sagitta {
namespace {

const ReadOptions kUnlabelled{Format::kAttributes, "", "", false};

TEST(AttributeReader, ReadsTokensAndSequences) {
  EXPECT_EQ(ShowText("A\tx\ty\nB\tz\n\nA\n"), "[1] A(x|y) B(z)\n[4] A()\n");
  EXPECT_EQ(ShowText("\n\n\nA\tx\n\n\n\nB\ty\n\n"), "[4] A(x)\n[8] B(y)\n");
  EXPECT_EQ(ShowText(""), "");
  EXPECT_EQ(ShowText("\n\n"), "");
  EXPECT_EQ(ShowText("A\tx y\t#z\n"), "[1] A(x y|#z)\n");
}

TEST(AttributeReader, TakesAnyLineEnd) {
  EXPECT_EQ(ShowText("A\tx\r\nB\ty\r\n\r\nA\tz\r\n"), "[1] A(x) B(y)\n[4] A(z)\n");
  EXPECT_EQ(ShowText("A\tx"), "[1] A(x)\n");
  EXPECT_EQ(ShowText("A"), "[1] A()\n");
  EXPECT_EQ(ShowText("A\tx:2"), "[1] A(x=2)\n");
}

TEST(AttributeReader, CountsSeveralTabsAsOne) {
  EXPECT_EQ(ShowText("A\t\tx\t\t\ty\t\n"), "[1] A(x|y)\n");
}

TEST(AttributeReader, ReadsValues) {
  EXPECT_EQ(ShowText("A\tx:2\ty:-0.5\tz:1e3\tu:+4\tv: 7 \tw:\n"),
            "[1] A(x=2|y=-0.5|z=1000|u=4|v=7|w)\n");
  EXPECT_EQ(ShowText("A\tx:1\tx:1\tx:0\n"), "[1] A(x|x|x=0)\n") << "duplicates stay";
  EXPECT_EQ(ShowText("A\t:3\t:\n"), "[1] A(=3|)\n") << "empty names";
}

TEST(AttributeReader, Unescapes) {
  EXPECT_EQ(ShowText(R"(a\:b	x\:y	\\	\:	z\\:2	a\b	\n	q\)"),
            R"([1] a:b(x:y|\|:|z\=2|a\b|\n|q\))"
            "\n");
  EXPECT_EQ(ShowText("A\t\\\\\\\\:2\t\\:\\:\\:\n"), "[1] A(\\\\=2|:::)\n");
  EXPECT_EQ(ShowText("A\\:\tx\n\\:B\ty\\:\n"), "[1] A:(x) :B(y:)\n");
}

TEST(AttributeReader, IgnoresTheValueOfALabel) {
  EXPECT_EQ(ShowText("A:7\tx\nB:\ty\nC:zz\n"), "[1] A(x) B(y) C()\n");
}

TEST(AttributeReader, ReadsWeights) {
  const char* text = "@weight:2.5\nA\tx\n\nB\ty\n\nA\tz\n@weight:0\nB\n\n@weight:3\n\nA\tu\n";
  const char* expected = "[1 w=2.5] A(x)\n[4] B(y)\n[6 w=0] A(z) B()\n[12] A(u)\n";
  EXPECT_EQ(ShowText(text), expected);
  EXPECT_EQ(ShowText(text, kUnlabelled), expected);
  EXPECT_EQ(ShowText("@weight:1\t\t\nA\n"), "[1] A()\n");
}

TEST(AttributeReader, KeepsInputLines) {
  const TempFile file("@weight:2\nA\tx\\:y:2\t\tz\r\nB\n");
  SequenceReader reader(file.path(), {});
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  EXPECT_TRUE(
      std::ranges::equal(sequence.lines(), std::vector<std::string_view>{"A\tx\\:y:2\t\tz", "B"}));
}

TEST(AttributeReader, AllowsEmptyLabelsInUnlabelledText) {
  EXPECT_EQ(ShowText("\tx\n\t\ty\nA\tz\n\t\n", kUnlabelled), "[1] (x) (y) A(z) ()\n");
  EXPECT_EQ(ShowText("A\tx\n\ty\n"),
            "FILE:2:1: found an empty label, expected the token's label (columns need --preset or "
            "--template)");
}

TEST(AttributeReader, ReportsErrorsWithTheirPlace) {
  const std::string number = "' after ':', expected a finite number";
  EXPECT_EQ(ShowText("A\tx\n\nA\ty\nB\tabc:1\tdef:oops\n"),
            "[1] A(x)\nFILE:4:13: found 'oops" + number);
  for (const std::string value :
       {"nan", "inf", "-inf", "1e400", "1e39", "-1e39", "1.5x", "0x10", "--1", "+-1", "+", "-", " ",
        "1 2", ".", "e5", "1\\:", "1e", "infinity"}) {
    EXPECT_EQ(ShowText("A\tx:" + value + "\n"), "FILE:1:5: found '" + value + number);
    EXPECT_EQ(ShowText("@weight:" + value + "\nA\n"), "FILE:1:9: found '" + value + number);
  }
  EXPECT_EQ(ShowText("A\tx:1:3\n"),
            "FILE:1:6: found a second ':' in a field, expected name or name:value (in a name write "
            "'\\:')");
  EXPECT_EQ(
      ShowText("A\n@wight:1\n"),
      "FILE:2:1: found the declaration '@wight', expected @weight, @edge, @labels, @given, @graph "
      "or a label that does not start with '@'");
  EXPECT_EQ(ShowText("@weight:-1\nA\n"),
            "FILE:1:9: found the weight -1, expected a number from 0 to 1e9");
  EXPECT_EQ(ShowText("@weight\nA\n"),
            "FILE:1:1: found @weight without a number, expected @weight:W");
  EXPECT_EQ(
      ShowText("@weight:2\tx\nA\n"),
      "FILE:1:11: found a field after a declaration, expected the declaration alone on its line");
}

TEST(AttributeReader, TakesLongAndOddNames) {
  for (const std::size_t size :
       {15u, 16u, 31u, 32u, 33u, 63u, 64u, 65u, 4095u, 4096u, 4097u, 300000u}) {
    const std::string name(size, 'n');
    EXPECT_EQ(ShowText("A\t" + name + "\ty\nB\t" + name + "\\:" + name + ":2\n"),
              "[1] A(" + name + "|y) B(" + name + ":" + name + "=2)\n");
  }
  const std::string odd("\xff\0\xfe\x01", 4);
  EXPECT_EQ(ShowText(odd + "\t" + odd + "\n"), "[1] " + odd + "(" + odd + ")\n");
}

TEST(AttributeReader, TakesLongSequences) {
  std::string text, expected = "[1]";
  for (int t = 0; t < 100000; ++t) {
    text += "A\tx\\:" + std::to_string(t) + "\n";
    expected += " A(x:" + std::to_string(t) + ")";
  }
  EXPECT_EQ(ShowText(text), expected + "\n");
}

TEST(AttributeReader, ReadsWhatTheWriterWrote) {
  const std::vector<std::string> names{"a",   ":",   "\\", "\\:",    "",
                                       "x\r", "a b", "@",  "\\\\:x", "\xff"};
  std::string text;
  for (const std::string& label : names) {
    if (label.empty() || label == "@") continue;
    AppendLabel(text, label);
    for (const std::string& name : names) {
      AppendAttribute(text, name);
      AppendAttribute(text, name, 0.1);
    }
    text += '\n';
  }
  const TempFile file(text);
  SequenceReader reader(file.path(), {});
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  ASSERT_EQ(sequence.size(), 8u);
  EXPECT_EQ(sequence.labels()[1], ":");
  EXPECT_EQ(sequence.labels()[4], "x\r");
  for (std::size_t k = 0; k < sequence.node_items().size(); ++k) {
    EXPECT_EQ(sequence.node_items()[k].name, names[k / 2 % names.size()]);
    EXPECT_EQ(sequence.node_items()[k].value, k % 2 == 0 ? 1.0 : 0.1);
  }
}

// A second implementation of the format, byte by byte; no value on any error.
std::optional<std::string> SlowRead(const std::string& text) {
  std::string shown;
  Sequence sequence;
  std::vector<std::unique_ptr<std::string>> names;
  const auto flush = [&] {
    if (sequence.size() > 0) shown += Show(sequence);
    sequence.Clear();
  };
  std::istringstream in(text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) {
      flush();
      continue;
    }
    if (sequence.first_line() == 0) sequence.set_first_line(number);
    std::vector<Item> items;
    std::string_view label;
    bool declaration = false;
    std::istringstream fields(line + "\t");
    std::string field;
    for (int f = 0; std::getline(fields, field, '\t'); ++f) {
      std::string part[2];
      int colons = 0;
      for (std::size_t i = 0; i < field.size(); ++i) {
        const bool escape = field[i] == '\\' && i + 1 < field.size() &&
                            (field[i + 1] == ':' || field[i + 1] == '\\');
        if (!escape && field[i] == ':') {
          if (++colons > 1) return std::nullopt;
          continue;
        }
        if (escape) ++i;
        part[colons] += field[i];
      }
      names.push_back(std::make_unique<std::string>(part[0]));
      const std::optional<double> value = part[1].empty() ? 1.0 : internal::ParseNumber(part[1]);
      if (f == 0) {
        label = *names.back();
        if (label.empty()) return std::nullopt;
        declaration = label[0] == '@';
        if (!declaration) continue;
        if (label != "@weight" || part[1].empty() || !value || *value < 0) return std::nullopt;
        sequence.set_weight(*value);
      } else if (!field.empty()) {
        if (!value || declaration) return std::nullopt;
        items.push_back({*names.back(), *value});
      }
    }
    if (!declaration) sequence.Add(label, items);
  }
  flush();
  return shown;
}

TEST(AttributeReader, AgreesWithASlowReaderOnRandomText) {
  const std::vector<std::string> pieces{"a",
                                        "bc",
                                        ":",
                                        "\\",
                                        "\\:",
                                        "\\\\",
                                        "\t",
                                        "\t",
                                        "\n",
                                        "\nA\t",
                                        "\n\nB\t",
                                        "\r\n",
                                        "1",
                                        ":2",
                                        "@weight:2\n",
                                        "@",
                                        " ",
                                        std::string(40, 'x'),
                                        std::string(1, '\0')};
  std::mt19937 random(11);
  int good = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = "AA";  // with one A and NULs it could be UTF-16
    const std::size_t count = random() % 30;
    for (std::size_t i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
    const std::optional<std::string> expected = SlowRead(text);
    const std::string shown = ShowText(text);
    if (expected) {
      ASSERT_EQ(shown, *expected) << testing::PrintToString(text);
      ++good;
    } else {
      ASSERT_NE(shown.find("FILE:"), std::string::npos) << testing::PrintToString(text);
    }
  }
  EXPECT_GT(good, 400) << "most of the random text is bad";
}

TEST(SpecialBytes, AgreesWithThePlainMask) {
  std::mt19937 random(5);
  const std::string alphabet = "\t\n:\\ab\x8a\xba\xff";
  for (int round = 0; round < 1000; ++round) {
    char data[64];
    for (char& byte : data) {
      byte = round % 2 == 0 ? alphabet[random() % alphabet.size()] : static_cast<char>(random());
    }
    ASSERT_EQ(internal::Scan(data), internal::ScanPlain(data));
  }
}

TEST(SpecialBytes, MarksOfAnyPart) {
  std::mt19937 random(6);
  std::string text(300, 'a');
  for (char& byte : text) byte = ":\\\t\nabcdef"[random() % 10];
  const std::string padded = text + std::string(internal::kScanPadding, '\0');
  internal::SpecialBytes specials;
  specials.Find(padded.data(), text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (std::size_t size = 0; size < 64 && at + size <= text.size(); ++size) {
      std::uint64_t expected = 0;
      for (std::size_t k = 0; k < size; ++k) {
        expected |= std::uint64_t{text[at + k] == ':' || text[at + k] == '\\'} << k;
      }
      ASSERT_EQ(specials.Marks(at, size), expected) << at << " " << size;
    }
  }
}

}  // namespace
TEST(CountLines, OfAnyLength) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 1100; size += size < 600 ? 1 : 97) {
    std::string text(size, '\n');  // a full block must not run over
    if (size % 2 == 1) {
      for (char& byte : text) byte = "\n\r a"[random() % 4];
    }
    ASSERT_EQ(internal::CountLines(text), std::count(text.begin(), text.end(), '\n')) << size;
  }
}

}  // namespace sagitta
