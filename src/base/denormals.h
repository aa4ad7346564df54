// FlushDenormals: while an object exists, its thread treats denormal numbers as zero.
//
// Weights and marginals decay towards zero. Arithmetic on denormals is about a hundred times slower
// than on zero, and their digits never matter here.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace sagitta {

class FlushDenormals {
 public:
  FlushDenormals() : saved_(Control()) { SetControl(saved_ | kFlushToZero | kDenormalsAreZero); }
  ~FlushDenormals() { SetControl(saved_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  static constexpr unsigned kFlushToZero = 0x8000;
  static constexpr unsigned kDenormalsAreZero = 0x0040;

#if defined(__SSE2__)
  static unsigned Control() { return _mm_getcsr(); }
  static void SetControl(unsigned control) { _mm_setcsr(control); }
#else
  static unsigned Control() { return 0; }
  static void SetControl(unsigned) {}
#endif

  unsigned saved_;
};

}  // namespace sagitta
