// Figures with curves: Chart.js with labelled axes, read-outs for mouse and keyboard, highlighting that
// is shared by all figures, and the numbers as a table for readers who cannot see the curves.

const charts = [];

// Charts outside the viewport are redrawn only when they scroll into view, so that highlighting is
// immediate.
const inView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const chart = Chart.getChart(target);
    if (!chart) continue;
    chart.inView = isIntersecting;
    if (isIntersecting && chart.stale) redraw(chart);
  }
}, { rootMargin: "100px" });

function redraw(chart) {
  chart.stale = false;
  chart.update("none");
}
function redrawLater(chart) {
  if (chart.inView) redraw(chart);
  else chart.stale = true;
}

// Ticks at powers of ten: every second or third if there are many; also at 2 and 5 times them if there
// are few.
function keepLogTicks(scale) {
  const exponent = (tick) => Math.log10(tick.value);
  const isPower = (tick) => Math.abs(exponent(tick) - Math.round(exponent(tick))) < 1e-9;
  const every = Math.ceil(Math.log10(scale.max / scale.min) / 9);
  const powers = scale.ticks.filter((tick) => isPower(tick) && Math.round(exponent(tick)) % every === 0);
  scale.ticks = powers.length > 2 ? powers
    : scale.ticks.filter((tick) => /^[125]e/.test(tick.value.toExponential(6).replace(/\.?0+e/, "e")));
}

// axis: {label, log, min, max, tick}
function axisOptions(axis) {
  return {
    type: axis.log ? "logarithmic" : "linear",
    min: axis.min, max: axis.max,
    title: { display: true, text: axis.label, font: { size: 13 } },
    grid: { tickLength: 4, color: () => themeColor("--line") },
    afterBuildTicks: axis.log ? keepLogTicks : () => {},
    ticks: { maxRotation: 0, autoSkip: !axis.log, maxTicksLimit: axis.log ? 24 : 9, includeBounds: false,
             callback(value) {
               if (axis.log) return format.level(value);
               return axis.tick ? axis.tick(value) : Chart.Ticks.formatters.numeric.apply(this, arguments);
             } },
  };
}

// Named horizontal lines, for the levels that the tables refer to. The names are drawn over the curves.
function eachLevel(chart, draw) {
  const { ctx, chartArea, scales } = chart;
  for (const level of chart.options.levels || []) {
    const y = scales.y.getPixelForValue(level.value);
    if (!(y > chartArea.top + 12 && y < chartArea.bottom)) continue;
    ctx.save();
    draw(ctx, y, chartArea, level.label);
    ctx.restore();
  }
}
const levelLines = {
  id: "levels",
  beforeDatasetsDraw: (chart) => eachLevel(chart, (ctx, y, area) => {
    ctx.strokeStyle = themeColor("--soft");
    ctx.setLineDash([7, 4]);
    ctx.beginPath();
    ctx.moveTo(area.left, y);
    ctx.lineTo(area.right, y);
    ctx.stroke();
  }),
  afterDatasetsDraw: (chart) => eachLevel(chart, (ctx, y, area, text) => {
    ctx.font = `11px ${Chart.defaults.font.family}`;
    ctx.lineJoin = "round";
    ctx.lineWidth = 4;
    ctx.strokeStyle = themeColor("--paper");
    ctx.fillStyle = themeColor("--soft");
    ctx.strokeText(text, area.left + 6, y - 5);
    ctx.fillText(text, area.left + 6, y - 5);
  }),
};

// Only a few points of each curve have a marker, at different positions for different curves.
function markPoints(count, index) {
  const every = Math.max(1, Math.ceil(count / 7));
  return (k) => (k + index * 2) % every === 0;
}

function dataset(series) {
  const marked = markPoints(series.points.length, state.names.indexOf(series.name));
  return {
    label: series.label || series.name,
    series,
    data: series.points,
    borderDash: series.second ? [2, 4] : [],
    pointRadius: (context) => (series.points.length < 3 || marked(context.dataIndex) ? 4 : 0),
    pointHoverRadius: 6, pointHitRadius: 0, tension: 0, spanGaps: false,
  };
}

