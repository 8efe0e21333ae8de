// The predicted and the measured saving of Allfold.

/** Two bars per row: now and with Allfold. The part with the saving comes last: its interval is at the bar's end. */
function barsOfSaving(row) {
  const now = { of: row.name, run: "now", ...row, saved: null };
  if (row.saved === null) return [now];
  return [
    now,
    {
      ...now,
      run: "with Allfold",
      rest: row.rest - row.saved.value,
      end: { low: row.seconds - row.saved.high, high: row.seconds - row.saved.low },
    },
  ];
}

/** Ordered so that the interval of the last part is that of the whole bar. */
const partsOfSaving = ["waiting", "not_split", "rest"].map((key) => parts.find((part) => part.key === key));

function stackedSavings(bars, unit) {
  return bars.flatMap((bar) => {
    let end = 0;
    return partsOfSaving.map(({ key, text, fill }) => {
      const begin = end;
      end += bar[key];
      return {
        of: bar.of,
        run: bar.run,
        fill,
        x1: unit.of(begin),
        x2: unit.of(end),
        title: `${bar.of}, ${bar.run}\n${text}: ${seconds(bar[key])}`,
      };
    });
  });
}

function savingBars(rows, report) {
  const bars = rows.flatMap(barsOfSaving);
  const most = Math.max(...bars.map((bar) => Math.max(bar.seconds, bar.end?.high ?? 0)));
  const unit = unitFor(most);
  const intervals = bars
    .filter((bar) => bar.end)
    .map((bar) => ({
      of: bar.of,
      run: bar.run,
      low: unit.of(bar.end.low),
      high: unit.of(bar.end.high),
    }));
  const texts = bars.map((bar) => {
    const of = rows.find((row) => row.name === bar.of);
    const total = unit.of(bar.waiting + bar.not_split + bar.rest);
    return {
      of: bar.of,
      run: bar.run,
      x: Math.max(total, bar.end ? unit.of(bar.end.high) : 0),
      text: bar.end ? `${seconds(of.saved.value)} saved` : seconds(bar.seconds),
    };
  });
  for (const { name, saved } of rows)
    if (saved === null) texts.push({ of: name, run: "with Allfold", x: 0, text: "not predicted" });
  const names = rows.map((row) => row.name);
  const at = { fy: "of", y: "run" };
  return chart(
    "Bars: time of a rank in each collective and in all, now and with Allfold, with the range of the saving; the " +
      "table below has the values",
    {
      width: chartWidth,
      height: 70 + rows.length * 76,
      marginLeft: 100,
      marginRight: 150,
      marginTop: 24,
      marginBottom: 42,
      x: timeAxis("time of a rank", unit),
      y: { domain: ["now", "with Allfold"], label: null, tickSize: 0 },
      fy: { domain: names, axis: null, padding: 0.35 },
      color: { type: "identity" },
      marks: [
        Plot.barX(stackedSavings(bars, unit), { ...at, x1: "x1", x2: "x2", fill: "fill", title: "title" }),
        ...intervalMarks(intervals),
        Plot.text(texts, { ...at, x: "x", text: "text", textAnchor: "start", dx: 8 }),
        facetNames(names),
        Plot.ruleX([0]),
      ],
    },
  );
}

function intervalMark() {
  return [svgElement("path", { d: "M3 6H21M3 2V10M21 2V10", stroke: "currentColor", "stroke-width": 1.5 })];
}

function savings(report) {
  if (report.total.saved === null) return null;
  const rows = [...report.by_collective, { name: "all", ...report.total }];
  return figure(
    "Time in each collective, now and with Allfold",
    "The time of native calls without waiting is divided by the ratio that was measured at their length. The range " +
      "comes from the 95 % interval of this ratio.",
    legend([...partsIn(rows), { text: "range of the time with Allfold", mark: intervalMark }]),
    savingBars(rows, report),
    details(
      "Values",
      true,
      table(
        "What Allfold would save",
        [{ title: "collective", value: (row) => row.name }, ...timeColumns(report)],
        rows,
        "by-collective",
      ),
    ),
  );
}

const kindsOfRun = [
  { key: "native", text: "native", fill: "var(--native)" },
  { key: "predicted", text: "predicted with Allfold", fill: "url(#dotted)" },
  { key: "had", text: "measured with Allfold", fill: "var(--allfold)" },
];

