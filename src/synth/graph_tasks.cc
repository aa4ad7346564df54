// The tasks grid, tree and skip: graphs whose nodes look ambiguous, so that
// their neighbours are needed. Attribute text with lines of edges; without
// these lines a chain is left, or independent nodes, that do visibly worse.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "synth/generator.h"

namespace sagitta {
namespace {

void AppendEdge(const std::string &type, std::size_t from, std::size_t to, std::string &out) {
  out += "@edge:" + type + "\t" + std::to_string(from + 1) + "\t" + std::to_string(to + 1) + "\n";
}

// ---- grid ----

/// A map of regions, seen through noise: each cell has the colour of the
/// nearest of some sites, and shows it in less than half of all cases. Edges
/// lead right and down.
class GridGenerator final : public SynthGenerator {
 public:
  void Append(SynthRandom &random, std::string &out) override {
    const int rows = random.Between(6, 8), columns = random.Between(6, 8);
    for (Site &site : sites_) {
      site = {random.Between(0, rows - 1), random.Between(0, columns - 1), random.Below(kColors)};
    }
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const std::uint32_t color = ColorAt(r, c);
        const std::uint32_t seen = random.Percent(35) ? color : random.Below(kColors);
        out += std::string(1, "0123"[color]) + "\tc=" + kNames[seen] + "\n";
      }
    }
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const auto cell = static_cast<std::size_t>(r * columns + c);
        if (c + 1 < columns) AppendEdge("right", cell, cell + 1, out);
        if (r + 1 < rows) {
          AppendEdge("down", cell, cell + static_cast<std::size_t>(columns), out);
        }
      }
    }
    out += '\n';
  }

 private:
  static constexpr std::uint32_t kColors = 4;
  static constexpr std::array<const char *, kColors> kNames = {"red", "green", "blue", "yellow"};
  struct Site {
    int row, column;
    std::uint32_t color;
  };

  std::uint32_t ColorAt(int row, int column) const {
    const auto distance = [=](const Site &site) {
      const int down = site.row - row, right = site.column - column;
      return down * down + right * right;
    };
    return std::min_element(sites_.begin(), sites_.end(),
                            [&](const Site &x, const Site &y) { return distance(x) < distance(y); })
        ->color;
  }

  std::array<Site, 5> sites_;
};

// ---- tree ----

/// Families: a node's label follows from its parent's by one of two rules, and
/// it shows its own label in less than half of all cases. Nodes come in any
/// order, so that neighbours in the text mean nothing. Edges lead from parent
/// to child.
class TreeGenerator final : public SynthGenerator {
 public:
  void Append(SynthRandom &random, std::string &out) override {
    const auto nodes = static_cast<std::size_t>(random.Between(8, 20));
    parent_.assign(nodes, 0);
    label_.assign(nodes, 0);
    place_.resize(nodes);
    for (std::size_t v = 0; v < nodes; ++v) {
      place_[v] = v;
      if (v > 0) parent_[v] = random.Below(v);
      label_[v] = v == 0 || random.Percent(10) ? random.Below(kLabels)
                                               : Child(label_[parent_[v]], random.Percent(50));
    }
    for (std::size_t v = nodes; v > 1; --v) std::swap(place_[v - 1], place_[random.Below(v)]);
    // place_[v] is where node v stands.
    std::vector<std::size_t> at(nodes);
    for (std::size_t v = 0; v < nodes; ++v) at[place_[v]] = v;
    for (const std::size_t v : at) {
      const std::uint32_t seen = random.Percent(35) ? label_[v] : random.Below(kLabels);
      out += std::string(1, "ABCDEF"[label_[v]]) + "\tw=" + std::string(1, "abcdef"[seen]) + "\n";
    }
    for (std::size_t v = 1; v < nodes; ++v) {
      AppendEdge("child", place_[parent_[v]], place_[v], out);
    }
    out += '\n';
  }

 private:
  static constexpr std::uint32_t kLabels = 6;
  static std::uint32_t Child(std::uint32_t label, bool first) {
    return first ? (label + 1) % kLabels : (label * 5 + 3) % kLabels;
  }

  std::vector<std::size_t> parent_, place_;
  std::vector<std::uint32_t> label_;
};

// ---- skip ----

/// Reports in which names come again and again, and the words around most of
/// them say nothing about what they name. Names are new in every report. Edges
/// of the type chain join neighbours, edges of the type skip a name with where
/// it comes next.
class SkipGenerator final : public SynthGenerator {
 public:
  void Append(SynthRandom &random, std::string &out) override {
    names_.clear();
    for (int left = random.Between(2, 4); left > 0; --left) {
      names_.push_back({random.Below(kKinds), random.Below(100000), kNone});
    }
    std::size_t token = 0;
    skips_.clear();
    for (int left = random.Between(5, 9); left > 0; --left) AppendClause(random, token, out);
    for (std::size_t t = 1; t < token; ++t) AppendEdge("chain", t - 1, t, out);
    for (const auto &[from, to] : skips_) AppendEdge("skip", from, to, out);
    out += '\n';
  }

 private:
  static constexpr std::uint32_t kKinds = 3;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::array<const char *, kKinds> kLabels = {"PER", "LOC", "ORG"};
  // Words that give a name away, and words that do not.
  static constexpr std::array<const char *, kKinds> kBefore = {"Mrs", "near", "chairman"};
  static constexpr std::array<const char *, 4> kVague = {"about", "with", "and", "also"};
  static constexpr std::array<const char *, 5> kVerbs = {"said", "rose", "came", "was", "lost"};
  struct Name {
    std::uint32_t kind, word;
    std::size_t last;
  };

  void AppendWord(const std::string &word, std::size_t &token, std::string &out) const {
    out += "O\tw=" + word + "\n";
    ++token;
  }

  void AppendClause(SynthRandom &random, std::size_t &token, std::string &out) {
    Name &name = names_[random.Below(names_.size())];
    const bool clear = random.Percent(30);
    const std::string before = clear ? kBefore[name.kind] : kVague[random.Below(kVague.size())];
    AppendWord(before, token, out);
    out += std::string(kLabels[name.kind]) + "\tw=N" + std::to_string(name.word) +
           "\tcap\tbefore=" + before + "\n";
    if (name.last != kNone) skips_.emplace_back(name.last, token);
    name.last = token++;
    AppendWord(kVerbs[random.Below(kVerbs.size())], token, out);
  }

  std::vector<Name> names_;
  std::vector<std::pair<std::size_t, std::size_t>> skips_;
};

}  // namespace

std::unique_ptr<SynthGenerator> MakeGridGenerator() { return std::make_unique<GridGenerator>(); }
std::unique_ptr<SynthGenerator> MakeTreeGenerator() { return std::make_unique<TreeGenerator>(); }
std::unique_ptr<SynthGenerator> MakeSkipGenerator() { return std::make_unique<SkipGenerator>(); }

}  // namespace sagitta