// Updates colours, line widths and visibility from the state.
function restyle(chart) {
  const ink = themeColor("--ink");
  const soft = themeColor("--soft");
  for (const scale of Object.values(chart.options.scales)) {
    if (scale.title) scale.title.color = soft;
    scale.ticks.color = soft;
  }
  for (const set of chart.data.datasets) {
    const { name, second } = set.series || {};
    if (name === undefined) continue;
    const { color, shape, plain } = look(name);
    const dimmed = state.highlight !== null && state.highlight !== name && !state.hidden.has(state.highlight);
    set.hidden = state.hidden.has(name) || (second && (!state.second || plain));
    set.borderColor = set.backgroundColor = set.pointBorderColor = dimmed ? color + "2a" : color;
    set.pointStyle = shape;
    set.borderWidth = state.highlight === name ? 3.2 : plain ? 1.2 : 1.9;
    set.pointBorderWidth = 1.6;
    set.order = state.highlight === name ? -1 : plain ? 1 : 0;
  }
  Object.assign(chart.options.plugins.tooltip, {
    backgroundColor: themeColor("--panel"), titleColor: ink, bodyColor: ink,
    borderColor: soft, borderWidth: 1 });
  chart.options.plugins.legend.labels.color = ink;
  redrawLater(chart);
}

// spec: {id, title, caption, description, x, y, series: [{name, label, second, points: [{x, y, ...}]}],
//        levels, readOut: (point, series) -> lines, samples: numbers of x for the table,
//        switches: [{label, pressed, apply(pressed, chart)}]}
function linePlot(spec) {
  const canvas = el("canvas", { tabindex: "0", role: "img", "aria-label": `${spec.title}. ${spec.description}`,
                                "aria-describedby": "canvas-help" });
  const header = el("header", {}, el("h3", {}, spec.title));
  const figure = el("figure", { "data-figure": spec.id, id: `figure-${spec.id}` }, header,
    el("div", { class: "canvas" }, canvas), el("figcaption", {}, spec.caption), numbersTable(spec));
  const chart = new Chart(canvas, {
    type: "line",
    data: { datasets: spec.series.map(dataset) },
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: { mode: "nearest", axis: "xy", intersect: false },
      layout: { padding: { top: 6, right: 10 } },
      levels: spec.levels || [],
      scales: { x: axisOptions(spec.x), y: axisOptions(spec.y) },
      onHover: (event, active, self) =>
        highlight(active.length ? self.data.datasets[active[0].datasetIndex].series.name : null),
      plugins: {
        legend: { display: false, position: "bottom", labels: { usePointStyle: true, boxWidth: 14 } },
        tooltip: {
          padding: 9, cornerRadius: 4, displayColors: false,
          filter: (item, index) => index === 0,
          callbacks: {
            title: (items) => items.map((item) => item.dataset.label),
            label: (item) => spec.readOut(item.raw, item.dataset.series),
          },
        },
      },
    },
    plugins: [levelLines],
  });
  canvas.addEventListener("mouseleave", () => highlight(null));
  keyboardReadOut(canvas, chart, spec);
  for (const one of spec.switches || []) header.append(switchButton(one, chart));
  charts.push(chart);
  inView.observe(canvas);
  onChange(() => restyle(chart));
  return figure;
}

function switchButton(one, chart) {
  const button = el("button", { type: "button", class: "switch", "aria-pressed": String(one.pressed) }, one.label);
  button.addEventListener("click", () => {
    const pressed = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(pressed));
    one.apply(pressed, chart);
    chart.update("none");
  });
  return button;
}

// Left and right move along a curve, up and down switch curves; the read-out is also announced to
// screen readers.
function keyboardReadOut(canvas, chart, spec) {
  let at = null;
  const clear = () => {
    at = null;
    chart.setActiveElements([]);
    chart.tooltip.setActiveElements([], { x: 0, y: 0 });
    highlight(null);
    chart.update("none");
  };
  canvas.addEventListener("blur", () => at && clear());
  canvas.addEventListener("keydown", (event) => {
    const visible = chart.data.datasets.map((set, k) => k).filter((k) => chart.isDatasetVisible(k) && chart.data.datasets[k].data.length);
    if (!visible.length || !["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") return clear();
    at = nextPoint(at, event.key, visible, chart);
    const active = [{ datasetIndex: at.set, index: at.index }];
    const set = chart.data.datasets[at.set];
    highlight(set.series.name);
    chart.setActiveElements(active);
    chart.tooltip.setActiveElements(active, chart.getDatasetMeta(at.set).data[at.index].getCenterPoint());
    chart.update("none");
    say([set.label, ...spec.readOut(set.data[at.index], set.series)].join(", "));
  });
}

function nextPoint(at, key, visible, chart) {
  if (at === null || !visible.includes(at.set)) return { set: visible[0], index: chart.data.datasets[visible[0]].data.length - 1 };
  const last = (set) => chart.data.datasets[set].data.length - 1;
  if (key === "Home") return { set: at.set, index: 0 };
  if (key === "End") return { set: at.set, index: last(at.set) };
  if (key === "ArrowLeft") return { set: at.set, index: Math.max(0, at.index - 1) };
  if (key === "ArrowRight") return { set: at.set, index: Math.min(last(at.set), at.index + 1) };
  const step = key === "ArrowDown" ? 1 : -1;
  const set = visible[(visible.indexOf(at.set) + step + visible.length) % visible.length];
  return { set, index: Math.min(at.index, last(set)) };
}

// The last value at or before each sample of the x axis; built when it is first opened.
function numbersTable(spec) {
  if (!spec.samples) return null;
  const box = el("details", {}, el("summary", {}, "Numbers"));
  box.addEventListener("toggle", () => {
    if (!box.open || box.querySelector("table")) return;
    const rows = spec.series.map((series) => [series.label || series.name, ...spec.samples.map((x) => {
      const before = series.points.filter((point) => point.x <= x * (1 + 1e-9));
      return before.length ? spec.y.read(before[before.length - 1]) : nothing;
    })]);
    box.append(plainTable(spec.title, [spec.x.label, ...spec.samples.map(spec.x.read)], rows));
  });
  return box;
}

// 1, 2, 5, 10, ... up to `most`, and `most` itself; at most eight numbers.
function roundSamples(least, most) {
  const samples = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power < most; power *= 10) {
    for (const step of [1, 2, 5]) if (power * step >= least && power * step < most) samples.push(power * step);
  }
  return [...samples.slice(-7), most];
}

