#include "optim/parts/make_memory.h"

#include <unistd.h>

#include <cstdio>

#include "optim/parts/naive_memory.h"
#include "optim/parts/sparse_memory.h"
#include "optim/parts/table_memory.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

std::string Gigabytes(std::uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", static_cast<double>(bytes) * 1e-9);
  return text;
}

template <class Real>
void CheckRoom(const Oracle<Real>& oracle, MemoryForm form, std::uint64_t limit) {
  if (form == MemoryForm::kMixed) return;
  const std::uint64_t bytes = MemoryValues(oracle, form) * sizeof(Real);
  if (bytes <= limit) return;
  const std::string name = MemoryFormNames()[static_cast<std::size_t>(form)];
  std::string instead = "use --memory mixed";
  if (ShapeFor(form) == ShapeFor(MemoryForm::kMixed)) {
    const std::uint64_t mixed = MemoryValues(oracle, MemoryForm::kMixed) * sizeof(Real);
    instead += ", which takes " + Gigabytes(mixed);
  }
  throw Error(ErrorKind::kUsage, "--memory " + name + ": the gradients would take " +
                                     Gigabytes(bytes) + ", and half of the machine's memory is " +
                                     Gigabytes(limit) + "; " + instead);
}

}  // namespace

std::uint64_t LargestMemory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
}

template <class Real>
std::unique_ptr<GradientMemory<Real>> MakeMemory(const Oracle<Real>& oracle, MemoryForm form,
                                                 std::uint64_t limit) {
  CheckRoom(oracle, form, limit);
  switch (form) {
    case MemoryForm::kNaive:
      return std::make_unique<NaiveMemory<Real>>(oracle);
    case MemoryForm::kSparse:
      return std::make_unique<SparseMemory<Real>>(oracle);
    case MemoryForm::kMarginals:
    case MemoryForm::kMixed:
      break;
  }
  return std::make_unique<TableMemory<Real>>(oracle);
}

template std::unique_ptr<GradientMemory<float>> MakeMemory(const Oracle<float>&, MemoryForm,
                                                           std::uint64_t);
template std::unique_ptr<GradientMemory<double>> MakeMemory(const Oracle<double>&, MemoryForm,
                                                            std::uint64_t);

}  // namespace sagitta
