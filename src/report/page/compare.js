// The page of `sagitta compare`. The records are those of docs/compare.md, without the fields that are
// not shown here. Only the best and the second best step size of a method have curves.

function comparePage({ header, runs, skipped, complete }) {
  const best = [];
  const names = new Set(runs.map((run) => run.name));
  for (const name of names) {
    const shown = runs.find((run) => run.name === name && run.mark === "best");
    if (shown) best.push(shown);
  }
  const curves = runs.filter((run) => run.curve && (run.mark === "best" || run.mark === "second"));
  setNames(best.map((run) => run.name), mutedNames(best));
  const context = { header, runs, best, curves, skipped, complete, optimum: header.optimum && header.optimum.objective,
                    hasTest: best.some((run) => run.curve.test_error) };
  const figures = el("div", {}, gapSection(context), context.hasTest ? testSection(context) : null,
    summarySection(context), stepSection(context), memorySection(context), samplingSection(context), leftOutSection(context));
  return [compareHead(context), best.length
    ? el("div", { class: "board", style: "margin-top: 1.8rem" }, legend("Methods", families(best)), figures)
    : el("p", {}, "No run is complete yet.")];
}

// The methods that the paper compares, and the default one. If there are more methods than people can tell apart, the
// others are grey until they are chosen.
const paperMethods = ["lbfgs", "hybrid", "pegasos", "sg", "asg", "adagrad", "smd", "oeg", "sag", "sag-nus", "sag-nus-star", "sag-nus-secant"];
const kMostColors = 12;

function mutedNames(best) {
  if (best.length <= kMostColors) return [];
  const first = new Map();
  for (const run of best) if (paperMethods.includes(run.method) && !first.has(run.method)) first.set(run.method, run.name);
  const shown = new Set(first.size > 1 ? first.values() : best.slice(0, kMostColors).map((run) => run.name));
  return best.map((run) => run.name).filter((name) => !shown.has(name));
}

function families(best) {
  const groups = new Map();
  for (const run of best) {
    if (!groups.has(run.family)) groups.set(run.family, []);
    groups.get(run.family).push(run.name);
  }
  return groups.size < 2 ? [] : [...groups].map(([title, members]) => ({ title, names: members }));
}

// ---- Head -------------------------------------------------------------------------------------

function compareHead(context) {
  const { header } = context;
  const settings = header.settings || {};
  const corpus = header.corpus || {};
  const facts = [
    ["Training data", `${format.count(corpus.sequences)} sequences, ${format.count(corpus.tokens)} tokens, ${format.count(corpus.labels)} labels`],
    header.test_corpus ? ["Test data", `${baseName(header.test)}, ${format.count(header.test_corpus.tokens)} tokens`] : null,
    ["Features", `${settings.features || nothing}, ${format.count(header.weights)} weights`],
    header.template ? ["Template", baseName(header.template)] : null,
    ["\u03bb", format.general(Number(settings.lambda), 4)],
    Number(settings.lambda1) > 0 ? ["\u03bb\u2081", format.general(Number(settings.lambda1), 4)] : null,
    ["Passes", format.count(Number(settings.passes))],
    ["Precision", settings.precision || nothing],
    ["Seed", String(settings.seed)],
    known(context.optimum) ? ["f*", `${Number(context.optimum.toPrecision(12))}${header.optimum.given ? ", as given" : ""}`] : null,
    ["Sagitta", `${header.version}, ${header.target}`],
  ].filter(Boolean);
  const train = (header.train || []).map(baseName);
  const title = `Training methods compared on ${train.length > 2 ? `${train[0]} and ${train.length - 1} more files` : listed(train)}`;
  return pageHead(title, verdict(context), facts, compareNotes(context));
}

function compareNotes({ header, runs, complete }) {
  const notes = [];
  const optimum = header.optimum;
  if (!complete) notes.push("This comparison is incomplete: some methods are missing, and the best step sizes may change.");
  if (optimum && known(optimum.relative_difference) && !optimum.agrees) {
    notes.push(`The two training runs that determine f* differ by a relative ${format.general(optimum.relative_difference)}, more than 10⁻⁹: gaps of that size are not meaningful.`);
  }
  if (runs.some((run) => run.jobs > 1)) notes.push("Several methods ran at the same time: compare passes, because times are not reliable.");
  return notes;
}

