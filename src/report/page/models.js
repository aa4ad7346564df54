// The page of `sagitta report`: training runs from their logs, then the models.

function modelsPage({ version, runs, models }) {
  const names = uniqueNames(runs.map((run) => baseName((run.start && run.start.model) || run.file)));
  runs.forEach((run, k) => (run.name = names[k]));
  setNames(names);
  const parts = [modelsHead(version, runs, models)];
  if (runs.length) parts.push(runsBoard(runs));
  if (models.length) parts.push(modelBoard(models));
  return parts;
}

// Adds a number to names that occur more than once.
function uniqueNames(names) {
  const seen = new Map();
  return names.map((name) => {
    const count = (seen.get(name) || 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

// ---- Head -------------------------------------------------------------------------------------

function modelsHead(version, runs, models) {
  const files = (models.length ? models.map((model) => model.file) : runs.map((run) => run.file)).map(baseName);
  const title = files.length > 3 ? `Report on ${files.length} models` : `Report on ${listed(files)}`;
  const one = models[0];
  const start = runs.length && runs[0].start;
  const facts = [
    start && start.train ? ["Training data", listed(start.train.map(baseName))] : null,
    start && start.corpus ? ["Size", `${format.count(start.corpus.sequences)} sequences, ${format.count(start.corpus.tokens)} tokens`] : null,
    one && one.test ? ["Test data", `${baseName(one.test.file)}, ${format.count(one.test.sequences)} sequences, ${format.count(one.test.tokens)} tokens`] : null,
    ["Sagitta", version],
  ].filter(Boolean);
  return pageHead(title, modelsVerdict(runs, models), facts, []);
}

function score(test) {
  return test.has_spans ? test.all_spans.f1 : test.correct_tokens / test.tokens;
}
const scoreText = (test) =>
  `a token accuracy of ${format.percent(test.correct_tokens / test.tokens)} %${test.has_spans ? ` and a span F1 of ${format.percent(test.all_spans.f1)} %` : ""}`;

function modelsVerdict(runs, models) {
  const tested = models.filter((model) => model.test).sort((a, b) => score(b.test) - score(a.test));
  if (tested.length > 1) {
    const [first, next] = tested.map((model) => baseName(model.file));
    if (score(tested[0].test) === score(tested[1].test)) return `${first} and ${next} are equally good on the test data, with ${scoreText(tested[0].test)}.`;
    return `${first} is best on the test data, with ${scoreText(tested[0].test)}, followed by ${next} with ${scoreText(tested[1].test)}.`;
  }
  if (tested.length) {
    const worst = tested[0].test.labels.filter((row) => row.actual >= 5).sort((a, b) => a.f1 - b.f1)[0];
    return `The model has ${scoreText(tested[0].test)} on the test data.` +
      (worst ? ` The hardest label is ${worst.name}, with an F1 of ${format.percent(worst.f1, 1)} %.` : "");
  }
  const run = runs.find((one) => one.end);
  if (run) {
    const end = run.end;
    return `${run.name} was trained in ${format.passes(end.pass)} passes and ${format.seconds(end.seconds)} s; it stopped because ${end.stop_reason}.`;
  }
  return models.length ? `${format.count(models[0].weights)} weights, ${format.count(models[0].label_count)} labels.` : "This training run has not finished.";
}

// ---- Training runs ----------------------------------------------------------------------------

function runSeries(runs, xField, field) {
  return runs.filter((run) => field(run)).map((run) => ({
    name: run.name,
    points: run.curve.pass.map((pass, k) => ({ x: run.curve[xField][k], y: field(run)[k], pass, seconds: run.curve.seconds[k],
      objective: objectiveOf(run)[k], gradient: run.curve.gradient_inf && run.curve.gradient_inf[k],
      dev: run.curve.dev_score && run.curve.dev_score[k] })).filter((point) => isNumber(point.x) && isNumber(point.y)),
  })).filter((series) => series.points.length);
}

const objectiveOf = (run) => run.curve.objective || run.curve.objective_estimate || [];

function runReadOut(point) {
  const lines = [`pass ${format.passes(point.pass)}, ${format.seconds(point.seconds)} s`, `objective ${format.general(point.objective, 6)}`];
  if (isNumber(point.gradient)) lines.push(`gradient ${format.general(point.gradient, 3)}`);
  if (isNumber(point.dev)) lines.push(`development score ${format.percent(point.dev)} %`);
  return lines;
}

// The initial range of the y axis: up to a few times the final objective, or down to somewhat below the
// final score. Early passes can be far outside.
function usualRange(series, rises) {
  const all = series.flatMap((one) => one.points.map((point) => point.y));
  const lasts = series.map((one) => one.points[one.points.length - 1].y);
  if (rises) {
    const middle = [...lasts].sort((a, b) => a - b)[Math.floor(lasts.length / 2)];
    const low = Math.max(Math.min(...all), middle - Math.max(4, 0.1 * Math.max(...all)));
    return { min: Math.floor(low), cut: low > Math.min(...all) };
  }
  const middle = [...lasts].sort((a, b) => a - b)[Math.floor(lasts.length / 2)];
  const high = Math.min(Math.max(...all), 3 * middle);
  return { min: 0, max: high, cut: high < Math.max(...all) };
}

function runPlot(runs, xField, { id, title, caption, label, field, log, tick, read, scale = 1, rises, description }) {
  const series = runSeries(runs, xField, field);
  for (const one of series) one.points = one.points.filter((point) => !log || point.y > 0).map((point) => ({ ...point, y: scale * point.y }));
  const xs = series.flatMap((one) => one.points.map((point) => point.x));
  if (!xs.length) return null;
  const x = xField === "pass" ? { label: "effective passes", min: 0, max: Math.max(...xs), read: format.passes }
                              : { label: "seconds of training", min: 0, max: Math.max(...xs), read: format.seconds };
  const range = log ? {} : usualRange(series, rises);
  const switches = !range.cut ? [] : [{ label: "whole range", pressed: false, apply(pressed, chart) {
    Object.assign(chart.options.scales.y, { min: pressed ? undefined : range.min, max: pressed ? undefined : range.max });
  } }];
  return linePlot({ id: `${id}-${xField === "pass" ? "passes" : "seconds"}`, title: `${title} against ${xField === "pass" ? "passes" : "time"}`,
    caption: caption + (range.cut ? " The first passes are cut off." : ""), description, x,
    y: { label, log, tick, read, min: range.min, max: range.max }, series, switches,
    samples: roundSamples(xField === "pass" ? 1 : Math.max(x.max / 100, 1e-3), x.max), readOut: runReadOut });
}

// Runs whose objectives can be compared, by what they have in common: the data and the regularisation. Each group has
// its own axis.
function problems(runs) {
  const groups = new Map();
  for (const run of runs) {
    const settings = (run.start && run.start.settings) || {};
    const corpus = (run.start && run.start.corpus) || {};
    const lambda = (run.end && run.end.lambda) ?? settings.lambda;
    const one = [`\u03bb = ${known(lambda) ? format.general(Number(lambda), 3) : nothing}`,
                 Number(settings.lambda1) > 0 ? `\u03bb\u2081 = ${format.general(Number(settings.lambda1), 3)}` : "",
                 known(corpus.sequences) ? `${format.count(corpus.sequences)} sequences` : ""].filter(Boolean).join(", ");
    if (!groups.has(one)) groups.set(one, []);
    groups.get(one).push(run);
  }
  return [...groups];
}

function runsBoard(runs) {
  const traced = runs.every((run) => run.curve.objective);
  const last = (values) => values[values.length - 1];
  const ends = (field, text) => `At the end: ${runs.filter(field).map((run) => `${run.name} ${text(last(field(run)))}`).join(", ")}.`;
  const objective = { id: "objective", title: "Objective", label: "objective", field: objectiveOf, log: false,
    caption: traced ? "The exact objective after each pass." : "Estimated from the losses computed during training (train --trace-objective computes it exactly).",
    read: (point) => format.general(point.y, 5), description: ends(objectiveOf, (value) => format.general(value, 5)) };
  const gradient = { id: "gradient", title: "Gradient", label: "largest gradient component", field: (run) => run.curve.gradient_inf, log: true,
    caption: "The estimate that is compared with the tolerance.", read: (point) => format.general(point.y),
    description: ends((run) => run.curve.gradient_inf, (value) => format.general(value)) };
  const dev = { id: "dev", title: "Development score", label: "score, %", field: (run) => run.curve.dev_score, scale: 100, rises: true,
    caption: "Span F1 if the labels mark spans, otherwise token accuracy. The axis does not start at zero.",
    tick: (value) => String(Number(value.toFixed(2))), read: (point) => `${point.y.toFixed(2)} %`,
    description: ends((run) => run.curve.dev_score, (value) => `${format.percent(value)} %`) };
  const both = (of, what) => ["pass", "seconds"].map((x) => runPlot(of, x, what));
  const groups = problems(runs);
  const objectives = groups.length === 1 ? both(runs, objective) : groups.flatMap(([name, members], k) =>
    both(members, { ...objective, id: `objective-${k + 1}`, title: `Objective, ${name}` }));
  const figures = [...objectives, ...both(runs, gradient), ...both(runs, dev)].filter(Boolean);
  const inside = [section("Training", null, el("div", { class: "pair" }, ...figures), runsTable(runs)), pathSection(runs)].filter(Boolean);
  if (runs.length === 1) return el("div", {}, ...inside);
  return el("div", { class: "board", style: "margin-top: 1.8rem" }, legend("Runs", []), el("div", {}, ...inside));
}

function runsTable(runs) {
  const setting = (run, name) => (run.start && run.start.settings && run.start.settings[name]) ?? null;
  const end = (run, name) => (run.end && run.end[name]) ?? null;
  const plain = (title, value, text, best) => ({ title, value, text: (run) => text(value(run)), best });
  const columns = [
    { title: "run", left: true, value: (run) => run.name, node: (run) => el("span", {}, swatch(run.name), run.name) },
    { title: "method", left: true, value: (run) => setting(run, "method"), text: (run) => setting(run, "method") || nothing },
    plain("\u03bb", (run) => end(run, "lambda") ?? setting(run, "lambda"), (value) => format.general(value, 3)),
    plain("weights", (run) => (run.start && run.start.weights) ?? null, format.count),
    plain("passes", (run) => end(run, "pass"), format.passes, "least"),
    plain("seconds", (run) => end(run, "seconds"), format.seconds, "least"),
    plain("objective", (run) => (run.end && run.end.certificate ? run.end.certificate.objective : null), (value) => format.general(value, 6)),
    plain("gap to the optimum, at most", (run) => (run.end && run.end.certificate ? run.end.certificate.bound : null), (value) => format.general(value), "least"),
    plain("best dev score, %", (run) => end(run, "best_dev_score"), format.percent, "most"),
    { title: "stopped because", left: true, value: (run) => end(run, "stop_reason"), text: (run) => end(run, "stop_reason") || "not finished" },
  ];
  return sortableTable("runs", "Training runs", columns, runs, { linked: (run) => run.name });
}

// The regularisation strengths of a path, in order.
function pathSection(runs) {
  const rows = runs.flatMap((run) => run.path.map((point) => ({ ...point, name: run.name })));
  if (!rows.length) return null;
  const columns = [
    { title: "run", left: true, value: (row) => row.name, text: (row) => row.name },
    { title: "\u03bb", value: (row) => row.lambda, text: (row) => format.general(row.lambda, 3) },
    { title: "passes", value: (row) => row.passes, text: (row) => format.passes(row.passes) },
    { title: "objective", value: (row) => row.objective_estimate, text: (row) => format.general(row.objective_estimate, 5) },
    { title: "development score, %", value: (row) => row.dev_score ?? null, text: (row) => format.percent(row.dev_score), best: "most" },
  ];
  return section("Path of \u03bb", null, sortableTable("path", "Path of lambdas", columns, rows));
}

// ---- Models -----------------------------------------------------------------------------------

function modelBoard(models) {
  const place = el("div", { id: "model" });
  const show = (model) => {
    dropCharts(place);
    place.replaceChildren(...[modelFacts(model), ...testSections(model), exampleSection(model),
                              transitionSection(model), attributeSection(model)].filter(Boolean));
    changed();
  };
  show(models[0]);
  if (models.length === 1) return place;
  const chooser = el("select", { id: "model-choice" }, ...uniqueNames(models.map((model) => baseName(model.file))).map((name, k) => el("option", { value: k }, name)));
  chooser.addEventListener("change", () => show(models[Number(chooser.value)]));
  return el("div", {}, scoresOfAll(models), el("div", { class: "tools", style: "margin-top: 2.4rem" }, el("label", {}, el("strong", {}, "Model"), chooser)), place);
}

function scoresOfAll(models) {
  if (!models.some((model) => model.test)) return null;
  const columns = [
    { title: "model", left: true, value: (model) => baseName(model.file), text: (model) => baseName(model.file) },
    { title: "weights", value: (model) => model.weights, text: (model) => format.count(model.weights) },
    { title: "token accuracy, %", value: (model) => model.test.correct_tokens / model.test.tokens, text: (model) => format.percent(model.test.correct_tokens / model.test.tokens), best: "most" },
    { title: "sequence accuracy, %", value: (model) => model.test.correct_sequences / model.test.sequences, text: (model) => format.percent(model.test.correct_sequences / model.test.sequences), best: "most" },
    { title: "span F1, %", value: (model) => (model.test.has_spans ? model.test.all_spans.f1 : null), text: (model) => (model.test.has_spans ? format.percent(model.test.all_spans.f1) : nothing), best: "most" },
  ];
  return section("Models on the test data", null, sortableTable("models", "Models on the test data", columns, models));
}

function modelFacts(model) {
  const settings = Object.entries(model.settings);
  const certificate = model.certificate;
  return section(`Model ${baseName(model.file)}`, null,
    el("dl", { class: "facts" }, ...[
      ["Labels", format.count(model.label_count)], ["Attributes", format.count(model.node_attributes)],
      model.edge_attributes ? ["Edge attributes", format.count(model.edge_attributes)] : null,
      ["Weights", format.count(model.weights)],
      certificate.objective > 0 ? ["Objective", `${format.general(certificate.objective, 8)}, at most ${format.general(certificate.bound)} above the optimum`] : null,
      ...settings,
    ].filter(Boolean).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value))))));
}

