// The four forms: their names, their sizes, and how they are made.
#include "optim/parts/memory_form.h"

#include <cstdio>

#include "optim/parts/row_memory.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

std::string Gigabytes(std::uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", static_cast<double>(bytes) * 1e-9);
  return text;
}

template <class Real>
void CheckRoom(const ExampleEvaluator<Real>& examples, MemoryForm form, std::uint64_t limit) {
  if (form == MemoryForm::kMixed) return;
  const std::uint64_t bytes = MemoryValues(examples, form) * sizeof(Real);
  if (bytes <= limit) return;
  const std::string name = MemoryFormNames()[static_cast<std::size_t>(form)];
  std::string instead = "use --memory mixed";
  if (ShapeFor(form) == ShapeFor(MemoryForm::kMixed)) {
    const std::uint64_t mixed = MemoryValues(examples, MemoryForm::kMixed) * sizeof(Real);
    instead += ", which takes " + Gigabytes(mixed);
  }
  throw Error(ErrorKind::kUsage, "--memory " + name + ": the gradients would take " +
                                     Gigabytes(bytes) +
                                     ", more than half of the machine's memory (" +
                                     Gigabytes(limit) + "); " + instead);
}

}  // namespace

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
std::uint64_t MemoryValues(const ExampleEvaluator<Real>& examples, MemoryForm form) {
  const RowSizes sizes(examples.space());
  if (form == MemoryForm::kNaive) return examples.examples() * sizes.Sum();
  std::uint64_t values = 0;
  std::vector<RowId> support;
  for (std::size_t i = 0; i < examples.examples(); ++i) {
    const auto id = static_cast<ExampleId>(i);
    if (form != MemoryForm::kSparse) {
      values += examples.TableSize(id);
      continue;
    }
    support.clear();
    examples.AppendSupport(id, support);
    for (const RowId& row : support) values += sizes.Of(row);
  }
  return values;
}

template <class Real>
std::unique_ptr<GradientMemory<Real>> MakeMemory(const ExampleEvaluator<Real>& examples,
                                                 MemoryForm form, std::uint64_t limit) {
  CheckRoom(examples, form, limit);
  switch (form) {
    case MemoryForm::kNaive:
      return std::make_unique<NaiveMemory<Real>>(examples);
    case MemoryForm::kSparse:
      return std::make_unique<SparseMemory<Real>>(examples);
    case MemoryForm::kMarginals:
    case MemoryForm::kMixed:
      break;
  }
  return std::make_unique<TableMemory<Real>>(examples);
}

#define SAGITTA_MEMORY_FORMS(Real)                                                         \
  template std::uint64_t MemoryValues(const ExampleEvaluator<Real>&, MemoryForm);          \
  template std::unique_ptr<GradientMemory<Real>> MakeMemory(const ExampleEvaluator<Real>&, \
                                                            MemoryForm, std::uint64_t);

SAGITTA_MEMORY_FORMS(float)
SAGITTA_MEMORY_FORMS(double)
#undef SAGITTA_MEMORY_FORMS

}  // namespace sagitta
