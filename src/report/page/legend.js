// The legend of all figures at once. Click or Enter hides and shows a method; double click, Shift or
// Alt with a click, or the key I leave it alone; Escape brings all back; arrow keys move.

// groups: [{title, names}], buttons that show one group; label(name): what to call it.
function legend(title, groups, label = (name) => name) {
  const items = state.names.map((name) => legendItem(name, label(name)));
  const list = el("ul", {}, ...items.map((item) => el("li", {}, item)));
  list.addEventListener("keydown", (event) => legendKey(event, items));
  const buttons = [el("button", { type: "button", onclick: showAll, "data-show": "all" }, "All")];
  for (const group of groups) {
    buttons.push(el("button", { type: "button", onclick: () => showOnly(group.names),
                                "data-show": group.title }, group.title));
  }
  return el("nav", { class: "legend", "aria-label": title },
    list, el("div", { class: "buttons", role: "group", "aria-label": "Show" }, ...buttons),
    el("p", { class: "help" }, "Click hides or shows. Double click (or the key I) leaves one alone, Esc brings all back."));
}

function legendItem(name, text) {
  const item = el("button", { type: "button", class: "item", "data-name": name }, swatch(name), el("span", {}, text));
  item.addEventListener("click", (event) => {
    if (event.shiftKey || event.altKey) isolate(name);
    else toggle(name);
  });
  item.addEventListener("dblclick", () => isolate(name));
  for (const kind of ["mouseenter", "focus"]) item.addEventListener(kind, () => highlight(name));
  for (const kind of ["mouseleave", "blur"]) item.addEventListener(kind, () => highlight(null));
  const show = () => {
    item.setAttribute("aria-pressed", String(!state.hidden.has(name)));
    item.classList.toggle("lit", state.highlight === name);
  };
  onChange(show);
  show();
  return item;
}

function legendKey(event, items) {
  const at = items.indexOf(document.activeElement);
  if (at < 0) return;
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  if (event.key in steps) items[(at + steps[event.key] + items.length) % items.length].focus();
  else if (event.key === "i" || event.key === "I") isolate(items[at].dataset.name);
  else if (event.key === "Escape") showAll();
  else return;
  event.preventDefault();
}
