// Assembles the page, with the most important parts first.

function summaryTable(report) {
  const { total, run_seconds: run } = report;
  const rows = [
    { name: "run", value: run, interval: null },
    { name: "reductions", value: total.seconds },
    { name: "– waiting for late ranks", value: total.waiting },
    { name: "– the rest", value: total.rest },
    ...(total.not_split > 0 ? [{ name: "– not split", value: total.not_split }] : []),
    ...(total.saved ? [{ name: "Allfold would save", value: total.saved.value, interval: total.saved }] : []),
  ];
  return table(
    "A rank on average",
    [
      { title: "part", value: (row) => row.name },
      secondsColumn("time", (row) => row.value),
      {
        title: "of the run",
        isNumber: true,
        value: (row) => row.value / run,
        text: (row) => share(row.value, run),
      },
      {
        title: "from – to",
        isNumber: true,
        value: (row) => row.interval?.low ?? null,
        text: (row) => (row.interval ? range(row.interval) : ""),
      },
    ],
    rows,
    "summary",
    plainHeader,
  );
}

/** The times of whole runs of `allfold try`, native and with Allfold. */
function runTimes(tried) {
  const sides = [
    { name: "native", ...tried.native },
    { name: "with Allfold", ...tried.with_allfold },
  ];
  return table(
    "Runs of the whole command",
    [
      { title: "", value: (side) => side.name },
      { title: "runs", isNumber: true, value: (side) => side.seconds.length },
      secondsColumn("median", (side) => side.median_seconds),
      secondsColumn("shortest", (side) => (side.seconds.length > 0 ? Math.min(...side.seconds) : null)),
      secondsColumn("longest", (side) => (side.seconds.length > 0 ? Math.max(...side.seconds) : null)),
    ],
    sides,
    "runs",
    plainHeader,
  );
}

function headOfTry({ try: tried }) {
  const about = tried.program === "" ? [] : [`${tried.program}, ${ranks(tried.ranks)}, ${tried.mpi}`];
  return [
    element("h1", {}, "What Allfold gains"),
    element("p", { class: "about" }, [tried.command, ...about].join("; ")),
    element("p", { class: "finding" }, tried.finding),
    tried.next === "" ? null : element("p", { class: "note" }, `Next: ${tried.next}`),
    runTimes(tried),
  ];
}

function headOfRuns(report) {
  const [{ profile }] = report.profiles;
  return [
    element(report.try ? "h2" : "h1", {}, `Reductions of ${programsOf(report)}`),
    element("p", { class: "about" }, `${ranks(profile.ranks)}, ${profile.mpi}`),
    element("p", { class: "finding", id: "finding" }, findingOfRuns(report)),
    element("p", { class: "note" }, notesOnRuns(report).join(" ")),
    summaryTable(report),
  ];
}

function headOfMeasurements({ measurements }) {
  const caution = cautionOn(measurements);
  return [
    element("h1", {}, `Allfold against ${librariesOf(measurements)}`),
    element(
      "p",
      { class: "about" },
      `${measurements.points.length} points on ${listed(distinct(measurements.points.map((point) => point.ranks)))} ranks`,
    ),
    element("p", { class: "finding", id: "finding" }, findingOfMeasurements(measurements)),
    ...(caution === null ? [] : [element("p", { class: "note" }, caution)]),
  ];
}

function foot(report) {
  return element(
    "footer",
    {},
    `Made by allfold report of Allfold ${report.allfold}; charts by Observable Plot. The page `,
    "holds the report as JSON, in its element with the id data.",
  );
}

function headOf(report) {
  if (report.profiles.length > 0) return headOfRuns(report);
  return report.measurements === null ? [] : headOfMeasurements(report);
}

function titleOf(report) {
  if (report.try) return `What Allfold gains: ${report.try.program || report.try.command}`;
  return report.profiles.length > 0
    ? `Reductions of ${programsOf(report)}`
    : `Allfold against ${librariesOf(report.measurements)}`;
}

function fill(report) {
  const hasCalls = report.classes.length > 0;
  const children = [
    ...(report.try ? headOfTry(report) : []),
    ...headOf(report),
    hasCalls ? section("Where the time goes", timesBySize(report), timesBySizeAndRanks(report)) : null,
    hasCalls ? section("What Allfold would save", savings(report), comparison(report), leftOut(report)) : null,
    measurementsSection(report),
    hasCalls ? accountTables(report) : null,
    sources(report),
    foot(report),
  ];
  document.title = titleOf(report);
  document.getElementById("report").append(...children.filter((child) => child !== null));
}

fill(JSON.parse(document.getElementById("data").textContent));
