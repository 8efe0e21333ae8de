// The measurements of the machine: latencies, ratios and choices.

/** The key of the chart that shows the point. A chart shows points of one kind on one number of ranks. */
function kindKey(point) {
  return `${kindOfPoints(point)}${point.operation === "predefined" ? "" : `, ${point.operation} operation`}`;
}

const series = [
  { key: "native", text: "native", colour: "var(--native)", symbol: "square", dashes: "5 3" },
  { key: "allfold", text: "Allfold", colour: "var(--allfold)", symbol: "circle", dashes: null },
];

function lineMark({ colour, symbol, dashes }) {
  const line = svgElement("path", {
    d: "M0 6H24",
    stroke: colour,
    "stroke-width": 2,
    "stroke-dasharray": dashes,
  });
  const box = { x: 8.5, y: 2.5, width: 7, height: 7, fill: colour };
  return [
    line,
    symbol === "circle"
      ? svgElement("circle", { cx: 12, cy: 6, r: 3.8, fill: colour })
      : svgElement("rect", box),
  ];
}

function curve({ key, text, colour, symbol, dashes }, points) {
  const own = points.filter((point) => point[key] !== null && point[key].value > 0 && point.bytes > 0);
  const values = own.map((point) => ({
    x: point.bytes,
    y: point[key].value,
    low: point[key].low,
    high: point[key].high,
    title:
      `${text}, ${bytes(point.bytes)}\n${seconds(point[key].value)} (${range(point[key])})` +
      (key === "allfold" && point.served_by ? `\n${point.served_by}` : ""),
  }));
  return [
    Plot.lineY(values, { x: "x", y: "y", stroke: colour, strokeWidth: 1.75, strokeDasharray: dashes }),
    Plot.ruleX(values, { x: "x", y1: "low", y2: "high", stroke: colour, strokeWidth: 3, strokeOpacity: 0.5 }),
    Plot.dot(values, { x: "x", y: "y", fill: colour, symbol, r: 3, title: "title" }),
  ];
}

/** Powers of two at intervals that keep the labels apart. */
function ticksOfBytes(points) {
  const powers = points.map((point) => Math.log2(point.bytes)).filter(Number.isFinite);
  const [from, to] = [Math.ceil(Math.min(...powers)), Math.max(...powers)];
  const step = Math.max(1, Math.ceil((to - from) / 4));
  const ticks = [];
  for (let power = from; power <= to; power += step) ticks.push(2 ** power);
  return ticks;
}

/** Powers of ten; if these are few, also their double and fivefold. */
function ticksOfSeconds([low, high]) {
  const inside = (factors) => {
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power)
      ticks.push(...factors.map((factor) => factor * 10 ** power));
    return ticks.filter((tick) => tick >= low && tick <= high);
  };
  const powers = inside([1]);
  return powers.length > 2 ? powers : inside([1, 2, 5]);
}

/** For example "10 µs". */
function secondsAtTick(value) {
  const unit = unitFor(value * 1.0001);
  return `${Number(unit.of(value).toPrecision(3))} ${unit.name}`;
}

function latencyPanel(title, points, limits) {
  const svg = chart(
    `Curves: time of native and of Allfold's calls by length of the vectors, ${title}; the table below ` +
      "has the values",
    {
      width: 300,
      height: 240,
      marginLeft: 52,
      marginRight: 18,
      marginBottom: 38,
      marginTop: 26,
      x: {
        type: "log",
        base: 2,
        label: "length of vectors",
        labelAnchor: "center",
        labelArrow: "none",
        ticks: ticksOfBytes(points),
        tickFormat: bytes,
      },
      y: {
        type: "log",
        domain: limits,
        label: "time of a call",
        labelAnchor: "top",
        labelArrow: "none",
        grid: true,
        ticks: ticksOfSeconds(limits),
        tickFormat: secondsAtTick,
      },
      marks: series.flatMap((each) => curve(each, points)),
    },
  );
  return element("div", { class: "panel" }, element("h4", {}, title), svg);
}

function limitsOf(points) {
  const ends = points
    .flatMap((point) =>
      series.flatMap(({ key }) => (point[key] ? [point[key].low, point[key].value, point[key].high] : [])),
    )
    .filter((value) => value > 0);
  return [Math.min(...ends), Math.max(...ends)];
}

function latencies(kind, points) {
  const known = points.filter((point) => point.native !== null && point.allfold !== null && point.bytes > 0);
  if (known.length === 0) return null;
  const panels = [...grouped(known, place)].map(([title, own]) => latencyPanel(title, own, limitsOf(known)));
  return figure(
    `Time of a call: ${kind}`,
    "Medians of the slowest rank, with their 95 % intervals; both axes are logarithmic.",
    legend(series.map((each) => ({ text: each.text, mark: () => lineMark(each) }))),
    element("div", { class: "panels" }, ...panels),
  );
}

