// Tables that can be sorted by any column, with rows linked to the curves of the figures.

// columns: [{title, group, text: row -> string, value: row -> number or string (null: last), left,
//            best: "least" | "most", node: row -> Node}]; linked: row -> name of its curve.
function sortableTable(id, caption, columns, rows, { linked = null, sortBy = null, sticky = true } = {}) {
  const body = el("tbody");
  const built = rows.map((row) => ({ row, node: tableRow(row, columns, rows, linked) }));
  const heads = columns.map((column, k) => {
    const button = el("button", { type: "button", class: "sort" }, column.title);
    const head = el("th", { scope: "col", class: column.left ? "text" : null }, button);
    button.addEventListener("click", () =>
      sort(k, head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending"));
    return head;
  });
  const sort = (k, direction) => {
    heads.forEach((head, j) => (j === k ? head.setAttribute("aria-sort", direction) : head.removeAttribute("aria-sort")));
    built.sort((a, b) => compareValues(columns[k].value(a.row), columns[k].value(b.row), direction === "ascending" ? 1 : -1));
    body.append(...built.map((entry) => entry.node));
  };
  body.append(...built.map((entry) => entry.node));
  if (sortBy !== null) sort(sortBy, "ascending");
  const table = el("table", { id, class: sticky ? "sticky" : null },
    el("caption", { class: "unseen" }, caption),
    el("thead", {}, groupRow(columns), el("tr", {}, ...heads)), body);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, table);
}

// Unknown values come last in both directions.
function compareValues(a, b, sign) {
  if (!known(a) || !known(b)) return known(b) - known(a);
  return sign * (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
}

// A row above the titles that names groups of neighbouring columns.
function groupRow(columns) {
  if (!columns.some((column) => column.group)) return null;
  const cells = [];
  for (let k = 0; k < columns.length;) {
    let end = k + 1;
    while (end < columns.length && columns[end].group === columns[k].group) ++end;
    cells.push(el("th", { class: "group", colspan: end - k, scope: "colgroup" }, columns[k].group || ""));
    k = end;
  }
  return el("tr", {}, ...cells);
}

function tableRow(row, columns, rows, linked) {
  const cells = columns.map((column) => {
    const value = column.value(row);
    const all = column.best ? rows.map(column.value).filter(isNumber) : [];
    const best = all.length > 1 && isNumber(value) &&
      value === (column.best === "least" ? Math.min(...all) : Math.max(...all));
    const kinds = [column.left && "text", best && "best", !known(value) && "none"].filter(Boolean);
    const content = column.node ? column.node(row) : column.text(row);
    return el("td", { class: kinds.join(" ") || null, title: best ? "best" : null }, content);
  });
  const node = el("tr", {}, ...cells);
  if (linked) linkRow(node, linked(row));
  return node;
}

// Pointing at a row highlights its curve, and vice versa.
function linkRow(node, name) {
  node.dataset.name = name;
  node.tabIndex = 0;
  for (const kind of ["mouseenter", "focus"]) node.addEventListener(kind, () => highlight(name));
  for (const kind of ["mouseleave", "blur"]) node.addEventListener(kind, () => highlight(null));
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter") toggle(name);
  });
  onChange(() => {
    node.classList.toggle("lit", state.highlight === name);
    node.classList.toggle("out", state.hidden.has(name));
  });
}

// A plain table of text: headings and rows, the first column left-aligned.
function plainTable(caption, heads, rows) {
  const cell = (tag) => (text, k) => el(tag, { class: k === 0 ? "text" : null, scope: tag === "th" ? "col" : null }, text);
  return el("div", { class: "scroll" }, el("table", {},
    el("caption", { class: "unseen" }, caption),
    el("thead", {}, el("tr", {}, ...heads.map(cell("th")))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map(cell("td")))))));
}
