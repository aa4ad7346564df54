// train: a training with progress in Python and Ctrl-C.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>

#include "interrupt.h"
#include "module.h"
#include "options.h"
#include "sagitta/train.h"
#include "sagitta/train_options.h"

namespace sagitta::python {
namespace {

namespace nb = nanobind;

nb::dict Describe(const TrainStart& start) {
  nb::dict settings;
  for (const TrainOption& option : TrainOptions()) {
    settings[option.Keyword().c_str()] = option.get(start.settings);
  }
  nb::dict described;
  described["settings"] = settings;
  described["sequences"] = start.corpus.sequences;
  described["tokens"] = start.corpus.tokens;
  described["labels"] = start.corpus.labels;
  described["weights"] = start.weights;
  described["passes"] = start.settings.passes;
  described["target"] = start.target;
  if (start.large_values.attributes > 0) described["large_values"] = start.large_values.Text();
  return described;
}

nb::dict Describe(const PassRecord& record) {
  nb::dict described;
  described["pass"] = record.pass;
  described["seconds"] = record.seconds;
  described["objective"] = record.objective.value_or(record.objective_estimate);
  described["gradient"] = record.exact_gradient_inf.value_or(record.gradient_inf);
  described["step"] = record.step;
  described["lambda"] = record.lambda;
  described["dev_score"] = record.dev_score;
  described["seconds_left"] = record.seconds_left;
  return described;
}

nb::dict Describe(const PathPoint& point) {
  nb::dict described;
  described["lambda"] = point.lambda;
  described["passes"] = point.passes;
  described["seconds"] = point.seconds;
  described["objective"] = point.objective_estimate;
  described["dev_score"] = point.dev_score;
  described["converged"] = point.converged;
  return described;
}

nb::dict Describe(const TrainSummary& summary) {
  nb::list path;
  for (const PathPoint& point : summary.path) path.append(Describe(point));
  nb::dict described;
  described["stopped"] = StopText(summary.stop_reason);
  described["converged"] = summary.converged;
  described["passes"] = summary.last.pass;
  described["seconds"] = summary.total_seconds;
  described["lambda"] = summary.lambda;
  described["best_dev_score"] = summary.best_dev_score;
  described["best_dev_pass"] = summary.best_dev_pass;
  described["path"] = path;
  described["warning"] = summary.Warning();
  return described;
}

/// Hands the start and each pass to Python functions. What they raise ends the training; so does
/// Ctrl-C, which leaves the weights there are.
class PythonObserver final : public TrainObserver {
 public:
  PythonObserver(nb::handle on_start, nb::handle on_pass)
      : on_start_(on_start), on_pass_(on_pass) {}

  void OnStart(const TrainStart& start) override {
    const nb::gil_scoped_acquire gil;
    on_start_(Describe(start));
  }
  void OnPass(const PassRecord& record) override {
    const nb::gil_scoped_acquire gil;
    try {
      stop_ = nb::cast<bool>(on_pass_(Describe(record)));
    } catch (nb::python_error& error) {
      interrupt_.Take(error);
    }
  }
  bool ShouldStop() override { return stop_ || interrupt_.Raised(); }

  InterruptCheck& interrupt() { return interrupt_; }

 private:
  nb::handle on_start_, on_pass_;
  bool stop_ = false;
  InterruptCheck interrupt_;
};

/// The exception itself, which in older versions of Python need not exist yet.
nb::object Instance(const nb::python_error& error) {
  return error.value().is_valid() ? nb::borrow(error.value()) : error.type()();
}

/// (model, summary, the exception that Ctrl-C raised or None)
nb::tuple TrainModel(const Corpus& corpus, const std::optional<Corpus>& dev,
                     const nb::dict& options, const std::optional<Model>& init, nb::handle on_start,
                     nb::handle on_pass) {
  const TrainSettings settings = SettingsFrom(options);
  PythonObserver observer(on_start, on_pass);
  std::optional<TrainResult> result;
  {
    const nb::gil_scoped_release release;
    result = Train(corpus, dev ? &*dev : nullptr, settings, &observer, init ? &*init : nullptr);
  }
  std::optional<nb::python_error>& interrupt = observer.interrupt().error();
  return nb::make_tuple(nb::cast(std::move(result->model)), Describe(result->summary),
                        interrupt ? Instance(*interrupt) : nb::none());
}

}  // namespace

void BindTraining(nb::module_& module) {
  module.def(
      "train", &TrainModel, nb::arg("corpus"), nb::arg("dev").none(), nb::arg("options"),
      nb::arg("init").none(), nb::arg("on_start"), nb::arg("on_pass"),
      nb::sig("def train(corpus: Corpus, dev: Corpus | None, options: dict[str, typing.Any], "
              "init: Model | None, "
              "on_start: typing.Callable[[dict[str, typing.Any]], object], "
              "on_pass: typing.Callable[[dict[str, typing.Any]], bool]) -> "
              "tuple[Model, dict[str, typing.Any], BaseException | None]"));
}

}  // namespace sagitta::python
