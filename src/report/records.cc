// Lines to records.
#include "report/records.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "sagitta/error.h"

namespace sagitta {

void ForEachRecord(
    const std::string& path,
    const std::function<void(const std::string& name, nlohmann::ordered_json& record)>& take) {
  const std::string text = ReadWholeFile(path);
  std::uint64_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    ++line;
    const auto first = text.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = text.begin() + static_cast<std::ptrdiff_t>(end);
    begin = end + 1;
    if (first == last) continue;
    try {
      nlohmann::ordered_json record = nlohmann::ordered_json::parse(first, last);
      take(record.at("record").get<std::string>(), record);
    } catch (const nlohmann::json::exception& problem) {
      throw Error(ErrorKind::kData, Location{path, line, 0},
                  std::string("wanted a record as Sagitta writes it: ") + problem.what());
    }
  }
}

}  // namespace sagitta