const reachedAt = (run, gap) => (run.reached || []).find((one) => Math.abs(one.relative_gap / gap - 1) < 1e-6) || {};
const times = (a, b) => `${format.general(a / b, a / b < 9.95 ? 2 : 3)} times as many`;

// Which method is best, judged at the smallest gap that at least two methods reached (or one, if no
// gap was reached by two).
function verdict({ best, hasTest }) {
  if (!best.length) return "Nothing to compare yet.";
  const reaching = (gap) => best.filter((run) => isNumber(reachedAt(run, gap).pass));
  const gap = [1e-4, 1e-2].find((one) => reaching(one).length > 1) || [1e-4, 1e-2].find((one) => reaching(one).length);
  const parts = [];
  if (gap) parts.push(raceSentence(reaching(gap), gap, best.length));
  else {
    const ahead = best.filter((run) => isNumber(run.final_gap)).sort((a, b) => a.final_gap - b.final_gap)[0];
    if (ahead) parts.push(`No method reached a relative gap of 10⁻². ${ahead.name} came closest: its objective is ${format.general(ahead.final_gap)} above the optimum.`);
  }
  if (hasTest) parts.push(testSentence(best));
  return parts.join(" ");
}

function raceSentence(reaching, gap, all) {
  const by = (field) => [...reaching].sort((a, b) => reachedAt(a, gap)[field] - reachedAt(b, gap)[field]);
  const value = (run, field) => reachedAt(run, gap)[field];
  const [first, next] = by("pass");
  let text = `${first.name} wins: it reaches a relative gap of ${format.level(gap)} to the optimum in ${format.passes(value(first, "pass"))} passes`;
  if (next) text += `, followed by ${next.name} with ${format.passes(value(next, "pass"))}`;
  const lbfgs = reaching.find((run) => run.method === "lbfgs");
  if (lbfgs && lbfgs !== first && lbfgs !== next) text += `, L-BFGS needs ${times(value(lbfgs, "pass"), value(first, "pass"))}`;
  text += reaching.length < all ? `; ${reaching.length} of ${all} methods reach it.` : ".";
  const quickest = by("seconds")[0];
  text += quickest === first ? " It is also the fastest in time" : ` ${quickest.name} is the fastest in time`;
  return `${text}, with ${format.seconds(value(quickest, "seconds"))} s.`;
}

function testSentence(best) {
  const tested = best.filter((run) => run.best_test && isNumber(run.best_test.error));
  const lowest = tested.sort((a, b) => a.best_test.error - b.best_test.error || a.best_test.pass - b.best_test.pass)[0];
  if (!lowest) return "";
  return `The lowest test error, ${format.percent(lowest.best_test.error)} % of tokens, is reached by ${lowest.name} after ${format.passes(lowest.best_test.pass)} passes.`;
}

// ---- Curves -----------------------------------------------------------------------------------

const etaText = (run) => (isNumber(run.eta) ? ` (\u03b7 = ${format.level(run.eta)})` : "");

// One series per run; y(run, k) may be null.
function seriesOf(context, xField, y) {
  return context.curves.map((run) => ({
    name: run.name, second: run.mark === "second",
    label: run.name + (run.mark === "second" ? `, second best${etaText(run)}` : etaText(run)),
    points: run.curve.pass.map((pass, k) => ({
      x: run.curve[xField][k], y: y(run, k), pass, seconds: run.curve.seconds[k], gap: run.curve.gap[k],
      error: run.curve.test_error && run.curve.test_error[k], f1: run.curve.test_f1 && run.curve.test_f1[k],
    })).filter((point) => isNumber(point.x) && isNumber(point.y)),
  }));
}

function curveReadOut(point, optimum) {
  const lines = [`pass ${format.passes(point.pass)}, ${format.seconds(point.seconds)} s`,
                 `gap ${format.general(point.gap, 3)} (relative ${format.general(point.gap / optimum, 3)})`];
  if (isNumber(point.error)) lines.push(`test error ${format.percent(point.error)} %`);
  if (isNumber(point.f1)) lines.push(`span F1 ${format.percent(point.f1)} %`);
  return lines;
}

