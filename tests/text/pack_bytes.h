// Packed corpora as bytes, for tests and fuzzers.
#pragma once

#include <xxhash.h>

#include <cstring>
#include <string>

#include "data/pack_file.h"
#include "data/pack_format.h"
#include "text/read_options.h"

namespace sagitta::internal {

inline std::string PackBytes(const CorpusData& corpus) {
  std::string bytes;
  WritePack(corpus, ResolveReadOptions(corpus.options),
            [&](std::string_view more) { bytes += more; });
  return bytes;
}

/// Makes the header agree with the rest again, as someone with bad intentions would.
inline void ResealPack(std::string& bytes) {
  PackHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.file_size = bytes.size();
  header.checksum =
      XXH3_64bits(bytes.data() + kPackChecksumStart, bytes.size() - kPackChecksumStart);
  std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace sagitta::internal
