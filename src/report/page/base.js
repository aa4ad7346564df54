// Shared by all reports: the data, creation of elements, formatting of numbers, and the state that
// figures, legend and tables have in common.

const data = JSON.parse(document.getElementById("data").textContent);

// el("td", {class: "text"}, "words", node): text always becomes a text node, never markup.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const known = (value) => value !== null && value !== undefined;
const nothing = "\u2013";

const raised = { "-": "\u207b", 0: "\u2070", 1: "\u00b9", 2: "\u00b2", 3: "\u00b3", 4: "\u2074",
                 5: "\u2075", 6: "\u2076", 7: "\u2077", 8: "\u2078", 9: "\u2079" };
const powerOfTen = (exponent) => "10" + [...String(exponent)].map((c) => raised[c]).join("");

const format = {
  // 3.2×10⁻⁵; plain between 0.01 and 9999.
  general(value, digits = 2) {
    if (!isNumber(value)) return nothing;
    if (value === 0) return "0";
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    if (Number(exponent) >= -2 && Number(exponent) <= 3) {
      return Number(value.toPrecision(Math.max(digits, Number(exponent) + 1))).toString();
    }
    const power = powerOfTen(Number(exponent));
    return Number(mantissa) === 1 ? power : `${mantissa}\u00d7${power}`;
  },
  // 10⁻⁴ for 0.0001; numbers that are not powers of ten are formatted by general().
  level(value) {
    const exponent = Math.round(Math.log10(value));
    return Math.abs(value / 10 ** exponent - 1) < 1e-9 ? powerOfTen(exponent) : format.general(value);
  },
  // With `digits` decimals, a typographic minus sign, and no minus sign before zero.
  fixed(value, digits) {
    const text = Math.abs(value).toFixed(digits);
    return value < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
  },
  count: (value) => (isNumber(value) ? value.toLocaleString("en") : nothing),
  passes: (value) => (isNumber(value) ? value.toFixed(value < 99.95 ? 1 : 0) : nothing),
  seconds(value) {
    if (!isNumber(value)) return nothing;
    return value < 0.0995 ? value.toPrecision(2) : value < 99.95 ? value.toFixed(2) : value.toFixed(0);
  },
  percent: (value, digits = 2) => (isNumber(value) ? (100 * value).toFixed(digits) : nothing),
  bytes(value) {
    if (!isNumber(value)) return nothing;
    const units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let unit = 0;
    for (; value >= 999.5; value /= 1000) ++unit;
    return `${Number(value.toPrecision(3))} ${units[unit]}`;
  },
};

// "a, b and c"
function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

const baseName = (path) => String(path).replace(/.*\//, "") || String(path);

function say(text) {
  document.getElementById("live").textContent = text;
}

// Which methods (or runs) are hidden, and which one is highlighted. Everything that shows them listens
// for changes.
//
// `names` is the order of the legend, `colored` that of the colours. Methods in `muted` are grey until somebody
// chooses them; `plain` are those that still are.
const state = { names: [], colored: [], muted: new Set(), plain: new Set(), hidden: new Set(), highlight: null, second: true };

function setNames(names, muted = []) {
  state.names = names;
  state.muted = new Set(muted);
  state.plain = new Set(muted);
  state.colored = [...names.filter((name) => !state.muted.has(name)), ...muted];
}
const listeners = [];
const onChange = (listener) => listeners.push(listener);
const changed = () => listeners.forEach((listener) => listener());

// A grey one first gets its colour, then is hidden, then is grey again.
function toggle(name) {
  if (state.hidden.delete(name)) {
    if (state.muted.has(name)) state.plain.add(name);
  } else if (!state.plain.delete(name)) {
    state.hidden.add(name);
  }
  changed();
}
function showAll() {
  state.hidden.clear();
  state.plain = new Set(state.muted);
  changed();
}
function showOnly(names) {
  for (const name of names) state.plain.delete(name);
  state.hidden = new Set(state.names.filter((name) => !names.includes(name)));
  changed();
}
// Shows only this one, or all again if it is already the only one.
function isolate(name) {
  const alone = !state.hidden.has(name) && state.hidden.size === state.names.length - 1;
  if (alone) showAll();
  else showOnly([name]);
}
function highlight(name) {
  if (state.highlight === name) return;
  state.highlight = name;
  changed();
}

// The head of a page: title, the result in one sentence, facts as [name, value], warnings.
function pageHead(title, verdict, facts, notes) {
  return el("header", {},
    el("div", { class: "top" }, el("div", {}, el("h1", {}, title)), themeSwitch()),
    el("p", { class: "verdict" }, verdict),
    el("dl", { class: "facts" }, ...facts.map(([name, value]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    ...notes.map((note) => el("p", { class: "note" }, note)));
}

function section(title, text, ...children) {
  return el("section", {}, el("h2", {}, title), text ? el("p", { class: "soft" }, text) : null, ...children);
}

// The order in which labels are shown, as positions: outside of spans first, then by type, and B, I, E, S within a type.
function labelOrder(labels) {
  const prefixes = "BIMESLU";
  const key = (label) => {
    const span = /^([BIMESLU])[-_](.+)$/.exec(label);
    return span ? [span[2], prefixes.indexOf(span[1]) + 1] : [label, 0];
  };
  const rank = (label) => (label === "O" || label === "" ? 0 : label.startsWith("(") ? 2 : 1);
  const compare = (a, b) => rank(a) - rank(b) || key(a)[0].localeCompare(key(b)[0], "en", { numeric: true }) || key(a)[1] - key(b)[1];
  return labels.map((_, k) => k).sort((a, b) => compare(labels[a], labels[b]) || a - b);
}
const inOrder = (values, order) => order.map((k) => values[k]);