// The x axis in passes or seconds. Methods differ greatly in speed, so seconds are logarithmic.
function xAxis(context, field) {
  const ends = context.curves.map((run) => run.curve[field][run.curve[field].length - 1]).filter(isNumber);
  const most = Math.max(...ends);
  if (field === "pass") {
    return { label: "effective passes", min: 0, max: Math.min(most, 1.02 * Number(context.header.settings.passes) || most), read: format.passes };
  }
  const starts = context.curves.map((run) => run.curve[field][0]).filter((value) => value > 0);
  // A few slow methods do not flatten the linear axis.
  const usual = Math.min(most, 4 * ends.sort((a, b) => a - b)[Math.floor(ends.length / 2)]);
  return { label: "seconds of training", log: true, min: Math.min(...starts), max: most, usual, read: format.seconds };
}

// Seconds can be shown on either scale.
function scaleSwitch(axis) {
  return { label: "logarithmic time", pressed: true, apply(pressed, chart) {
    Object.assign(chart.options.scales.x, axisOptions({ ...axis, log: pressed, min: pressed ? axis.min : 0, max: pressed ? axis.max : axis.usual }));
    restyle(chart);
  } };
}

function gapRange(context) {
  const gaps = context.curves.flatMap((run) => run.curve.gap).filter((gap) => isNumber(gap) && gap > 0);
  const start = context.header.objective_at_zero - context.optimum;
  const known9 = context.optimum * Math.max(1e-9, (context.header.optimum.relative_difference || 0));
  const least = Math.max(Math.min(...gaps, start), known9);
  const most = Math.min(Math.max(...gaps, start), 3 * start);
  return { min: 10 ** Math.floor(Math.log10(least)), max: 10 ** Math.ceil(Math.log10(most) - 1e-9) };
}

function gapPlot(context, field) {
  const range = gapRange(context);
  const start = context.header.objective_at_zero - context.optimum;
  const series = seriesOf(context, field, (run, k) => (isNumber(run.curve.gap[k]) ? Math.max(run.curve.gap[k], range.min) : null));
  if (field === "pass") {
    for (const one of series) {
      const run = context.curves.find((other) => other.name === one.name);
      if (run.method !== "oeg") one.points.unshift({ x: 0, y: start, pass: 0, seconds: 0, gap: start });
    }
  }
  const x = xAxis(context, field);
  const what = field === "pass" ? "passes" : "time";
  return linePlot({
    id: `gap-${field === "pass" ? "passes" : "seconds"}`,
    title: `Objective minus optimum against ${what}`,
    caption: field === "pass"
      ? "Lower is better. One effective pass is n evaluations of log p and its gradient, where n is the number of examples."
      : "Lower is better. Training time on one thread, without the evaluations made for this report.",
    description: raceDescription(context, field),
    x, y: { label: "f \u2212 f*", log: true, ...range, read: (point) => format.general(point.gap) },
    levels: [1e-2, 1e-4, 1e-6].map((gap) => ({ value: gap * context.optimum, label: `relative gap ${format.level(gap)}` })),
    series, samples: roundSamples(field === "pass" ? 1 : x.min, x.max),
    readOut: (point) => curveReadOut(point, context.optimum),
    switches: field === "pass" ? [] : [scaleSwitch(x)],
  });
}

function raceDescription({ best }, field) {
  const key = field === "pass" ? "pass" : "seconds";
  const text = (value) => (field === "pass" ? `${format.passes(value)} passes` : `${format.seconds(value)} seconds`);
  const order = best.filter((run) => isNumber(reachedAt(run, 1e-4)[key]))
    .sort((a, b) => reachedAt(a, 1e-4)[key] - reachedAt(b, 1e-4)[key]);
  if (!order.length) return "No method reaches a relative gap of 1e-4.";
  return `To a relative gap of 1e-4: ${order.map((run) => `${run.name} ${text(reachedAt(run, 1e-4)[key])}`).join(", ")}.`;
}