function comparisonBars(rows) {
  const most = Math.max(...rows.map((row) => Math.max(row.native, row.had, row.predicted?.high ?? 0)));
  const unit = unitFor(most);
  const barOf = (row, { key, text, fill }) => {
    const value = key === "predicted" ? row.predicted.value : row[key];
    const end = key === "predicted" ? row.predicted.high : value;
    return {
      of: row.name,
      run: text,
      fill,
      x: unit.of(value),
      end: unit.of(end),
      text: seconds(value),
      title: `${row.name}\n${text}: ${seconds(value)}`,
    };
  };
  const bars = rows.flatMap((row) =>
    kindsOfRun.filter(({ key }) => row[key] !== null).map((kind) => barOf(row, kind)),
  );
  const intervals = rows
    .filter((row) => row.predicted)
    .map((row) => ({
      of: row.name,
      run: kindsOfRun[1].text,
      low: unit.of(row.predicted.low),
      high: unit.of(row.predicted.high),
    }));
  const absent = rows
    .filter((row) => row.predicted === null)
    .map((row) => ({ of: row.name, run: kindsOfRun[1].text, end: 0, text: "not predicted" }));
  const names = rows.map((row) => row.name);
  const at = { fy: "of", y: "run" };
  return chart(
    "Bars: the time of calls natively, predicted with Allfold, and measured with Allfold; the table below has the " +
      "values",
    {
      width: chartWidth,
      height: 70 + rows.length * 72,
      marginLeft: 10,
      marginRight: 90,
      marginTop: 24,
      marginBottom: 42,
      x: timeAxis("time of a rank in one run, without waiting", unit),
      y: { domain: kindsOfRun.map(({ text }) => text), axis: null },
      fy: { domain: names, axis: null, padding: 0.35 },
      color: { type: "identity" },
      marks: [
        Plot.barX(bars, { ...at, x1: 0, x2: "x", fill: "fill", title: "title" }),
        ...intervalMarks(intervals),
        Plot.text([...bars, ...absent], { ...at, x: "end", text: "text", textAnchor: "start", dx: 8 }),
        facetNames(names),
        Plot.ruleX([0]),
      ],
    },
  );
}

/** Sentences on the calls that are not compared, and why; null if all are compared. */
function leftOut(report) {
  if (report.comparison === null) return null;
  const { not_split: notSplit, on_one_side: onOneSide } = report.comparison.left_out;
  const sentenceOf = ({ kinds, seconds: time }, run, why) =>
    `Not compared: ${kinds} kind${kinds === 1 ? "" : "s"} of calls (${seconds(time)} of a rank in ${run}): ${why}.`;
  const sentences = [
    [notSplit, "a native run", "more than 5\u00a0% of their time is not split"],
    [onOneSide, "a run", "made only in native runs, or only in runs with Allfold"],
  ].filter(([{ kinds }]) => kinds > 0);
  if (sentences.length === 0) return null;
  return element("p", { class: "note", id: "left-out" }, sentences.map((each) => sentenceOf(...each)).join(" "));
}

/** Native runs and runs with Allfold of the same program, side by side. */
function comparison(report) {
  if (report.comparison === null || report.comparison.rows.length === 0) return null;
  const { rows, total } = report.comparison;
  const all = [...rows, total];
  const most = 11;
  const shown = [total, ...rows.slice(0, most)];
  const left = rows.length > most ? ` The ${most} kinds of calls that took longest are shown.` : "";
  return figure(
    "Predicted and measured",
    `Native runs, and runs with Allfold, of the same program on as many ranks.${left}`,
    legend([...kindsOfRun, { text: "range of the prediction", mark: intervalMark }]),
    comparisonBars(shown),
    details(
      "Values",
      false,
      table(
        "Predicted and measured, without waiting, in one run",
        [
          { title: "calls", isLong: true, value: (row) => row.name },
          secondsColumn("native", (row) => row.native),
          secondsColumn("predicted", (row) => row.predicted?.value ?? null),
          {
            title: "from – to",
            isNumber: true,
            value: (row) => row.predicted?.low ?? null,
            text: (row) => (row.predicted ? range(row.predicted) : dash),
          },
          secondsColumn("with Allfold", (row) => row.had),
          { title: "served by", isLong: true, value: (row) => row.served_by.join(", ") },
        ],
        all,
        "comparison",
      ),
    ),
  );
}
