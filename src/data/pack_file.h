// A packed corpus: a corpus in a file, in the form that it has in memory, so that it is mapped and
// used where it lies.
#pragma once

#include <memory>
#include <string>

#include "base/mapped_file.h"
#include "data/corpus_data.h"
#include "dict/section_writer.h"

namespace sagitta::internal {

/// Hands the bytes of the file to `write`. The same corpus always gives the same bytes. `options`
/// stand for those of the corpus, and nothing in them may be left open. Throws Error(kUsage) for a
/// corpus with unknown labels.
void WritePack(const CorpusData& corpus, const ReadOptions& options, const ByteSink& write);

/// Maps a packed corpus and checks everything in it: what it returns is as good as what was read
/// from text, and a later access to a wrong place is impossible. Its file_sequences are those of
/// one file. Throws Error(kData) that names the file. It must not be overwritten while the corpus
/// lives. Cost: some looks at every byte of the file, one after the other.
std::shared_ptr<CorpusData> LoadPack(const std::string& path);
/// The same for an image; `path` is what messages call it.
std::shared_ptr<CorpusData> LoadPack(const std::string& path, MappedFile image);

}  // namespace sagitta::internal