function scoreColumns(first) {
  const share = (title, field) => ({ title, value: (row) => row[field], node: (row) => el("span", {},
    el("span", { class: "bar", style: `width:${(3.2 * row[field]).toFixed(2)}em;margin-right:.5em`, "aria-hidden": "true" }), format.percent(row[field])) });
  const number = (title, field) => ({ title, value: (row) => row[field], text: (row) => format.count(row[field]) });
  return [{ title: first, left: true, value: (row) => row.name, text: (row) => row.name || "(empty)" },
    share("F1, %", "f1"), share("precision, %", "precision"), share("recall, %", "recall"),
    number("true", "actual"), number("predicted", "predicted"), number("correct", "correct")];
}

function testSections(model) {
  const test = model.test;
  if (!test) return [];
  const summary = `${format.percent(test.correct_tokens / test.tokens)} % of ${format.count(test.tokens)} tokens and ${format.percent(test.correct_sequences / test.sequences)} % of ${format.count(test.sequences)} sequences are correct` +
    (test.has_spans ? `; spans: precision ${format.percent(test.all_spans.precision)} %, recall ${format.percent(test.all_spans.recall)} %, F1 ${format.percent(test.all_spans.f1)} %.` : ".");
  const tables = [el("div", {}, el("h3", {}, "Precision, recall and F1 by label"), sortableTable("labels", "Scores by label", scoreColumns("label"), inOrder(test.labels, labelOrder(test.labels.map((row) => row.name)))))];
  if (test.has_spans) tables.unshift(el("div", {}, el("h3", {}, "Precision, recall and F1 by span type"), sortableTable("spans", "Scores by span", scoreColumns("span"), test.spans)));
  return [section(`Scores on ${baseName(test.file)}`, summary, el("div", { class: "pair" }, ...tables)),
          section("Confusion matrix", null, confusionMap(test.confusion)),
          section("Calibration", null, el("div", { class: "pair" }, confidencePlot(test.confidence)))];
}

