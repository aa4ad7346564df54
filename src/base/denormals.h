// FlushDenormals: while an object exists, its thread treats denormal numbers as zero.
//
// Weights and marginals decay towards zero. Arithmetic on denormals is about a hundred times slower
// than on zero, and their digits never matter here.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace sagitta {

/// How a thread computes with floating-point numbers (rounding, denormals). Threads that share a
/// computation must have the same one, or the result depends on who computes what.
#if defined(__SSE2__)
inline unsigned FloatControl() { return _mm_getcsr(); }
inline void SetFloatControl(unsigned control) { _mm_setcsr(control); }
#else
inline unsigned FloatControl() { return 0; }
inline void SetFloatControl(unsigned) {}
#endif

class FlushDenormals {
 public:
  FlushDenormals() : saved_(FloatControl()) {
    SetFloatControl(saved_ | kFlushToZero | kDenormalsAreZero);
  }
  ~FlushDenormals() { SetFloatControl(saved_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  static constexpr unsigned kFlushToZero = 0x8000;
  static constexpr unsigned kDenormalsAreZero = 0x0040;

  unsigned saved_;
};

}  // namespace sagitta
