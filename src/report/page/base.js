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
const state = { names: [], hidden: new Set(), highlight: null, second: true };
const listeners = [];
const onChange = (listener) => listeners.push(listener);
const changed = () => listeners.forEach((listener) => listener());

function toggle(name) {
  if (!state.hidden.delete(name)) state.hidden.add(name);
  changed();
}
function showAll() {
  state.hidden.clear();
  changed();
}
function showOnly(names) {
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
