// The logarithm of a long product of positive numbers, with one std::log for many factors.
#pragma once

#include <cmath>

namespace sagitta::kernels {

class LogProduct {
 public:
  void Multiply(double factor) {
    product_ *= factor;
    if (product_ < 0x1p-500 || product_ > 0x1p+500) Fold();
  }
  double Log() {
    Fold();
    return log_;
  }

 private:
  void Fold() {
    log_ += std::log(product_);
    product_ = 1.0;
  }
  double product_ = 1.0;
  double log_ = 0.0;
};

}  // namespace sagitta::kernels
