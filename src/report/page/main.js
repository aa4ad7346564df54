// Starts the page: builds its content, and handles printing and the export of figures as images.

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.font.size = 12;

document.documentElement.dataset.theme = theme();
const content = document.getElementById("content");
content.append(...(data.kind === "compare" ? comparePage(data) : modelsPage(data)));
content.append(el("p", { class: "unseen", id: "canvas-help" },
  "Use the arrow keys to read the points: left and right move along a curve, up and down switch curves."));
changed();

// Canvases are bitmaps, and the browser does not report their width on paper. For printing they are
// drawn in light colours at a fixed size and high resolution; page.css scales them to their columns.
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

// For `--png`: gives every figure its own legend and light colours. Returns the names of the figures.
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
