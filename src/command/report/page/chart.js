// Common parts of all charts.

const chartWidth = 900;
const bandHeight = 26;
const fontSize = 12;

/** A chart of Observable Plot. Screen readers read it as one picture with this description. */
function chart(description, options) {
  const { style, ...others } = options;
  const svg = Plot.plot({ style: { fontSize: `${fontSize}px`, background: "none", ...style }, ...others });
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", description);
  return svg;
}

/** The margin in pixels for the longest of the labels. */
function marginFor(labels) {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return Math.min(300, 16 + longest * fontSize * 0.58);
}

/** Items are {text, fill, mark}. `mark` draws in a box of 24 by 12 pixels; without it the box has the colour `fill`. */
function legend(items) {
  const box = ({ fill, mark }) =>
    svgElement(
      "svg",
      { width: 24, height: 12, "aria-hidden": "true" },
      ...(mark ? mark() : [svgElement("rect", { width: 24, height: 12, fill })]),
    );
  return element("ul", { class: "legend" }, ...items.map((item) => element("li", {}, box(item), item.text)));
}

function figure(title, caption, ...children) {
  return element("figure", {}, element("h3", {}, title), element("figcaption", {}, caption), ...children);
}

/** Orders vector lengths by their limits, the shortest first. Any length (null) comes last. */
function byLength(a, b) {
  return (a === null ? Infinity : a[0]) - (b === null ? Infinity : b[0]);
}

/** An axis of times, at the ends of bars. */
function timeAxis(label, unit) {
  return {
    label: `${label}, ${unit.name}`,
    labelAnchor: "center",
    labelArrow: "none",
    grid: true,
    zero: true,
  };
}

/** A map whose cells are coloured by the highest threshold that they reach. */
function mapOf(description, { cells, columns, rows, columnLabel, rowLabel, thresholds, colours }) {
  const marginLeft = marginFor(rows);
  const axis = { labelArrow: "none", tickSize: 0 };
  return chart(description, {
    width: marginLeft + Math.max(rowLabel.length * 8, columns.length * 100),
    height: 66 + rows.length * bandHeight,
    marginLeft,
    marginTop: 24,
    marginBottom: 42,
    x: { ...axis, domain: columns, label: columnLabel, labelAnchor: "center" },
    y: { ...axis, domain: rows, label: rowLabel, labelAnchor: "top" },
    color: { type: "threshold", domain: thresholds, range: colours },
    marks: [
      Plot.cell(cells, { x: "column", y: "row", fill: "value", inset: 1, title: "title" }),
      Plot.text(cells, { x: "column", y: "row", text: "text", fill: "currentColor", pointerEvents: "none" }),
    ],
  });
}

/** Names above the bars of each facet. */
function facetNames(names) {
  return Plot.text(names, {
    fy: (name) => name,
    text: (name) => name,
    frameAnchor: "top-left",
    dy: -15,
    fontWeight: 600,
  });
}

/** Intervals of the ends of bars, {of, run, low, high}: one line with end marks per bar. */
function intervalMarks(intervals) {
  const at = { fy: "of", y: "run", stroke: "currentColor", strokeWidth: 1.5 };
  return [
    Plot.ruleY(intervals, { ...at, x1: "low", x2: "high" }),
    Plot.tickX(intervals, { ...at, x: "low", inset: 5 }),
    Plot.tickX(intervals, { ...at, x: "high", inset: 5 }),
  ];
}