function confusionMap(confusion) {
  const order = labelOrder(confusion.labels);
  const names = inOrder(confusion.labels, order);
  const counts = inOrder(confusion.counts, order).map((row) => inOrder(row, order));
  const sums = counts.map((row) => row.reduce((a, b) => a + b, 0));
  const left = confusion.left_out ? ` ${format.count(confusion.left_out)} labels with fewer errors are not shown; they have ${format.count(confusion.errors_left_out)} errors.` : "";
  return heatMap({ id: "confusion", title: "True labels (rows) and predicted labels (columns)", corner: "true \u2193 predicted \u2192",
    rows: names, columns: names, cells: counts.map((row) => row.map((count) => count || null)),
    caption: `Number of tokens. Errors are orange: the darker, the larger their share of the true label. Correct labels are grey.${left}`,
    color: (count, r, c) => (r === c ? [226, 230, 234] : divergingColor(0.08 + Math.min(1, 2 * count / Math.max(sums[r], 1)))),
    text: (count) => format.count(count),
    hint: (count, row, column) => `${row} predicted as ${column}: ${count || 0} tokens` });
}

function confidencePlot(bins) {
  const share = bins.map((bin) => (bin.tokens ? (100 * bin.correct) / bin.tokens : null));
  const labels = bins.map((_, k) => `${10 * k}\u2013${10 * k + 10}`);
  return barPlot({ id: "confidence", title: "Calibration: accuracy by predicted probability",
    caption: "Bars: the share of correct tokens. Curve: the mean predicted probability. For a perfectly calibrated model they coincide.",
    description: bins.map((bin, k) => (bin.tokens ? `${labels[k]} %: ${share[k].toFixed(0)} % of ${bin.tokens} correct` : null)).filter(Boolean).join("; "),
    xLabel: "marginal probability of the predicted label, %", yLabel: "correct, %", labels, counts: share,
    line: { label: "mean probability, %", values: bins.map((bin) => (bin.tokens ? 100 * bin.mean : null)) },
    sameAxis: true,
    readOut: (k) => [`probability ${labels[k]} %`, `${format.count(bins[k].tokens)} tokens`, bins[k].tokens ? `${share[k].toFixed(1)} % correct` : "none"] });
}

