// The hash functions that choose instructions at run time exist in Debian's shared libxxhash alone. The statically
// linked program uses the usual ones, which return the same hashes.
#include <xxhash.h>

extern "C" XXH64_hash_t XXH3_64bits_dispatch(const void* data, size_t size);

extern "C" XXH64_hash_t XXH3_64bits_dispatch(const void* data, size_t size) {
  return XXH3_64bits(data, size);
}
