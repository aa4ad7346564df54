// Large values: finds the attributes, and names them in a sentence.
#include "train/large_values.h"

#include <algorithm>
#include <cstdio>

namespace sagitta {
namespace {

/// An attribute on tokens or edges; names are looked up for a few only.
struct Found {
  double largest;
  std::uint32_t attribute;
  const Dictionary* names;
};

// Attribute a of a block has row a + first_row of the layout's table.
void AddBlock(const AttributeCounts& counts, const RowTable& table, std::size_t first_row,
              const Dictionary& names, std::vector<Found>& found) {
  for (std::uint32_t a = 0; a < counts.attributes(); ++a) {
    const double largest = counts.Largest(a);
    if (largest > kLargeValue && !table.Slots(a + first_row).empty()) {
      found.push_back({largest, a, &names});
    }
  }
}

}  // namespace

LargeValues FindLargeValues(const WeightCounts& counts, const Layout& layout,
                            const internal::Dictionaries& names) {
  std::vector<Found> found;
  AddBlock(counts.node, layout.node, 0, names.node, found);
  AddBlock(counts.edge, layout.edge, 1, names.edge, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.largest > b.largest; });
  LargeValues values;
  values.attributes = found.size();
  found.resize(std::min(found.size(), LargeValues::kMostNamed));
  for (const Found& own : found) {
    values.largest.push_back({std::string(own.names->Name(own.attribute)), own.largest});
  }
  return values;
}

std::string LargeValues::Text() const {
  std::string text = std::to_string(attributes) + (attributes == 1 ? " attribute" : " attributes") +
                     " with large values";
  const char* before = ": ";
  for (const LargeAttribute& own : largest) {
    char number[32];
    std::snprintf(number, sizeof number, "%g", own.largest);
    text += before + own.name + ", at most " + number;
    before = "; ";
  }
  if (attributes > largest.size()) {
    text += "; and " + std::to_string(attributes - largest.size()) + " more";
  }
  return text;
}

}  // namespace sagitta
