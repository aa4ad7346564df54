// Printers: text and JSON.
#include "cli/tag_writer.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <unordered_map>

#include "cli/json_text.h"

namespace sagitta::cli {
namespace {

/// Six digits.
std::string Rounded(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Calls write(edge, its marginals) for the edges of the sequence that was tagged last. Those of a
/// chain join neighbours.
template <class Write>
void ForEachEdge(const Sequence& sequence, Tagger& tagger, std::size_t labels, const Write& write) {
  const std::span<const double> pairs = tagger.PairMarginals();
  for (std::size_t e = 0; e < pairs.size() / (labels * labels); ++e) {
    const auto from = static_cast<std::uint32_t>(e);
    const GraphEdge edge =
        sequence.is_graph() ? sequence.edges()[e] : GraphEdge{from, from + 1, {}};
    write(edge, pairs.subspan(e * labels * labels, labels * labels));
  }
}

class TextPrinter {
 public:
  TextPrinter(const TagDetails& details, const std::vector<std::string>& labels)
      : details_(details), names_(labels) {}

  void operator()(const Sequence& sequence, Tagger& tagger, std::string& out) {
    edges_.clear();
    if (details_.edge_marginals) {
      ForEachEdge(sequence, tagger, names_.size(),
                  [&](const GraphEdge& edge, std::span<const double> pairs) {
                    WriteEdge(edge, pairs, edges_);
                  });
    }
    if (details_.marginals) marginals_ = tagger.Marginals();
    if (details_.nbest > 0) {
      WriteNBest(sequence, tagger.NBest(details_.nbest), out);
      return;
    }
    if (details_.score) out += "@score\t" + ShortestNumber(tagger.Score()) + "\n";
    if (details_.probability) {
      out += "@probability\t" + Rounded("%.6g", tagger.Probability()) + "\n";
    }
    WriteTokens(sequence, tagger.labels(), edges_, out);
  }

 private:
  void WriteEdge(const GraphEdge& edge, std::span<const double> pairs, std::string& out) const {
    out += "@edge";
    if (!edge.type.empty()) out.append(":").append(edge.type);
    out += "\t" + std::to_string(edge.from + 1) + "\t" + std::to_string(edge.to + 1);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      out.append("\t").append(names_[k / names_.size()]).append("\t");
      out += names_[k % names_.size()] + Rounded(":%.6f", pairs[k]);
    }
    out += "\n";
  }

  void WriteNBest(const Sequence& sequence, std::span<const Labelling> best,
                  std::string& out) const {
    for (std::size_t k = 0; k < best.size(); ++k) {
      out += "@nbest\t" + std::to_string(k + 1) + "\t" + ShortestNumber(best[k].score) + "\t" +
             Rounded("%.6g", std::exp(best[k].log_probability)) + "\n";
      WriteTokens(sequence, best[k].labels, k == 0 ? edges_ : std::string_view(), out);
    }
  }

  /// The tokens, then the lines of `edges` and the empty line.
  void WriteTokens(const Sequence& sequence, std::span<const std::string_view> labels,
                   std::string_view edges, std::string& out) const {
    std::size_t other = 0;
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (details_.keep_input) {
        WriteOthers(sequence, t, other, out);
        WriteInput(sequence.line(t), out);
      }
      out += labels[t];
      if (details_.marginals) WriteMarginals(t, out);
      out += "\n";
    }
    if (details_.keep_input) WriteOthers(sequence, sequence.size(), other, out);
    out.append(edges).append("\n");
  }

  /// The lines that stand before token t, from number `other` on. Comments stay as they are; other
  /// lines have no label.
  static void WriteOthers(const Sequence& sequence, std::size_t t, std::size_t& other,
                          std::string& out) {
    const std::span<const OtherLine> lines = sequence.other_lines();
    for (; other < lines.size() && lines[other].token <= t; ++other) {
      out += lines[other].line;
      if (!lines[other].line.starts_with('#')) out += "\t_";
      out += "\n";
    }
  }

  /// Keeps the separator of the input, for tools such as conlleval that accept only one.
  void WriteInput(std::string_view line, std::string& out) const {
    out += line;
    const bool spaces = details_.may_be_spaced && line.find('\t') == std::string_view::npos;
    out += spaces ? " " : "\t";
  }

  void WriteMarginals(std::size_t t, std::string& out) const {
    for (std::size_t k = 0; k < names_.size(); ++k) {
      out += "\t";
      out += names_[k];
      out += Rounded(":%.6f", marginals_[t * names_.size() + k]);
    }
  }

  TagDetails details_;
  std::vector<std::string> names_;
  std::span<const double> marginals_;  // [T][K]
  std::string edges_;                  // the lines of the edges
};

/// Objects are assembled as text, so that the labels, which occur often, are quoted only once.
class JsonPrinter {
 public:
  JsonPrinter(const TagDetails& details, const std::vector<std::string>& labels)
      : details_(details), names_(labels) {
    for (const std::string& name : names_) quoted_[name] = JsonQuoted(name);
  }

