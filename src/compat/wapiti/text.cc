// Parsing and writing Wapiti's model file.
#include "compat/wapiti/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cli/format.h"
#include "cli/output.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

[[noreturn]] void FailReading(const std::string& path) {
  throw Error(ErrorKind::kSystem, path + ": cannot read: " + std::strerror(errno));
}

class TextReader {
 public:
  TextReader(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {}

  WapitiText Read() {
    WapitiText model;
    Expect("#mdl#");
    std::uint64_t count = Number();
    if (Peek() == '#') {
      model.type = std::to_string(count) + "#";
      Expect("#");
      count = Number();
    }
    Expect("\n");
    const std::size_t head = at_;
    Expect("#rdr#");
    const std::uint64_t patterns = Number();
    at_ = std::min(text_.find('\n', at_), text_.size());
    Expect("\n");
    for (std::uint64_t k = 0; k < patterns; ++k) String();
    ReadNames(model.labels);
    ReadNames(model.observations);
    model.head = text_.substr(head, at_ - head);
    SetIndices(model);
    for (std::uint64_t k = 0; k < count; ++k) ReadWeight(model);
    if (at_ != text_.size()) Fail("more data after the weights");
    return model;
  }

 private:
  [[noreturn]] void Fail(const std::string& found) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw Error(ErrorKind::kData, {path_, static_cast<std::uint64_t>(line)},
                "not a Wapiti model: found " + found);
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void Expect(std::string_view expected) {
    if (text_.compare(at_, expected.size(), expected) != 0) {
      Fail("something other than " +
           (expected == "\n" ? "a line end" : "'" + std::string(expected) + "'"));
    }
    at_ += expected.size();
  }

  std::uint64_t Number() {
    std::uint64_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) Fail("something other than a number");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  std::string String() {
    const std::uint64_t size = Number();
    Expect(":");
    if (size == 0 || size > text_.size() - at_) Fail("a string of impossible length");
    std::string name = text_.substr(at_, size);
    at_ += size;
    Expect(",\n");
    return name;
  }

  void ReadNames(std::vector<std::string>& names) {
    Expect("#qrk#");
    const std::uint64_t count = Number();
    Expect("\n");
    for (std::uint64_t k = 0; k < count; ++k) names.push_back(String());
  }

  /// Gives every observation the indices of its weights.
  static void SetIndices(WapitiText& model) {
    const std::uint64_t labels = model.labels.size();
    model.first = {0};
    for (const std::string& name : model.observations) {
      model.first.push_back(model.first.back() + (WapitiText::HasLabels(name) ? labels : 0) +
                            (WapitiText::HasPairs(name) ? labels * labels : 0));
    }
  }

  void ReadWeight(WapitiText& model) {
    const std::uint64_t index = Number();
    if (index >= model.first.back()) Fail("a weight that belongs to no observation");
    Expect("=");
    char* end = nullptr;
    const double weight = std::strtod(text_.c_str() + at_, &end);
    const auto size = static_cast<std::size_t>(end - (text_.c_str() + at_));
    if (size == 0 || !std::isfinite(weight)) Fail("something other than a weight");
    at_ += size;
    Expect("\n");
    model.weights[index] = weight;
  }

  std::string path_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string ReadWhole(const std::string& path) {
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  const File opened(path == "-" ? nullptr : std::fopen(path.c_str(), "rb"), std::fclose);
  if (path != "-" && !opened) FailReading(path);
  std::FILE* file = opened ? opened.get() : stdin;
  std::string text;
  char piece[1 << 16];
  while (const std::size_t size = std::fread(piece, 1, sizeof piece, file)) {
    text.append(piece, size);
  }
  if (std::ferror(file) != 0) FailReading(path);
  return text;
}

WapitiText ReadWapitiText(const std::string& path) {
  return TextReader(path, ReadWhole(path)).Read();
}

void WriteWapitiText(const WapitiText& model, const std::string& path) {
  cli::Output output(path);
  std::uint64_t active = 0;
  for (const auto& [index, weight] : model.weights) active += weight != 0 ? 1 : 0;
  output.Write("#mdl#" + model.type + std::to_string(active) + "\n" + model.head);
  for (const auto& [index, weight] : model.weights) {
    if (weight == 0) continue;
    output.Write(cli::Print("%llu=%la\n", static_cast<unsigned long long>(index), weight));
  }
  output.Finish();
}

}  // namespace sagitta::compat