function transitionSection(model) {
  const { left_out: leftOut } = model.transitions;
  const order = labelOrder(model.transitions.labels);
  const labels = inOrder(model.transitions.labels, order);
  const types = model.transitions.types.map(({ type, weights }) => ({ type, weights: inOrder(weights, order).map((row) => inOrder(row, order)) }));
  if (!types.length) return null;
  const most = Math.max(...types.flatMap(({ weights }) => weights.flat().filter(isNumber).map(Math.abs))) || 1;
  return section("Transitions", null, ...types.map(({ type, weights }) => heatMap({ id: type ? `transitions-${type.replace(/[^A-Za-z0-9]+/g, "-")}` : "transitions",
    title: type ? `Weight of the labels at both ends of an edge of type ${type}: from (row) and to (column)` : "Weight of the transition from one label (row) to the next (column)",
    corner: "from \u2193 to \u2192", rows: labels, columns: labels, cells: weights,
    caption: `Orange transitions are more likely, blue ones less likely. Empty cells have no weight.${leftOut ? ` ${format.count(leftOut)} labels with smaller weights are not shown.` : ""}`,
    color: (value) => divergingColor(value / most), text: (value) => format.fixed(value, 1),
    hint: (value, row, column) => `${row} \u2192 ${column}: ${known(value) ? format.general(value, 4) : "no weight"}`,
    scale: [[-1, `\u2212${format.general(most, 2)}`], [1, format.general(most, 2)]], ramp: divergingColor })));
}