function gapSection(context) {
  if (!known(context.optimum) || !context.curves.length) return null;
  const second = context.curves.some((run) => run.mark === "second");
  return section("How fast the objective falls",
    second ? "The step sizes of the classic stochastic methods are tuned over powers of ten. Solid curves show the best step size, dotted curves the second best." : null,
    second ? secondSwitch() : null,
    el("div", { class: "pair" }, gapPlot(context, "pass"), gapPlot(context, "seconds")));
}

function secondSwitch() {
  const box = el("input", { type: "checkbox", id: "second", checked: true });
  box.addEventListener("change", () => {
    state.second = box.checked;
    changed();
  });
  return el("div", { class: "tools" }, el("label", {}, box, "Show the second best step size"));
}

// ---- Test error -------------------------------------------------------------------------------

// Early passes can have a much higher error. The axis ends where the relevant differences are visible.
function errorRange(series) {
  const all = series.flatMap((one) => one.points.map((point) => point.y));
  const lowest = Math.min(...all);
  const finals = series.filter((one) => !one.second && one.points.length)
    .map((one) => one.points[one.points.length - 1].y).sort((a, b) => a - b);
  const usual = finals[Math.floor(0.8 * (finals.length - 1))];
  const most = Math.min(Math.max(...all), Math.max(lowest + 4 * (usual - lowest), 1.6 * lowest, lowest + 0.5));
  const span = Math.max(most - lowest, 0.1);
  return { min: Math.max(0, lowest - 0.06 * span), max: most + 0.02 * span, cut: Math.max(...all) > most * 1.001, whole: Math.max(...all) };
}

function testPlot(context, field) {
  const series = seriesOf(context, field, (run, k) => {
    const error = run.curve.test_error && run.curve.test_error[k];
    return isNumber(error) ? 100 * error : null;
  });
  const range = errorRange(series);
  const x = xAxis(context, field);
  const switches = field === "pass" ? [] : [scaleSwitch(x)];
  if (range.cut) {
    switches.push({ label: "whole range", pressed: false, apply(pressed, chart) {
      chart.options.scales.y.max = pressed ? range.whole : range.max;
    } });
  }
  return linePlot({
    id: `test-${field === "pass" ? "passes" : "seconds"}`,
    title: `Test error against ${field === "pass" ? "passes" : "time"}`,
    caption: `The share of wrong tokens in the test data. The axis does not start at zero${range.cut ? ", and higher values are cut off" : ""}.`,
    description: testSentence(context.best),
    x, y: { label: "wrong tokens, %", min: range.min, max: range.max, tick: (value) => String(Number(value.toFixed(2))), read: (point) => `${point.y.toFixed(2)} %` },
    series, samples: roundSamples(field === "pass" ? 1 : x.min, x.max),
    readOut: (point) => curveReadOut(point, context.optimum), switches,
  });
}

function testSection(context) {
  return section("How fast the test error falls", null,
    el("div", { class: "pair" }, testPlot(context, "pass"), testPlot(context, "seconds")));
}

// ---- Tables -----------------------------------------------------------------------------------

function summarySection(context) {
  const reach = (gap, field, text) => ({
    title: format.level(gap), group: field === "pass" ? "passes to a relative gap of" : "seconds to a relative gap of",
    value: (run) => reachedAt(run, gap)[field] ?? null, text: (run) => text(reachedAt(run, gap)[field]), best: "least" });
  const test = (title, field, text, best) => ({ title, group: "best on the test data", best,
    value: (run) => (run.best_test && isNumber(run.best_test[field]) ? run.best_test[field] : null),
    text: (run) => text(run.best_test ? run.best_test[field] : null) });
  const hasF1 = context.best.some((run) => run.best_test && isNumber(run.best_test.f1));
  const columns = [
    { title: "method", left: true, value: (run) => run.name, node: (run) => el("span", {}, swatch(run.name), run.name) },
    { title: "\u03b7", value: (run) => run.eta ?? null, text: (run) => (isNumber(run.eta) ? format.level(run.eta) : nothing) },
    ...[1e-2, 1e-4, 1e-6].map((gap) => reach(gap, "pass", format.passes)),
    ...[1e-2, 1e-4, 1e-6].map((gap) => reach(gap, "seconds", format.seconds)),
    { title: "final", group: "relative gap", value: (run) => (isNumber(run.final_gap) ? run.final_gap / context.optimum : null),
      text: (run) => format.general(run.final_gap / context.optimum), best: "least" },
    ...(context.hasTest ? [test("error, %", "error", format.percent, "least"), test("at pass", "pass", format.passes)] : []),
    ...(hasF1 ? [test("F1, %", "f1", format.percent, "most")] : []),
    { title: "memory", group: "gradients", value: (run) => run.memory_bytes ?? null, text: (run) => (run.memory_bytes ? format.bytes(run.memory_bytes) : nothing) },
  ];
  return section("Summary",
    `A gap is reached at the first pass that ends at or below it; ${nothing} means that it was not reached. Click a heading to sort. The best value of each column is bold.`,
    sortableTable("summary", "Summary of all methods", columns, context.best, { linked: (run) => run.name, sortBy: 3 }));
}

