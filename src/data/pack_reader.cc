// Loading a packed corpus: everything is checked before anything is used.
//
// As in a model file, the checksum finds damage. The checks after it make sure that a file whose
// checksum was made to match is a corpus that could have been read from text: all later code relies
// on that.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "base/file.h"
#include "data/corpus_graphs.h"
#include "data/edge_names.h"
#include "data/input_fields.h"
#include "data/pack_file.h"
#include "data/pack_format.h"
#include "dict/array_checks.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {
namespace {

// Items and tokens of a sequence are counted with 32 bits.
constexpr std::uint64_t kMostInSequence = std::numeric_limits<std::uint32_t>::max() - 1;

/// One file under examination.
class PackReader {
 public:
  PackReader(const std::string& path, std::shared_ptr<const MappedFile> image)
      : image_(std::move(image)), file_(path, image_->bytes()) {}

  std::shared_ptr<CorpusData> Read() {
    ReadHeader();
    data_->image = image_;
    ReadOptionsOfCorpus();
    ReadNames();
    ReadExamples();
    ReadPlaces();
    Rows(PackSection::kNodeBegin, tokens_, names_->node.size(), set().node);
    ReadGraphs();
    ReadEdges();
    ReadWeights();
    data_->names = names_;
    data_->file_sequences = {set().examples()};
    CheckSymmetric();
    NumberTypes(*data_);
    CheckSymmetricAttributes();
    return data_;
  }

 private:
  static constexpr std::size_t At(PackSection section) { return static_cast<std::size_t>(section); }
  [[noreturn]] void Bad(const std::string& what) const { file_.Bad(what); }
  Dataset& set() { return data_->dataset; }

  template <class T>
  DataColumn<T> Take(std::span<const T> values) const {
    return {values, image_};
  }
  template <class T>
  DataColumn<T> Take(PackSection section) const {
    return Take(file_.Array<T>(At(section)));
  }
  template <class T>
  DataColumn<T> Take(PackSection section, std::uint64_t size) const {
    return Take(file_.Array<T>(At(section), size));
  }
  /// The same for a section that may be empty.
  template <class T>
  DataColumn<T> TakeIfAny(PackSection section, std::uint64_t size) const {
    return file_.Empty(At(section)) ? DataColumn<T>() : Take<T>(section, size);
  }

  void ReadHeader() {
    const std::span<const std::byte> bytes = file_.bytes();
    if (bytes.size() < kPackMagic.size() ||
        std::memcmp(bytes.data(), kPackMagic.data(), kPackMagic.size()) != 0) {
      Bad("not a packed corpus");
    }
    if (bytes.size() < sizeof header_) {
      Bad("truncated: " + std::to_string(bytes.size()) + " bytes, the header alone has " +
          std::to_string(sizeof header_));
    }
    std::memcpy(&header_, bytes.data(), sizeof header_);
    if (header_.version != kPackVersion) {
      Bad((header_.version > kPackVersion ? "made by a newer version of Sagitta: " : "") +
          std::string("the file has format ") + std::to_string(header_.version) +
          ", this version reads format " + std::to_string(kPackVersion) + ": pack the text again");
    }
    if (header_.sections != kPackSections) Bad("damaged header: wrong number of sections");
    file_.CheckWhole(header_.file_size, kPackChecksumStart, header_.checksum);
    if (header_.reserved != 0) Bad("a reserved field is not zero");
    file_.SetTable(sizeof header_, header_.table);
  }

  std::vector<std::string> Strings(PackSection section, const char* what) const {
    std::vector<std::string> strings;
    for (std::span<const char> rest = file_.Array<char>(At(section)); !rest.empty();) {
      strings.push_back(file_.TakeString(rest, what));
    }
    return strings;
  }

  void ReadOptionsOfCorpus() {
    const char* const mistake = InputMistake({header_.input_format, header_.template_language,
                                              !file_.Empty(At(PackSection::kTemplateText)),
                                              !file_.Empty(At(PackSection::kColumnNames))});
    if (mistake != nullptr) Bad(mistake);
    ReadOptions& options = data_->options;
    options.format = static_cast<Format>(header_.input_format);
    options.language = static_cast<TemplateLanguage>(header_.template_language);
    options.template_text = file_.Text(At(PackSection::kTemplateText));
    options.template_name = file_.Text(At(PackSection::kTemplateName));
    options.columns = DecodeColumns(file_.Array<char>(At(PackSection::kColumnNames)));
    options.structure = file_.Text(At(PackSection::kStructure));
    options.symmetric = Strings(PackSection::kSymmetric, "the symmetric types");
  }

  Dictionary Names(PackSection first) const {
    const DictionaryArrays names = file_.Names(At(first));
    return {Take(names.offsets), Take(names.bytes), Take(names.slots)};
  }