// ---- Attributes -------------------------------------------------------------------------------

function attributeSection(model) {
  const { shown, all } = model.attributes;
  if (!all) return null;
  const labels = inOrder(model.attributes.labels, labelOrder(model.attributes.labels.map((one) => one.label)));
  const entries = labels.flatMap((one) => [...one.for, ...one.against].map(([attribute, weight, from]) => ({ label: one.label, attribute, weight, from })));
  const search = el("input", { type: "search", id: "attribute-search", placeholder: "part of a name", spellcheck: "false" });
  const chooser = el("select", { id: "attribute-label" }, el("option", { value: "" }, "all labels"),
    ...labels.map((one, k) => el("option", { value: k }, one.label)));
  const place = el("div", { id: "attribute-result" });
  const show = () => place.replaceChildren(...(search.value === "" && chooser.value === ""
    ? attributeCards(labels) : attributeResult(entries, labels, search.value, chooser.value)));
  search.addEventListener("input", show);
  chooser.addEventListener("change", show);
  show();
  return section("Strongest attributes", `This page contains ${format.count(shown)} of ${format.count(all)} attribute weights: for each label, the strongest ones for and against it.`,
    el("div", { class: "tools" }, el("label", {}, "Search", search), el("label", {}, "Label", chooser)), place);
}