const ratioClasses = [
  { from: 0, text: "below 0.5: Allfold is slower", colour: "--much-slower" },
  { from: 0.5, text: "0.5 to 0.8", colour: "--slower" },
  { from: 0.8, text: "0.8 to 0.95", colour: "--little-slower" },
  { from: 0.95, text: "0.95 to 1.05", colour: "--alike" },
  { from: 1.05, text: "1.05 to 1.5", colour: "--little-faster" },
  { from: 1.5, text: "1.5 to 2.5", colour: "--faster" },
  { from: 2.5, text: "from 2.5: Allfold is faster", colour: "--much-faster" },
].map(({ from, text, colour }) => ({ from, text, fill: `var(${colour})` }));

function ratioMap(kind, points) {
  const placeOf = (point) =>
    point.ranks_per_node === point.ranks ? `${point.ranks}` : `${point.ranks} (${point.ranks_per_node})`;
  const sizes = distinct(points.map((point) => point.bytes)).toSorted((a, b) => a - b);
  const map = mapOf(
    `Map: time of native calls over that of Allfold's by length of the vectors and number of ranks, ${kind}; ` +
      "the table below has the values",
    {
      cells: points.map((point) => ({
        column: placeOf(point),
        row: bytes(point.bytes),
        value: point.ratio.value,
        text: ratio(point.ratio),
        title:
          `${place(point)}, ${bytes(point.bytes)}\n${point.ratio.value.toFixed(2)} (${point.ratio.low.toFixed(2)} to ` +
          `${point.ratio.high.toFixed(2)})\n${point.served_by ?? ""}`,
      })),
      columns: distinct(points.map(placeOf)),
      rows: sizes.map(bytes),
      columnLabel: "ranks (on a node)",
      rowLabel: "length of vectors",
      thresholds: ratioClasses.slice(1).map(({ from }) => from),
      colours: ratioClasses.map(({ fill }) => fill),
    },
  );
  return element("div", { class: "panel" }, element("h4", {}, kind), map);
}

function ratioMaps(kinds) {
  return figure(
    "Native over Allfold, by number of ranks and length",
    "The time of native calls over that of Allfold's: above 1 Allfold is faster. ~ marks ratios whose 95 % interval " +
      "contains 1.",
    legend(ratioClasses),
    element("div", { class: "maps" }, ...[...kinds].map(([kind, points]) => ratioMap(kind, points))),
  );
}

/** Compares the candidate that served with the fastest one at the point. */
function amongCandidates(point) {
  const [fastest] = point.candidates;
  if (fastest === undefined || point.allfold === null) return dash;
  const times = point.allfold.value / fastest.seconds.value;
  if (times <= 1) return `fastest of ${point.candidates.length}`;
  return `${times.toFixed(2)} times ${fastest.name}, the fastest of ${point.candidates.length}`;
}

/** A table of all choices. It is long, so it is closed at first beside a report of runs. */
function choices({ points }, isAlone) {
  const timings = distinct(points.map(({ timing }) => timing));
  const timed = (title, key) => ({
    ...secondsColumn(title, (point) => point[key]?.value ?? null),
    note: (point) => (point[key] === null ? null : ends(point[key], point[key].value)),
  });
  const columns = [
    { title: "collective", value: (point) => point.collective },
    {
      title: "ranks",
      isNumber: true,
      value: (point) => point.ranks,
      note: (point) => (point.ranks_per_node < point.ranks ? `${point.ranks_per_node} on a node` : null),
    },
    { title: "length", isNumber: true, value: (point) => point.bytes, text: (point) => bytes(point.bytes) },
    ...(timings.length > 1 ? [{ title: "timing", value: (point) => point.timing }] : []),
    timed("native", "native"),
    timed("Allfold", "allfold"),
    {
      title: "native over Allfold",
      isNumber: true,
      value: (point) => point.ratio.value,
      text: (point) => ratio(point.ratio),
      note: (point) => `${point.ratio.low.toFixed(2)}–${point.ratio.high.toFixed(2)}`,
    },
    { title: "served by", value: (point) => point.served_by },
    { title: "among the measured", isLong: true, value: amongCandidates },
    ...(points.some(({ reason }) => reason !== null)
      ? [{ title: "because", isLong: true, value: (point) => point.reason }]
      : []),
  ];
  return [
    element("h3", {}, "What was chosen, and why"),
    element(
      "p",
      { class: "note" },
      "For any call, allfold explain says what is chosen and why, as in: " +
        `allfold explain -p ${points[0].ranks} --ranks-per-node ${points[0].ranks_per_node} --sizes ${points[0].bytes}.`,
    ),
    details(
      `All ${points.length} points`,
      isAlone && points.length <= 80,
      table("Measured points, and what was chosen there", columns, points, "points"),
    ),
  ];
}

function measurementsSection({ measurements, profiles }) {
  if (measurements === null) return null;
  const kinds = grouped(measurements.points, kindKey);
  return section(
    "What was measured",
    ...[...kinds].map(([kind, points]) => latencies(kind, points)),
    ratioMaps(kinds),
    ...choices(measurements, profiles.length === 0),
  );
}
