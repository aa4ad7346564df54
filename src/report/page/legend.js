// One legend for all figures. Click or Enter hides or shows a method. Double-click, Shift+click,
// Alt+click or the key I shows only that method. Escape shows all. Arrow keys move the focus.

// groups: [{title, names}], one button per group; label(name): the text to show for a name.
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
    state.muted.size ? el("p", { class: "help" }, "Click a grey method to give it a colour, and again to hide it.") : null,
    el("p", { class: "help" }, "Click to hide or show. Double-click (or press I) to show only one. Press Esc to show all."));
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