function memorySection({ header }) {
  const memory = header.memory;
  if (!memory || !memory.published) return null;
  const words = { naive: "a vector of all weights per example", sparse: "the weights that an example can affect",
                  marginals: "marginals of labels and of label pairs", mixed: "marginals of labels, expected counts of label pairs" };
  const merged = memory.merged || [];
  const rows = memory.published.map((use, k) => ({ use, merged: merged[k] || {} }));
  const share = (use) => (isNumber(use.fraction) ? format.general(use.fraction, 2) : nothing);
  const columns = [
    { title: "form", left: true, value: (row) => row.use.form, text: (row) => row.use.form },
    { title: "what is kept", left: true, value: (row) => words[row.use.form] || "", text: (row) => words[row.use.form] || "" },
    { title: "of naive", group: "as published", value: (row) => row.use.fraction, text: (row) => share(row.use), best: "least" },
    { title: "bytes", group: "as published", value: (row) => row.use.bytes, text: (row) => format.bytes(row.use.bytes) },
    { title: "of naive", group: "with twins merged", value: (row) => row.merged.fraction ?? null, text: (row) => share(row.merged), best: "least" },
    { title: "bytes", group: "with twins merged", value: (row) => row.merged.bytes ?? null, text: (row) => format.bytes(row.merged.bytes) },
  ];
  return section("Memory for gradients",
    "The size of the gradients that SAG and SAGA store for all examples, in four forms that lead to the same weights. Twins are attributes that always occur together.",
    sortableTable("memory", "Memory for gradients", columns, rows));
}

function leftOutSection({ skipped, runs }) {
  const diverged = runs.filter((run) => run.diverged || run.mark === "diverged");
  const rows = [...skipped.map((one) => [one.name, one.reason]),
                ...diverged.map((run) => [run.name + etaText(run), "diverged"])];
  if (!rows.length) return null;
  return section("Runs without a curve", null, plainTable("Runs without a curve", ["method", "reason"], rows));
}

// ---- Step sizes -------------------------------------------------------------------------------

function stepSection(context) {
  const tuned = context.runs.filter((run) => isNumber(run.eta));
  if (!tuned.length || !known(context.optimum)) return null;
  const range = gapRange(context);
  const names = state.names.filter((name) => tuned.some((run) => run.name === name));
  const ended = (run) => !run.diverged && isNumber(run.final_gap);
  const series = names.map((name) => ({
    name, points: tuned.filter((run) => run.name === name).sort((a, b) => a.eta - b.eta)
      .map((run) => ({ x: run.eta, y: ended(run) ? Math.min(Math.max(run.final_gap, range.min), range.max) : range.max, run })),
  }));
  const etas = tuned.map((run) => run.eta);
  const wrong = tuned.filter((run) => !ended(run));
  const over = tuned.some((run) => ended(run) && run.final_gap > range.max);
  return section("How much the step size matters", null, el("div", { class: "pair" }, linePlot({
    id: "steps", title: "Gap after the last pass against step size",
    caption: "Every power of ten that was tried." + (wrong.length || over ? " Runs that diverged or ended above the axis are drawn at its top." : ""),
    description: names.map((name) => {
      const winner = context.best.find((run) => run.name === name);
      return `${name}: best at ${winner && winner.eta}`;
    }).join("; "),
    x: { label: "step size \u03b7", log: true, min: Math.min(...etas) / 1.5, max: Math.max(...etas) * 1.5, read: format.level },
    y: { label: "f \u2212 f* after the last pass", log: true, ...range, read: (point) => (ended(point.run) ? format.general(point.run.final_gap) : "diverged") },
    series, samples: [...new Set(etas)].sort((a, b) => a - b),
    readOut: ({ run }) => [`step size ${format.level(run.eta)}`,
      ended(run) ? `gap after the last pass ${format.general(run.final_gap, 3)}` : "diverged",
      ...(isNumber(run.best_gap) ? [`lowest gap ${format.general(run.best_gap, 3)}`] : []),
      ...(run.best_test ? [`lowest test error ${format.percent(run.best_test.error)} %`] : [])],
  })));
}

