#include "optim/parts/naive_memory.h"

#include "optim/parts/row_sizes.h"

namespace sagitta {

template <class Real>
NaiveMemory<Real>::NaiveMemory(const Oracle<Real>& oracle)
    : RowMemory<Real>(oracle),
      rows_(AllRows(oracle.space())),
      weights_(RowSizes(oracle.space()).Sum()) {
  this->Reserve(oracle.examples() * weights_);
}

template class NaiveMemory<float>;
template class NaiveMemory<double>;

}  // namespace sagitta