  void operator()(const Sequence& sequence, Tagger& tagger, std::string& out) {
    line_ = "{";
    if (details_.keep_input) {
      WriteArray(details_.json_input ? "\"tokens\":" : "\"input\":", sequence.lines(),
                 [&](std::string_view line) {
                   line_ += details_.json_input ? std::string(line) : JsonQuoted(line);
                 });
      line_ += ',';
    }
    WriteLabelling(tagger.labels(), tagger.Score(), tagger.LogProbability());
    if (details_.marginals) WriteMarginals(tagger.Marginals());
    if (details_.edge_marginals) WriteEdges(sequence, tagger);
    if (details_.nbest > 0) {
      WriteArray(",\"nbest\":", tagger.NBest(details_.nbest), [&](const Labelling& labelling) {
        line_ += '{';
        WriteLabelling(labelling.labels, labelling.score, labelling.log_probability);
        line_ += '}';
      });
    }
    line_ += "}\n";
    out += line_;
  }

 private:
  template <class List, class WriteElement>
  void WriteArray(std::string_view name, const List& list, const WriteElement& write) {
    line_ += name;
    const char* separator = "[";
    for (const auto& element : list) {
      line_ += separator;
      write(element);
      separator = ",";
    }
    line_ += list.empty() ? "[]" : "]";
  }

  void WriteLabelling(std::span<const std::string_view> labels, double score,
                      double log_probability) {
    WriteArray("\"labels\":", labels, [&](std::string_view label) { line_ += quoted_.at(label); });
    line_ += ",\"score\":" + ShortestNumber(score);
    line_ += ",\"log_probability\":" + ShortestNumber(log_probability);
    line_ += ",\"probability\":" + ShortestNumber(std::exp(log_probability));
  }

  /// One object per token.
  void WriteMarginals(std::span<const double> marginals) {
    std::size_t at = 0;
    WriteArray(",\"marginals\":", std::vector<bool>(marginals.size() / names_.size()), [&](bool) {
      const char* separator = "{";
      for (const std::string& name : names_) {
        line_ += separator + quoted_.at(name) + ":" + ShortestNumber(marginals[at++]);
        separator = ",";
      }
      line_ += '}';
    });
  }

  /// One object per edge, with a row of numbers for each label of its first node.
  void WriteEdges(const Sequence& sequence, Tagger& tagger) {
    const char* separator = ",\"edges\":[";
    ForEachEdge(sequence, tagger, names_.size(),
                [&](const GraphEdge& edge, std::span<const double> pairs) {
                  line_ += separator;
                  line_ += "{\"type\":" + JsonQuoted(edge.type) +
                           ",\"from\":" + std::to_string(edge.from + 1) +
                           ",\"to\":" + std::to_string(edge.to + 1) + ",\"marginals\":";
                  for (std::size_t k = 0; k < pairs.size(); ++k) {
                    const bool first = k % names_.size() == 0;
                    line_ += first ? (k == 0 ? "[[" : "],[") : ",";
                    line_ += ShortestNumber(pairs[k]);
                  }
                  line_ += "]]}";
                  separator = ",";
                });
    line_ += *separator == ',' && separator[1] == '\0' ? "]" : ",\"edges\":[]";
  }

  TagDetails details_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, std::string> quoted_;  // by a name in names_
  std::string line_;
};

}  // namespace

const char* const kTagFormats =
    "labels: one line per token, and an empty line after each sequence.\n"
    "  default          LABEL\n"
    "  --marginals      LABEL, then TAB NAME:P for every label of the model, where P is the\n"
    "                   probability of the label at this token with six decimals\n"
    "  --edge-marginals after the tokens a line for each edge: \"@edge:TYPE\" TAB U TAB V, then\n"
    "                   TAB A TAB B:P for every pair of labels; of a chain between neighbours;\n"
    "                   with --nbest after the first labelling\n"
    "  --scores         a line \"@score\" TAB S before each sequence: the sum of its weights\n"
    "  --probability    a line \"@probability\" TAB P before each sequence: the probability of\n"
    "                   the whole labelling; a lower bound where the model was trained with\n"
    "                   --inference trw\n"
    "  --keep-input     each line starts with the input line; the separator is a TAB, or a space\n"
    "                   if the columns are separated by spaces. Of CoNLL-U comments stay as they\n"
    "                   are; ranges of words and empty nodes get the label _\n"
    "  --nbest N        up to N labellings of each sequence, best first, each after a line\n"
    "                   \"@nbest\" TAB RANK TAB SCORE TAB PROBABILITY\n"
    "columns: the same as --keep-input.\n"
    "jsonl: one object per sequence, with labels, score, log_probability and probability; with\n"
    "  --keep-input also input, the lines of the tokens, or tokens if the input is JSON lines;\n"
    "  with --marginals also marginals, for each token an object of labels and probabilities;\n"
    "  with --edge-marginals also edges, an array of objects with type, from, to and marginals, a\n"
    "  row for each label of `from`; with --nbest also nbest, an array of such objects.\n"
    "  Bytes that are not valid UTF-8 are replaced by U+FFFD.\n"
    "Column text needs no labels. The label in the first field of attribute text is ignored.\n"
    "With --force, the label is the last column or the first field. Tokens with a label that the\n"
    "model does not know (such as ? or _, or none in attribute text) are decoded; the others keep\n"
    "their label, and all probabilities are conditioned on these labels.";

AnswerPrinter MakeTextPrinter(const TagDetails& details, const std::vector<std::string>& labels) {
  return TextPrinter(details, labels);
}

AnswerPrinter MakeJsonPrinter(const TagDetails& details, const std::vector<std::string>& labels) {
  // Its views of names must not be copied.
  const auto printer = std::make_shared<JsonPrinter>(details, labels);
  return [printer](const Sequence& sequence, Tagger& tagger, std::string& out) {
    (*printer)(sequence, tagger, out);
  };
}

}  // namespace sagitta::cli