// ---- Sampling ---------------------------------------------------------------------------------

function samplingSection(context) {
  const sampled = context.best.filter((run) => run.sampling && run.sampling.visits && run.sampling.visits.counts);
  if (!sampled.length) return null;
  const first = sampled.find((run) => run.sampling.lipschitz) || sampled[0];
  const chooser = el("select", { id: "sampling-run" }, ...sampled.map((run) =>
    el("option", { value: run.name, selected: run === first }, run.name)));
  const place = el("div", { class: "pair" });
  const show = () => {
    const run = sampled.find((one) => one.name === chooser.value);
    dropCharts(place);
    place.replaceChildren(...[visitsPlot(run), run.sampling.lipschitz ? lipschitzPlot(run) : null].filter(Boolean));
    changed();
  };
  chooser.addEventListener("change", show);
  show();
  return section("How the examples were sampled",
    "Non-uniform methods visit examples more often if the Lipschitz constant L\u1d62 of their gradient is large.",
    el("div", { class: "tools" }, el("label", {}, "Method", chooser)), place);
}

const binText = (edges, k, text) => {
  const next = edges[k + 1];
  return `${text(edges[k])} to ${text(next)}`;
};

function visitsPlot(run) {
  const { visits, examples } = run.sampling;
  const whole = (k) => {
    const last = visits.edges[k + 1] - 1;
    return last <= visits.edges[k] ? format.count(visits.edges[k]) : `${format.count(visits.edges[k])}\u2013${format.count(last)}`;
  };
  const labels = visits.counts.map((_, k) => whole(k));
  return barPlot({
    id: "visits", title: `Visits per example: ${run.name}`,
    caption: `${format.count(examples)} examples, ${format.count(run.sampling.iterations)} visits, ${format.general(visits.mean, 3)} per example on average; ${format.count(visits.unseen || 0)} examples were never visited.`,
    description: `From ${visits.smallest} to ${visits.largest} visits, ${format.general(visits.mean, 3)} on average.`,
    xLabel: "number of visits", yLabel: "examples", labels, counts: visits.counts,
    readOut: (k) => [`${labels[k]} visits`, `${format.count(visits.counts[k])} examples, ${format.percent(visits.counts[k] / examples, 1)} %`],
  });
}

function lipschitzPlot(run) {
  const { lipschitz } = run.sampling;
  const text = (value) => format.general(value, 2);
  return barPlot({
    id: "lipschitz", title: `Lipschitz constants L\u1d62: ${run.name}`,
    caption: `Final estimates, from ${text(lipschitz.smallest)} to ${text(lipschitz.largest)}, ${text(lipschitz.mean)} on average. The curve shows the mean number of visits of the examples in each bar.`,
    description: `Constants from ${text(lipschitz.smallest)} to ${text(lipschitz.largest)}, mean ${text(lipschitz.mean)}.`,
    xLabel: "L\u1d62 (lower end of each bar)", yLabel: "examples", labels: lipschitz.counts.map((_, k) => text(lipschitz.edges[k])),
    counts: lipschitz.counts, line: known(lipschitz.visits) ? { label: "mean visits", values: lipschitz.visits } : null,
    readOut: (k) => [`L\u1d62 ${binText(lipschitz.edges, k, text)}`, `${format.count(lipschitz.counts[k])} examples`,
      ...(lipschitz.visits && isNumber(lipschitz.visits[k]) ? [`${format.general(lipschitz.visits[k], 3)} visits on average`] : [])],
  });
}
