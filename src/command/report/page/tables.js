// The account by further properties of the calls, and the sources of its data.

function tableBy(title, firstColumn, rows, report, id) {
  if (rows.length === 0) return [];
  return [
    element("h3", {}, title),
    table(
      title,
      [{ title: firstColumn, isLong: true, value: (row) => row.name }, ...timeColumns(report)],
      rows,
      id,
    ),
  ];
}

function classes(report) {
  const columns = [
    { title: "collective", value: (row) => row.collective, note: (row) => `${row.operation} of ${row.type}` },
    {
      title: "length of vectors",
      isNumber: true,
      value: (row) => row.vector_bytes?.[0] ?? null,
      text: (row) => lengths(row.vector_bytes),
    },
    {
      title: "communicator",
      isLong: true,
      value: (row) => `${row.communicator.name || "unnamed"} (${place(row.communicator)})`,
      note: (row) => (row.site === undefined ? null : `called from ${row.site}`),
    },
    { title: "served by", value: (row) => row.algorithm },
    ...timeColumns(report),
  ];
  const { length } = report.classes;
  return [
    element("h3", {}, "Classes of calls"),
    details(
      `All ${length} classes`,
      length <= 40,
      table("Classes of calls", columns, report.classes, "classes"),
    ),
  ];
}

function accountTables(report) {
  return section(
    "By communicator, algorithm and site",
    ...tableBy("By communicator", "communicator", report.by_communicator, report, "by-communicator"),
    ...tableBy("By what served", "served by", report.by_algorithm, report, "by-algorithm"),
    ...tableBy("By where it was called from", "called from", report.by_site, report, "by-site"),
    ...classes(report),
  );
}

function profileLine({ file, profile }) {
  const nodes = profile.nodes > 0 ? ` of ${profile.nodes} node${profile.nodes === 1 ? "" : "s"}` : "";
  const parts = [`${file}: ${profile.program} on ${ranks(profile.ranks)}${nodes}`, profile.mpi];
  if (profile.mode === "native") parts.push("native run");
  if (profile.partial !== null)
    parts.push(`partial, of ${ranks(profile.ranks_observed)}: ${profile.partial}`);
  if (profile.merged_calls > 0)
    parts.push(`${profile.merged_calls} calls are merged, because there were too many classes`);
  return parts.join(", ");
}

function measuredLine(on) {
  const processors =
    on.processors === null ? null : `${on.processors} processor${on.processors === 1 ? "" : "s"}`;
  const calls = on.operation === null ? null : `${on.operation} of ${on.type}`;
  const known = [on.mpi, on.processor, processors, on.network, calls].filter((each) => each !== null);
  return known.length === 0 ? on.file : `${on.file}: ${known.join(", ")}`;
}

function sources(report) {
  const lines = [
    ...report.profiles.map(profileLine),
    ...(report.measurements?.files ?? []).map(measuredLine),
  ];
  return section("Files", element("ul", {}, ...lines.map((line) => element("li", {}, line))));
}
