// Light and dark, and the colours of methods.
//
// The first seven colours are those of Okabe and Ito, which are distinguishable with every kind of colour blindness,
// slightly darker on white and lighter on black for contrast; their yellow is not used on white. If
// there are more methods than colours, the shape of the points differs as well: no two methods share
// both colour and shape. In a comparison of many methods, some are grey until they are chosen.

const palettes = {
  light: ["#16191d", "#0072b2", "#d55e00", "#009e73", "#b85c91", "#c48600", "#2f9bd8", "#6a3d9a", "#8c564b", "#7a8b00", "#c0143c", "#5f6b7a"],
  dark: ["#f5f5f5", "#56b4e9", "#ff8448", "#1fc89a", "#e39ac4", "#f0e442", "#9aa5ff", "#c9a0ff", "#d8a48f", "#b5cc3a", "#ff7fa8", "#a9b8c9"],
};
const shapes = ["circle", "triangle", "rect", "rectRot", "star", "crossRot"];

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
let chosenTheme = null; // null: follow the system
let forcedTheme = null; // while printing

const theme = () => forcedTheme || chosenTheme || (systemDark.matches ? "dark" : "light");

// The variables of page.css, cached because querying them while drawing is slow.
const themeColors = new Map();
function themeColor(variable) {
  if (!themeColors.has(variable)) {
    themeColors.set(variable, getComputedStyle(document.documentElement).getPropertyValue(variable).trim());
  }
  return themeColors.get(variable);
}

function applyTheme() {
  document.documentElement.dataset.theme = theme();
  themeColors.clear();
  changed();
}
systemDark.addEventListener("change", applyTheme);

function forceTheme(name) {
  forcedTheme = name;
  applyTheme();
}

function themeSwitch() {
  const button = el("button", { type: "button", id: "theme", class: "switch" });
  const label = () => (button.textContent = theme() === "dark" ? "Light colours" : "Dark colours");
  button.addEventListener("click", () => {
    chosenTheme = theme() === "dark" ? "light" : "dark";
    applyTheme();
  });
  onChange(label);
  label();
  return button;
}

// Each time the colours begin again, the shapes are one further: 72 different pairs.
function look(name) {
  const index = Math.max(0, state.colored.indexOf(name));
  const colors = palettes[theme()];
  const plain = state.plain.has(name) && state.highlight !== name;
  return { color: plain ? themeColor("--plain") : colors[index % colors.length], shape: shapes[(index + Math.floor(index / colors.length)) % shapes.length], plain };
}

// The line and point of a method as a small image, for the legend and tables.
function swatch(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const add = (tag, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    svg.append(node);
  };
  const draw = () => {
    const { color, shape } = look(name);
    svg.replaceChildren();
    add("line", { x1: 1, y1: 7, x2: 33, y2: 7, stroke: color, "stroke-width": 2 });
    const solid = { fill: color };
    const open = { stroke: color, "stroke-width": 1.8, fill: "none" };
    if (shape === "circle") add("circle", { cx: 17, cy: 7, r: 4.2, ...solid });
    if (shape === "triangle") add("path", { d: "M17 1.8 22 11H12Z", ...solid });
    if (shape === "rect") add("rect", { x: 13, y: 3, width: 8, height: 8, ...solid });
    if (shape === "rectRot") add("path", { d: "M17 1.5 22.5 7 17 12.5 11.5 7Z", ...solid });
    if (shape === "star") add("path", { d: "M17 1v12M11.8 4l10.4 6M22.2 4 11.8 10", ...open });
    if (shape === "crossRot") add("path", { d: "M12.5 2.5l9 9M21.5 2.5l-9 9", ...open });
  };
  svg.setAttribute("class", "swatch");
  svg.setAttribute("viewBox", "0 0 34 14");
  svg.setAttribute("aria-hidden", "true");
  onChange(draw);
  draw();
  return svg;
}
