// Building Gram matrices with chained occurrences of each row.
#include "objective/gram.h"

#include <algorithm>

#include "data/dataset.h"

namespace sagitta {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

// Builds one example after the other; the arrays over rows are shared and stamped, never cleared.
template <class Real>
class GramBuilder {
 public:
  GramBuilder(const OccurrenceList<Real>& node, std::size_t rows) : node_(node), rows_(rows) {}

  // Appends the example's matrix; false (and nothing appended but empty rows) when it is too large.
  bool Append(ExampleId i, std::uint64_t first, std::uint64_t end, GramMatrices<Real>& out) {
    const std::uint64_t occurrences = node_.begin[end] - node_.begin[first];
    const std::size_t start = out.column.size();
    std::uint64_t budget = kWorkPerOccurrence * occurrences;
    links_.clear();
    product_.resize(std::max<std::size_t>(product_.size(), end - first), Real{0});
    for (std::uint64_t t = first; t < end; ++t) {
      const std::uint64_t work = AddToken(i, t, static_cast<std::uint32_t>(t - first));
      const bool fits = work <= budget && out.column.size() - start <= 2 * occurrences;
      budget -= std::min(budget, work);
      EmitRow(out);
      if (!fits) {
        out.column.resize(start);
        out.value.resize(start);
        out.begin.resize(first + 1);
        out.begin.resize(end + 1, start);
        return false;
      }
      out.begin.push_back(out.column.size());
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kWorkPerOccurrence = 16;

  struct Link {
    std::uint32_t token;
    std::uint32_t previous;  // earlier occurrence of the same row in this example, or kNone
    Real value;
  };
  struct Stamp {
    ExampleId example = kNone;
    std::uint32_t last = kNone;
  };

  // Multiplies token t with all tokens up to it that share rows; returns the number of products.
  std::uint64_t AddToken(ExampleId i, std::uint64_t t, std::uint32_t position) {
    std::uint64_t work = 0;
    touched_.clear();
    for (std::uint64_t k = node_.begin[t]; k < node_.begin[t + 1]; ++k) {
      Stamp& stamp = rows_[node_.row[k]];
      if (stamp.example != i) stamp = {i, kNone};
      const Real x = node_.value[k];
      links_.push_back({position, stamp.last, x});
      stamp.last = static_cast<std::uint32_t>(links_.size() - 1);
      for (std::uint32_t at = stamp.last; at != kNone; at = links_[at].previous, ++work) {
        Real& sum = product_[links_[at].token];
        if (sum == 0) touched_.push_back(links_[at].token);
        sum += x * links_[at].value;
      }
    }
    return work;
  }

  void EmitRow(GramMatrices<Real>& out) {
    for (const std::uint32_t column : touched_) {
      if (product_[column] == 0) continue;  // met twice, or cancelled to nothing
      out.column.push_back(column);
      out.value.push_back(product_[column]);
      product_[column] = 0;
    }
  }

  const OccurrenceList<Real>& node_;
  std::vector<Stamp> rows_;
  std::vector<Link> links_;
  std::vector<Real> product_;  // the row of G being made
  std::vector<std::uint32_t> touched_;
};

}  // namespace

template <class Real>
GramMatrices<Real> BuildGram(std::span<const std::uint64_t> token_begin,
                             const OccurrenceList<Real>& node, std::size_t rows) {
  const std::size_t examples = token_begin.size() - 1;
  GramMatrices<Real> gram;
  gram.begin.reserve(token_begin.back() + 1);
  gram.begin.push_back(0);
  GramBuilder<Real> builder(node, rows);
  gram.present.resize(examples);
  for (ExampleId i = 0; i < examples; ++i) {
    gram.present[i] = builder.Append(i, token_begin[i], token_begin[i + 1], gram);
  }
  return gram;
}

template GramMatrices<float> BuildGram(std::span<const std::uint64_t>, const OccurrenceList<float>&,
                                       std::size_t);
template GramMatrices<double> BuildGram(std::span<const std::uint64_t>,
                                        const OccurrenceList<double>&, std::size_t);

}  // namespace sagitta
