// The interface between Synthesize and the tasks.
#pragma once

#include <memory>
#include <string>

#include "synth/random.h"

namespace sagitta {

/// Writes sequence after sequence. Holds scratch only: what it writes depends on `random` alone.
class SynthGenerator {
 public:
  virtual ~SynthGenerator() = default;
  /// Appends one sequence and the empty line after it.
  virtual void Append(SynthRandom& random, std::string& out) = 0;
};

std::unique_ptr<SynthGenerator> MakeOcrGenerator();
std::unique_ptr<SynthGenerator> MakeChunkGenerator(bool attributes);
std::unique_ptr<SynthGenerator> MakeNerGenerator(bool attributes);
std::unique_ptr<SynthGenerator> MakePosGenerator(bool attributes);

std::string ChunkTemplate();
std::string NerTemplate();
std::string PosTemplate();

}  // namespace sagitta