const kMostRows = 200;
const kMostCards = 60;

const weightBar = (weight, most) => el("span", { class: "bar", title: weight > 0 ? "for the label" : "against the label",
  style: `width:${((6 * Math.abs(weight)) / most).toFixed(2)}em;background:${cssColor(divergingColor(Math.sign(weight)))}` });

// Shown before a search: the strongest few attributes of every label.
function attributeCards(labels) {
  const shown = labels.filter((one) => one.for.length + one.against.length).slice(0, kMostCards);
  const most = Math.max(...shown.flatMap((one) => [...one.for, ...one.against].map(([, weight]) => Math.abs(weight))), 1e-300);
  const line = ([attribute, weight, from]) => el("tr", {},
    el("td", { class: "text wrap" }, el("code", {}, attribute), from ? ` after ${from}` : ""), el("td", {}, format.fixed(weight, 2)),
    el("td", { class: "text" }, weightBar(weight, most)));
  const cards = shown.map((one) => el("div", { class: "card" }, el("h3", {}, one.label || "(empty)"),
    el("table", {}, el("tbody", {}, ...[...one.for.slice(0, 7), ...one.against.slice(0, 3)].map(line)))));
  const rest = labels.length - shown.length;
  return [el("div", { class: "cards" }, ...cards),
          rest > 0 ? el("p", { class: "soft" }, `${format.count(rest)} more labels: choose one above.`) : null].filter(Boolean);
}

