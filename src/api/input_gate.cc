// InputGate: looks up names until one is known.
#include "api/input_gate.h"

#include <algorithm>
#include <utility>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

constexpr std::uint64_t kFewest = 10;    // tokens to judge a whole file by
constexpr std::uint64_t kEnough = 1000;  // tokens to judge the beginning of a file by

bool AnyKnown(std::span<const Item> items, const DictionaryView& names) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return names.Find(item.name) != kNoId; });
}

}  // namespace

InputGate::InputGate(const ModelData& model, std::string file, bool labels, bool on)
    : model_(model), file_(std::move(file)), labels_(labels), known_(!on) {
  all_.known_attribute = model.node_names.size() + model.edge_names.size() == 0;
  all_.known_label = !labels;
}

void InputGate::Look(const Sequence& sequence, InputTally& tally) const {
  tally.tokens += sequence.size();
  const std::span<const Item> items = sequence.node_items();
  tally.known_attribute = tally.known_attribute || AnyKnown(items, model_.node_names) ||
                          AnyKnown(sequence.edge_items(), model_.edge_names);
  if (tally.attribute.empty() && !items.empty()) tally.attribute = items[0].name;
  for (const std::string_view label : sequence.labels()) {
    if (tally.label.empty()) tally.label = label;
    tally.known_label = tally.known_label || model_.labels.Find(label) != kNoId;
  }
}

void InputGate::Add(const InputTally& tally) {
  if (known()) return;
  all_.tokens += tally.tokens;
  all_.known_attribute |= tally.known_attribute;
  all_.known_label |= tally.known_label;
  if (all_.attribute.empty()) all_.attribute = tally.attribute;
  if (all_.label.empty()) all_.label = tally.label;
  if (all_.known_attribute && all_.known_label) {
    known_ = true;
  } else if (all_.tokens >= kEnough) {
    Refuse();
  }
}

void InputGate::Finish() const {
  if (!known() && all_.tokens >= kFewest) Refuse();
}

void InputGate::Refuse() const {
  const std::string on = "; --force-input accepts it";
  const bool columns = !model_.options.template_text.empty();
  const auto fail = [&](const std::string& text) {
    throw Error(ErrorKind::kData, {file_, 0, 0}, text + on);
  };
  if (!all_.known_attribute && all_.attribute.empty()) {
    fail("found no attributes in " + std::to_string(all_.tokens) +
         " tokens; the model was trained on attribute text, LABEL TAB ATTRIBUTE ..., and cannot "
         "read columns");
  }
  if (!all_.known_attribute) {
    const std::string known =
        model_.node_names.size() > 0
            ? ", only such as '" + std::string(model_.node_names.Name(0)) + "'"
            : std::string();
    fail("the model knows none of the attributes of " + std::to_string(all_.tokens) +
         " tokens, such as '" + all_.attribute + "'" + known +
         (columns ? ": are the columns those that it was trained on?"
                  : ": is the input made in the same way as the training data, not columns?"));
  }
  fail("the model knows none of the labels of " + std::to_string(all_.tokens) +
       " tokens, such as '" + all_.label + "', only such as '" +
       std::string(model_.labels.Name(0)) + "': is the label in " +
       (columns ? "the last column?" : "the first field?"));
}

}  // namespace sagitta::internal
