// Graphs: nodes with their labels, edges with the probability of the labels at both ends. Grids are drawn as
// grids, forests from their roots down, all other graphs as rows of nodes with arcs.

const kCell = { width: 78, height: 46, across: 26, down: 26 };

// The place [column, row] of every node, and whether edges are arcs; of any graph.
function graphPlaces(count, edges) {
  const grid = gridPlaces(count, edges);
  if (grid) return { places: grid, arcs: false };
  const forest = forestPlaces(count, edges);
  if (forest) return { places: forest, arcs: false };
  return { places: Array.from({ length: count }, (_, v) => [v, 0]), arcs: true };
}

// Edges of the types right and down lead to the neighbouring column and row. Parts of the grid that no edge joins
// stand below each other. Null: these are not the types, or two nodes would have one place.
function gridPlaces(count, edges) {
  const steps = { right: [1, 0], down: [0, 1] };
  if (!edges.length || edges.some(([, , type]) => !Object.hasOwn(steps, type))) return null;
  const near = Array.from({ length: count }, () => []);
  for (const [from, to, type] of edges) {
    const [x, y] = steps[type];
    near[from].push([to, x, y]);
    near[to].push([from, -x, -y]);
  }
  const places = new Array(count);
  const taken = new Set();
  let below = 0;
  for (let root = 0; root < count; ++root) {
    if (places[root]) continue;
    const part = [root];
    places[root] = [0, 0];
    for (const v of part) {
      for (const [to, x, y] of near[v]) {
        const place = [places[v][0] + x, places[v][1] + y];
        if (!places[to]) {
          places[to] = place;
          part.push(to);
        } else if (places[to][0] !== place[0] || places[to][1] !== place[1]) return null;
      }
    }
    const left = Math.min(...part.map((v) => places[v][0]));
    const top = Math.min(...part.map((v) => places[v][1]));
    for (const v of part) {
      places[v] = [places[v][0] - left, places[v][1] - top + below];
      if (taken.has(String(places[v]))) return null;
      taken.add(String(places[v]));
    }
    below = 1 + Math.max(...part.map((v) => places[v][1]));
  }
  return places;
}

// Roots are the nodes without an edge into them, or else the first of a tree. Leaves stand side by side, other
// nodes above the middle of what hangs from them. Null: there is a cycle.
function forestPlaces(count, edges) {
  if (edges.length >= count) return null;
  const near = Array.from({ length: count }, () => []);
  const into = new Array(count).fill(0);
  for (const [from, to] of edges) {
    near[from].push(to);
    near[to].push(from);
    ++into[to];
  }
  const places = new Array(count);
  let column = 0;
  const seen = new Array(count).fill(false);
  const grow = (root) => {
    // Depth first without recursion; trees may be long chains.
    const order = [[root, -1, 0]];
    const below = new Map();
    seen[root] = true;
    const stack = [order[0]];
    const visited = [];
    while (stack.length) {
      const [v, parent, depth] = stack.pop();
      visited.push([v, parent, depth]);
      const next = near[v].filter((u) => u !== parent).sort((a, b) => b - a);
      below.set(v, next.slice().reverse());
      for (const u of next) {
        if (seen[u]) return false;
        seen[u] = true;
        stack.push([u, v, depth + 1]);
      }
    }
    for (const [v, , depth] of visited) if (!below.get(v).length) places[v] = [column++, depth];
    for (const [v, , depth] of visited.reverse()) {
      const under = below.get(v);
      if (under.length) places[v] = [(places[under[0]][0] + places[under[under.length - 1]][0]) / 2, depth];
    }
    return true;
  };
  for (let v = 0; v < count; ++v) if (!seen[v] && into[v] === 0 && !grow(v)) return null;
  for (let v = 0; v < count; ++v) if (!seen[v] && !grow(v)) return null;
  return places;
}

function svgNode(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}\u2026` : text);

// hints[v] is the text to show when the mouse points at node v.
function graphDrawing(example, hints) {
  const { tokens, edges } = example;
  const { places, arcs } = graphPlaces(tokens.length, edges);
  const { width, height, across, down } = kCell;
  const longest = arcs ? Math.max(1, ...edges.map(([from, to]) => Math.abs(from - to))) : 0;
  const top = arcs ? 14 + 13 * Math.min(longest, 12) : 4;
  const x = (v) => 4 + places[v][0] * (width + across) + width / 2;
  const y = (v) => top + places[v][1] * (height + down) + height / 2;
  const line = ([from, to, type, p]) => {
    const high = 13 * Math.min(Math.abs(from - to), 12);
    const path = arcs ? `M${x(from)} ${top} C${x(from)} ${top - 1.33 * high} ${x(to)} ${top - 1.33 * high} ${x(to)} ${top}`
      : `M${x(from)} ${y(from)} L${x(to)} ${y(to)}`;
    const labels = `${tokens[from].label} \u2192 ${tokens[to].label}`;
    return svgNode("path", { class: "edge", d: path, "stroke-width": (1 + 4 * p).toFixed(2) },
      svgNode("title", {}, `${type ? `${type}: ` : ""}${labels}, ${format.percent(p, 1)} %`));
  };
  const box = (token, v) => {
    const wrong = known(token.true);
    return svgNode("g", { class: `node${wrong ? " wrong" : ""}${token.given ? " given" : ""}` },
      svgNode("title", {}, hints[v]),
      svgNode("rect", { x: x(v) - width / 2, y: y(v) - height / 2, width, height, rx: 5, fill: cssColor(confidenceColor(token.p)) }),
      svgNode("text", { x: x(v), y: y(v) - 7 }, shortened(token.text || "\u00b7", 10)),
      svgNode("text", { x: x(v), y: y(v) + 6, class: "label" }, shortened(token.label + (wrong ? ` (${token.true || "none"})` : ""), 13)),
      svgNode("text", { x: x(v), y: y(v) + 18, class: "label" }, token.given ? "given" : `${format.percent(token.p, 0)} %`));
  };
  const right = Math.max(...tokens.map((_, v) => x(v))) + width / 2 + 4;
  const bottom = Math.max(...tokens.map((_, v) => y(v))) + height / 2 + 4;
  const drawing = svgNode("svg", { class: "graph", width: right, height: bottom, viewBox: `0 0 ${right} ${bottom}`, role: "img" },
    svgNode("title", {}, `Graph of ${tokens.length} nodes and ${edges.length} edges`), ...edges.map(line), ...tokens.map(box));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Graph" }, drawing);
}
