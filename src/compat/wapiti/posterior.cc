// Beam search over tokens, exact because the product of marginals has no interactions.
#include "compat/wapiti/posterior.h"

#include <algorithm>

namespace sagitta::compat {
namespace {

/// An answer for the tokens up to this one, as a link to the answer that it continues.
struct Step {
  double product;
  std::uint32_t label;
  std::uint32_t before;  // index among the steps of the previous token
};

/// The n best continuations of the previous steps by a token's labels.
std::vector<Step> Continue(const std::vector<Step>& before, std::span<const double> token,
                           std::size_t n) {
  std::vector<Step> steps;
  steps.reserve(before.size() * token.size());
  for (std::uint32_t k = 0; k < token.size(); ++k) {
    for (std::uint32_t b = 0; b < before.size(); ++b) {
      steps.push_back({before[b].product * token[k], k, b});
    }
  }
  const auto kept = steps.begin() + static_cast<std::ptrdiff_t>(std::min(n, steps.size()));
  // Ties keep the order in which the steps were made: by label, then by rank of what is continued.
  std::partial_sort(steps.begin(), kept, steps.end(), [](const Step& a, const Step& b) {
    if (a.product != b.product) return a.product > b.product;
    return a.label != b.label ? a.label < b.label : a.before < b.before;
  });
  steps.erase(kept, steps.end());
  return steps;
}

}  // namespace

std::vector<PosteriorAnswer> BestPosteriors(std::span<const double> marginals, std::size_t labels,
                                            std::size_t n) {
  std::vector<std::vector<Step>> steps = {{{1, 0, 0}}};
  for (std::size_t at = 0; at < marginals.size(); at += labels) {
    steps.push_back(Continue(steps.back(), marginals.subspan(at, labels), n));
  }
  std::vector<PosteriorAnswer> answers(steps.back().size());
  for (std::size_t rank = 0; rank < answers.size(); ++rank) {
    answers[rank].product = steps.back()[rank].product;
    std::size_t at = rank;
    for (std::size_t t = steps.size() - 1; t > 0; --t) {
      answers[rank].labels.push_back(steps[t][at].label);
      at = steps[t][at].before;
    }
    std::reverse(answers[rank].labels.begin(), answers[rank].labels.end());
  }
  return answers;
}

}  // namespace sagitta::compat
