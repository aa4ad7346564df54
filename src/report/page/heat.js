// Heat maps: tables with coloured cells, so that they can be read, searched, copied and printed.

// Blue below zero, orange above, white at zero. Both ends are equally dark, and blue and orange are
// distinguishable with every kind of colour blindness.
function divergingColor(share) {
  const end = share < 0 ? [0, 90, 160] : [200, 80, 0];
  const t = Math.min(1, Math.abs(share)) ** 0.8;
  return end.map((c) => Math.round(255 + (c - 255) * t));
}
// From white to blue.
function rampColor(share) {
  const t = Math.min(1, Math.max(0, share)) ** 0.7;
  return [0, 90, 160].map((c) => Math.round(255 + (c - 255) * t));
}
const isDark = ([r, g, b]) => 0.3 * r + 0.59 * g + 0.11 * b < 135;
const cssColor = (color) => `rgb(${color.join(" ")})`;

// spec: {id, title, caption, rows, columns, corner, cells: [row][column], color(value, r, c) -> rgb or
//        null, text(value), hint(value, row, column), scale: [[share, text], ...] of `ramp`}
function heatMap(spec) {
  const head = el("tr", {}, el("th", { class: "corner" }, spec.corner),
    ...spec.columns.map((name) => el("th", { scope: "col" }, name)));
  const body = spec.rows.map((name, r) => el("tr", {}, el("th", { scope: "row", title: name }, name),
    ...spec.cells[r].map((value, c) => heatCell(spec, value, r, c))));
  return el("figure", { "data-figure": spec.id, id: `figure-${spec.id}` },
    el("header", {}, el("h3", {}, spec.title)),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": spec.title },
      el("table", { class: "heat" }, el("caption", { class: "unseen" }, `${spec.title}. ${spec.description || ""}`),
        el("thead", {}, head), el("tbody", {}, ...body))),
    spec.scale ? scaleBar(spec) : null,
    el("figcaption", {}, spec.caption));
}

function heatCell(spec, value, r, c) {
  const color = known(value) ? spec.color(value, r, c) : null;
  return el("td", { class: color ? (isDark(color) ? "dark" : "light") : "none", style: color ? `background:${cssColor(color)}` : null,
                    title: spec.hint(value, spec.rows[r], spec.columns[c]) }, known(value) ? spec.text(value) : "");
}

function scaleBar({ scale, ramp }) {
  const [low, high] = [scale[0], scale[scale.length - 1]];
  const stops = [0, 0.25, 0.5, 0.75, 1].map((t) => cssColor(ramp(low[0] + t * (high[0] - low[0]))));
  return el("div", { class: "scale", "aria-hidden": "true" }, low[1], el("i", { style: `background:linear-gradient(to right, ${stops.join(",")})` }), high[1]);
}