  void ReadNames() {
    names_->labels = Names(PackSection::kLabelOffsets);
    names_->node = Names(PackSection::kNodeNameOffsets);
    names_->edge = Names(PackSection::kEdgeNameOffsets);
    names_->types = Names(PackSection::kTypeOffsets);
    if (names_->labels.size() == 0 || names_->labels.size() > kMaxLabels) {
      Bad("a corpus has 1 to " + std::to_string(kMaxLabels) + " labels, this one " +
          std::to_string(names_->labels.size()));
    }
    for (std::uint32_t type = 0; type < names_->types.size(); ++type) {
      if (names_->types.Name(type).find('\t') != std::string_view::npos) {
        Bad("the name of a type of edges has a TAB");
      }
    }
    set().labels = names_->labels.size();
    set().node_attributes = names_->node.size();
    set().edge_attributes = names_->edge.size();
  }

  /// Every example has a token.
  void ReadExamples() {
    if (header_.examples == 0 || header_.examples > kNoExample) Bad("no or too many sequences");
    tokens_ = header_.tokens;
    const auto begin =
        file_.Array<std::uint64_t>(At(PackSection::kTokenBegin), header_.examples + 1);
    file_.CheckBounds(begin, tokens_);
    CheckCounts(begin, 1);
    set().token_begin = Take(begin);
    set().label = Take<LabelId>(PackSection::kLabel, tokens_);
    if (Highest(std::span(std::as_const(set()).label)) >= set().labels) Bad("unknown label");
  }

  /// The differences of neighbours are in range.
  void CheckCounts(std::span<const std::uint64_t> begin, std::uint64_t least) const {
    for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
      const std::uint64_t count = begin[i + 1] - begin[i];
      if (count < least || count > kMostInSequence) Bad("a sequence is empty or too long");
    }
  }

  void ReadPlaces() {
    data_->file_names = Strings(PackSection::kFileNames, "the names of files");
    data_->places = Take<ExamplePlace>(PackSection::kPlaces, header_.examples);
    for (const ExamplePlace& place : std::as_const(data_->places)) {
      if (place.file >= data_->file_names.size()) Bad("a sequence comes from an unknown file");
    }
  }

  /// `rows` rows of attributes below `attributes`.
  void Rows(PackSection first, std::uint64_t rows, std::uint32_t attributes, SparseRows& to) {
    const auto begin = file_.Array<std::uint64_t>(At(first), rows + 1);
    const auto attribute = file_.Array<std::uint32_t>(At(first) + 1);
    file_.CheckBounds(begin, attribute.size());
    if (!attribute.empty() && Highest(attribute) >= attributes) Bad("unknown attribute");
    to.begin = Take(begin);
    to.attribute = Take(attribute);
    if (file_.Empty(At(first) + 2)) return;
    const auto value = file_.Array<float>(At(first) + 2, attribute.size());
    if (!AllFinite(value)) Bad("a value is not finite");
    to.value = Take(value);
  }

  /// The attributes of edges; of a chain also that those of first tokens have none.
  void ReadEdges() {
    const Dataset& data = set();
    const std::uint64_t rows = file_.Array<std::uint64_t>(At(PackSection::kEdgeBegin)).size();
    Rows(PackSection::kEdgeBegin, rows <= 1 ? 0 : data.EdgeRows(), names_->edge.size(), set().edge);
    for (ExampleId i = 0; i < data.examples(); ++i) {
      CheckItems(data.node, data.token_begin[i], data.token_begin[i + 1]);
      if (!data.HasEdgeAttributes()) continue;
      if (data.HasGraphs()) {
        CheckItems(data.edge, data.graphs.edge_begin[i], data.graphs.edge_begin[i + 1]);
        continue;
      }
      const std::uint64_t first = data.token_begin[i];
      CheckItems(data.edge, first, data.token_begin[i + 1]);
      if (data.edge.begin[first] != data.edge.begin[first + 1]) {
        Bad("the first token of a sequence has an edge");
      }
    }
  }
  void CheckItems(const SparseRows& rows, std::uint64_t begin, std::uint64_t end) const {
    if (rows.begin[end] - rows.begin[begin] > kMostInSequence) Bad("a sequence is too long");
  }

  void ReadWeights() {
    set().weight = TakeIfAny<double>(PackSection::kWeight, header_.examples);
    for (const double weight : std::as_const(set()).weight) {
      if (!(weight >= 0 && weight <= kMostWeight)) Bad("the weight of a sequence is out of range");
    }
  }

  // ---- Graphs ----

  void ReadGraphs() {
    if (file_.Empty(At(PackSection::kGraphBegin))) {
      if (!ChainsHaveTheOnlyType(*names_)) Bad("chains with several types of edges");
      for (std::size_t k = At(PackSection::kGraphEdges); k <= At(PackSection::kGiven); ++k) {
        if (!file_.Empty(k)) Bad("chains with a part of a graph");
      }
      return;
    }
    GraphParts& graphs = set().graphs;
    const auto edges = file_.Array<Edge>(At(PackSection::kGraphEdges));
    const auto begin =
        file_.Array<std::uint64_t>(At(PackSection::kGraphBegin), header_.examples + 1);
    file_.CheckBounds(begin, edges.size());
    CheckCounts(begin, 0);
    graphs.edge_begin = Take(begin);
    graphs.edge = Take(edges);
    for (ExampleId i = 0; i < set().examples(); ++i) CheckEdges(i);
    ReadLabelSets();
    graphs.given = TakeIfAny<std::uint8_t>(PackSection::kGiven, tokens_);
    const auto given = std::span(std::as_const(graphs).given);
    if (!given.empty() && Highest(given) > 1) Bad("a label is neither given nor not");
  }