function attributeResult(entries, labels, text, label) {
  const part = text.toLowerCase();
  const found = entries.filter((entry) => (label === "" || entry.label === labels[Number(label)].label) && entry.attribute.toLowerCase().includes(part))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const most = Math.max(...entries.map((entry) => Math.abs(entry.weight)), 1e-300);
  const edges = found.some((entry) => entry.from);
  const columns = [
    { title: "attribute", left: true, value: (entry) => entry.attribute, node: (entry) => el("code", {}, entry.attribute) },
    ...(edges ? [{ title: "from", left: true, value: (entry) => entry.from || null, text: (entry) => entry.from || nothing }] : []),
    { title: "label", left: true, value: (entry) => entry.label, text: (entry) => entry.label },
    { title: "weight", value: (entry) => entry.weight, text: (entry) => format.fixed(entry.weight, 3) },
    { title: "strength", left: true, value: (entry) => Math.abs(entry.weight), node: (entry) => weightBar(entry.weight, most) },
  ];
  const count = el("p", { class: "soft", role: "status" }, found.length > kMostRows
    ? `${format.count(found.length)} found; the strongest ${kMostRows} are shown.` : `${format.count(found.length)} found.`);
  return found.length ? [count, sortableTable("attributes", "Strongest attributes", columns, found.slice(0, kMostRows), { sticky: false })] : [count];
}

// ---- Sentences --------------------------------------------------------------------------------

const kinds = { mistakes: "Most confident mistakes", unsure: "Least certain", first: "First in the file" };

// Yellow for low probabilities, light blue for certainty: lightness changes as well as hue.
function confidenceColor(p) {
  const low = [255, 214, 120];
  const high = [214, 236, 246];
  const t = Math.min(1, Math.max(0, (p - 0.4) / 0.6));
  return low.map((c, k) => Math.round(c + (high[k] - c) * t));
}

function exampleSection(model) {
  const examples = (model.test && model.test.examples) || [];
  if (!examples.length) return null;
  const chooser = el("select", { id: "example-kind" }, ...Object.entries(kinds).filter(([kind]) => examples.some((one) => one.kind === kind))
    .map(([kind, title]) => el("option", { value: kind }, title)));
  const place = el("div", { id: "examples" });
  const show = () => place.replaceChildren(...examples.filter((one) => one.kind === chooser.value).map(sentence));
  chooser.addEventListener("change", show);
  show();
  return section("Example sequences", "The colour shows the marginal probability of the predicted label. A frame marks a mistake, with the true label in parentheses. Point at a token to see the alternatives." +
    (examples.some((one) => one.edges) ? " An edge is the thicker, the more probable the labels at its ends are together." : ""),
    el("div", { class: "scale", "aria-hidden": "true" }, "uncertain", el("i", { style: `background:linear-gradient(to right, ${cssColor(confidenceColor(0.4))}, ${cssColor(confidenceColor(1))})` }), "certain"),
    el("div", { class: "tools" }, el("label", {}, "Show", chooser)), place);
}

const tokenHint = (token) => [`${token.label} ${format.percent(token.p, 1)} %`, ...(token.others || []).map(([label, p]) => `${label} ${format.percent(p, 1)} %`),
  ...(known(token.true) ? [`true: ${token.true || "(none)"}`] : []), ...(token.given ? ["given"] : [])].join("\n");

function sentence(example) {
  const tokens = example.edges ? [graphDrawing(example, example.tokens.map(tokenHint))] : example.tokens.map((token) => {
    const wrong = known(token.true);
    const hint = tokenHint(token);
    return el("span", { class: wrong ? "token wrong" : "token", style: `background:${cssColor(confidenceColor(token.p))}`, title: hint },
      el("span", {}, token.text || "\u00b7"), el("small", {}, token.label + (wrong ? ` (${token.true || "none"})` : "")));
  });
  const wrong = example.tokens.filter((token) => known(token.true)).length;
  return el("div", { class: "sentence" },
    el("p", {}, `Sequence ${format.count(example.index)}${example.line ? `, line ${format.count(example.line)}` : ""}: ${wrong ? `${wrong} of ${example.tokens.length} tokens wrong` : "all correct"}${example.left_out ? `; ${format.count(example.left_out)} more tokens are not shown` : ""}`),
    ...tokens);
}
