// How reductions spend their time, by vector length and by number of ranks.

const parts = [
  { key: "waiting", text: "waiting for late ranks", fill: "url(#hatched)" },
  { key: "rest", text: "the rest", fill: "var(--rest)" },
  { key: "not_split", text: "not split: waiting or the rest", fill: "url(#dotted)" },
];

/** The parts with time in some row. */
function partsIn(rows) {
  return parts.filter(({ key }) => rows.some((row) => row[key] > 0));
}

/** Stacked bars of the parts, as {label, part, x1, x2, title}. */
function stacked(rows, labelOf, unit) {
  return rows.flatMap((row) => {
    let end = 0;
    return partsIn(rows).map(({ key, text, fill }) => {
      const begin = end;
      end += row[key];
      return {
        row,
        label: labelOf(row),
        fill,
        x1: unit.of(begin),
        x2: unit.of(end),
        title: `${labelOf(row)}\n${text}: ${seconds(row[key])}`,
      };
    });
  });
}

function timeBars(report) {
  const rows = report.by_size.toSorted((a, b) => byLength(a.vector_bytes, b.vector_bytes));
  const labelOf = (row) => lengths(row.vector_bytes);
  const unit = unitFor(Math.max(...rows.map((row) => row.seconds)));
  const labels = rows.map(labelOf);
  const ends = rows.map((row) => ({
    label: labelOf(row),
    x: unit.of(row.seconds),
    text: `${seconds(row.seconds)}, ${share(row.seconds, report.run_seconds)}`,
  }));
  return chart(
    `Bars: time of a rank by length of the vectors, from ${labels[0]} to ${labels.at(-1)}; the ` +
      "table below has the values",
    {
      width: chartWidth,
      height: 60 + rows.length * bandHeight,
      marginLeft: marginFor(labels),
      marginRight: 150,
      marginTop: 8,
      marginBottom: 42,
      x: timeAxis("time of a rank", unit),
      y: { domain: labels, label: null, tickSize: 0 },
      marks: [
        Plot.barX(stacked(rows, labelOf, unit), {
          x1: "x1",
          x2: "x2",
          y: "label",
          fill: "fill",
          title: "title",
        }),
        Plot.text(ends, { x: "x", y: "label", text: "text", textAnchor: "start", dx: 6 }),
        Plot.ruleX([0]),
      ],
      color: { type: "identity" },
    },
  );
}

function timesBySize(report) {
  return figure(
    "Time by length of the vectors",
    "Lengths are those of a rank's vector, in classes from a power of two to below the next. Beside the bars: the " +
      "time, and its share of the run.",
    legend(partsIn(report.by_size)),
    timeBars(report),
    details(
      "Values",
      false,
      table(
        "Time by length of the vectors",
        [
          {
            title: "length of vectors",
            value: (row) => row.vector_bytes?.[0] ?? null,
            isNumber: true,
            text: (row) => row.name,
          },
          ...timeColumns(report),
        ],
        report.by_size,
        "by-size",
      ),
    ),
  );
}

const mapColours = ["--alike", "--little-faster", "--faster", "--much-faster"].map((name) => `var(${name})`);

/** A map of time by vector length and number of ranks; null if there is only one number of ranks. */
function timesBySizeAndRanks(report) {
  const rows = report.by_size_and_ranks;
  const counts = distinct(rows.map((row) => row.ranks)).toSorted((a, b) => a - b);
  if (counts.length < 2) return null;
  const most = Math.max(...rows.map((row) => row.seconds));
  const sizes = rows.map((row) => row.vector_bytes).toSorted(byLength);
  const thresholds = [0.05, 0.2, 0.5];
  const map = mapOf(
    "Map: time of a rank by length of the vectors and number of ranks of the communicator; the " +
      "table below has the values",
    {
      cells: rows.map((row) => ({
        column: ranks(row.ranks),
        row: lengths(row.vector_bytes),
        value: row.seconds / most,
        text: seconds(row.seconds),
        title: `${row.name}\n${seconds(row.seconds)}, ${row.calls} calls`,
      })),
      columns: counts.map(ranks),
      rows: distinct(sizes.map(lengths)),
      columnLabel: "ranks of the communicator",
      rowLabel: "length of vectors",
      thresholds,
      colours: mapColours,
    },
  );
  const classes = ["below 5 %", "5 to 20 %", "20 to 50 %", "from 50 %"];
  return figure(
    "Time by length of the vectors and number of ranks",
    "Colours: the share of the largest cell.",
    legend(classes.map((text, i) => ({ text, fill: mapColours[i] }))),
    map,
    details(
      "Values",
      false,
      table(
        "Time by length of the vectors and number of ranks",
        [
          { title: "ranks", isNumber: true, value: (row) => row.ranks, text: (row) => ranks(row.ranks) },
          {
            title: "length of vectors",
            isNumber: true,
            value: (row) => row.vector_bytes?.[0] ?? null,
            text: (row) => lengths(row.vector_bytes),
          },
          ...timeColumns(report),
        ],
        rows,
        "by-size-and-ranks",
      ),
    ),
  );
}
