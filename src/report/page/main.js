// Starts the page: what to draw, printing, and the mode in which figures become pictures.

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.font.size = 12;

document.documentElement.dataset.theme = theme();
const content = document.getElementById("content");
content.append(...(data.kind === "compare" ? comparePage(data) : modelsPage(data)));
content.append(el("p", { class: "unseen", id: "canvas-help" },
  "Arrow keys read out the points: left and right along a curve, up and down to another one."));
changed();

// The canvases are bitmaps, and on paper get another width than they are told of: for paper they are
// drawn in light colours at a fixed size with many dots, and page.css fits them into their columns.
function redrawAll(paper) {
  for (const chart of charts) {
    chart.options.devicePixelRatio = paper ? 3 : undefined;
    if (paper) chart.resize(430, 300);
    else chart.resize();
    redraw(chart);
  }
}
window.addEventListener("beforeprint", () => {
  forceTheme("light");
  redrawAll(true);
});
window.addEventListener("afterprint", () => {
  forceTheme(null);
  redrawAll(false);
});

// For `--png`: every figure by itself with its own legend, light. Gives the names of the figures.
window.sagittaPictures = () => {
  document.documentElement.classList.add("pictures");
  forceTheme("light");
  for (const chart of charts) {
    const shown = chart.data.datasets.filter((set) => set.series && !set.series.second).length;
    if (shown > 1) {
      chart.options.plugins.legend.display = true;
      chart.options.plugins.legend.labels.filter = (item, all) => !all.datasets[item.datasetIndex].series.second;
    }
  }
  redrawAll(false);
  return [...document.querySelectorAll("figure[data-figure]")].map((figure) => figure.dataset.figure);
};