  void CheckEdges(ExampleId i) {
    const Dataset& data = set();
    const std::uint64_t length = data.length(i);
    edges_.clear();
    for (std::size_t e = 0; e < data.edges(i); ++e) {
      const Edge edge = data.EdgeAt(i, e);
      if (edge.from >= length || edge.to >= length || edge.from == edge.to ||
          edge.type >= names_->types.size()) {
        Bad("an edge has a wrong end or an unknown type");
      }
      edges_.push_back({edge.from, edge.to, names_->types.Name(edge.type)});
    }
    if (FindRepeatedEdge(edges_) != edges_.size()) Bad("an edge occurs twice");
  }

  /// Set 0 is empty, and stands for all labels; others ascend.
  void ReadLabelSets() {
    GraphParts& graphs = set().graphs;
    const auto begin = file_.Array<std::uint64_t>(At(PackSection::kSetBegin));
    const auto labels = file_.Array<LabelId>(At(PackSection::kSetLabel));
    file_.CheckBounds(begin, labels.size());
    if (begin.size() < 2 || begin[1] != 0) Bad("the first set of labels is not empty");
    for (std::size_t s = 1; s + 1 < begin.size(); ++s) {
      if (begin[s] == begin[s + 1]) Bad("a set of labels is empty");
    }
    if (!labels.empty() && (Highest(labels) >= set().labels ||
                            CountDescents(labels) != CountDescentsAtBegins(labels, begin))) {
      Bad("a set of labels is out of order or has an unknown one");
    }
    graphs.set_begin = Take(begin);
    graphs.set_label = Take(labels);
    graphs.label_set = TakeIfAny<std::uint32_t>(PackSection::kLabelSet, tokens_);
    for (std::uint64_t t = 0; t < std::as_const(graphs).label_set.size(); ++t) CheckLabelSet(t);
  }

  void CheckLabelSet(std::uint64_t token) const {
    const Dataset& data = data_->dataset;
    const GraphParts& graphs = data.graphs;
    const std::uint32_t s = graphs.label_set[token];
    if (s + std::uint64_t{1} >= graphs.set_begin.size()) Bad("unknown set of labels");
    if (s == 0) return;
    const LabelId* const first = graphs.set_label.data() + graphs.set_begin[s];
    const LabelId* const last = graphs.set_label.data() + graphs.set_begin[s + 1];
    if (!std::binary_search(first, last, data.label[token])) {
      Bad("the label of a node is not in its set");
    }
  }

  void CheckSymmetric() const {
    const std::vector<std::string>& symmetric = data_->options.symmetric;
    if (symmetric.empty()) return;
    if (!data_->dataset.HasGraphs()) Bad("chains with a symmetric type of edges");
    for (const std::string& type : symmetric) {
      if (names_->types.Find(type) == kNoId) Bad("an unknown type of edges is symmetric");
    }
  }

  /// A symmetric edge uses half of the slots, and its attributes have only those.
  void CheckSymmetricAttributes() const {
    const Dataset& data = data_->dataset;
    const GraphParts& graphs = data.graphs;
    if (graphs.symmetric_attribute.empty() || !data.HasEdgeAttributes()) return;
    for (std::uint64_t e = 0; e < graphs.edge.size(); ++e) {
      const std::uint8_t symmetric = graphs.symmetric[graphs.edge[e].type];
      for (std::uint64_t k = data.edge.begin[e]; k < data.edge.begin[e + 1]; ++k) {
        if (graphs.symmetric_attribute[data.edge.attribute[k]] != symmetric) {
          Bad("an edge has an attribute of another type");
        }
      }
    }
  }

  std::shared_ptr<const MappedFile> image_;
  SectionReader file_;
  PackHeader header_{};
  std::uint64_t tokens_ = 0;
  std::shared_ptr<CorpusData> data_ = std::make_shared<CorpusData>();
  std::shared_ptr<Dictionaries> names_ = std::make_shared<Dictionaries>();
  std::vector<GraphEdge> edges_;  // scratch
};

}  // namespace

std::shared_ptr<CorpusData> LoadPack(const std::string& path) {
  return LoadPack(path, MappedFile(path));
}

std::shared_ptr<CorpusData> LoadPack(const std::string& path, MappedFile image) {
  return PackReader(path, std::make_shared<const MappedFile>(std::move(image))).Read();
}

}  // namespace sagitta::internal