// Bars for the bins of a histogram, with an optional curve on its own axis.
// spec: {id, title, caption, description, xLabel, yLabel, labels, counts, readOut, line: {label, values},
//        sameAxis: the curve uses the axis of the bars}
function barPlot(spec) {
  const canvas = el("canvas", { role: "img", tabindex: "0", "aria-label": `${spec.title}. ${spec.description}` });
  const figure = el("figure", { "data-figure": spec.id, id: `figure-${spec.id}` },
    el("header", {}, el("h3", {}, spec.title)), el("div", { class: "canvas" }, canvas),
    el("figcaption", {}, spec.caption));
  const axis = (text, more) => ({ title: { display: true, text, font: { size: 13 } }, ticks: {}, ...more });
  const sets = [{ type: "bar", label: spec.yLabel, data: spec.counts, categoryPercentage: 1, barPercentage: 0.94, yAxisID: "y", order: 1 }];
  const scales = { x: axis(spec.xLabel, { grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 10 } }),
                   y: axis(spec.yLabel, { beginAtZero: true, grid: { color: () => themeColor("--line") } }) };
  if (spec.line) {
    sets.push({ type: "line", label: spec.line.label, data: spec.line.values, yAxisID: spec.sameAxis ? "y" : "right", order: 0, pointRadius: 3.5, borderWidth: 2, spanGaps: true });
    if (!spec.sameAxis) scales.right = axis(spec.line.label, { position: "right", beginAtZero: true, grid: { display: false } });
  }
  const chart = new Chart(canvas, {
    data: { labels: spec.labels, datasets: sets },
    options: {
      animation: false, responsive: true, maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false }, scales,
      plugins: { legend: { display: Boolean(spec.line), position: "bottom", labels: { boxWidth: 14 } },
                 tooltip: { padding: 9, cornerRadius: 4, displayColors: false,
                            callbacks: { title: (items) => items.length ? spec.readOut(items[0].dataIndex)[0] : "",
                                         label: (item) => item.datasetIndex === 0 ? spec.readOut(item.dataIndex).slice(1) : null } } },
    },
  });
  chart.paint = () => {
    const colors = palettes[theme()];
    sets[0].backgroundColor = colors[1] + "b0";
    if (sets[1]) sets[1].borderColor = sets[1].backgroundColor = colors[2];
    restyle(chart);
  };
  charts.push(chart);
  inView.observe(canvas);
  onChange(chart.paint);
  barKeys(canvas, chart, spec);
  return figure;
}

function barKeys(canvas, chart, spec) {
  let at = -1;
  canvas.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    at = Math.min(Math.max(at + (event.key === "ArrowRight" ? 1 : -1), 0), spec.counts.length - 1);
    chart.tooltip.setActiveElements([{ datasetIndex: 0, index: at }], { x: 0, y: 0 });
    chart.update("none");
    say(spec.readOut(at).join(", "));
  });
}

// Destroys the charts of figures that are about to be replaced.
function dropCharts(parent) {
  for (const canvas of parent.querySelectorAll("canvas")) {
    const chart = Chart.getChart(canvas);
    if (!chart) continue;
    charts.splice(charts.indexOf(chart), 1);
    inView.unobserve(canvas);
    if (chart.paint) listeners.splice(listeners.indexOf(chart.paint), 1);
    chart.destroy();
  }
}
