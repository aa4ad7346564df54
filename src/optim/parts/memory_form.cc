#include "optim/parts/memory_form.h"

#include "optim/parts/row_sizes.h"

namespace sagitta {

const std::vector<std::string>& MemoryFormNames() {
  static const std::vector<std::string> names = {"naive", "sparse", "marginals", "mixed"};
  return names;
}

MemoryForm MemoryFormOf(const Options& options) {
  return static_cast<MemoryForm>(options.Choice(kMemoryOption, MemoryFormNames()));
}

TableShape ShapeFor(MemoryForm form) {
  return form == MemoryForm::kMarginals ? TableShape::kMarginals : TableShape::kMixed;
}

template <class Real>
std::uint64_t MemoryValues(const Oracle<Real>& oracle, MemoryForm form) {
  const RowSizes sizes(oracle.space());
  if (form == MemoryForm::kNaive) return oracle.examples() * sizes.Sum();
  std::uint64_t values = 0;
  std::vector<RowId> support;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    const auto id = static_cast<ExampleId>(i);
    if (form != MemoryForm::kSparse) {
      values += oracle.TableSize(id);
      continue;
    }
    support.clear();
    oracle.AppendSupport(id, support);
    for (const RowId& row : support) values += sizes.Of(row);
  }
  return values;
}

template std::uint64_t MemoryValues(const Oracle<float>&, MemoryForm);
template std::uint64_t MemoryValues(const Oracle<double>&, MemoryForm);

}  // namespace sagitta
