// Tables that are sorted by a click on a column, or by keyboard.

const dash = "–";

/** Sorts the rows by a column. Rows without a value there come last. */
function sortRows(body, column, direction) {
  const sign = direction === "ascending" ? 1 : -1;
  const valueOf = (row) => {
    const { value } = row.cells[column].dataset;
    if (value === undefined) return null;
    return row.cells[column].classList.contains("number") ? Number(value) : value;
  };
  const compared = (a, b) => {
    if (typeof a === "number") return a - b;
    return a.localeCompare(b, "en", { numeric: true });
  };
  const rows = [...body.rows].map((row) => ({ row, value: valueOf(row) }));
  const withValue = rows.filter(({ value }) => value !== null);
  withValue.sort((a, b) => sign * compared(a.value, b.value));
  const without = rows.filter(({ value }) => value === null);
  body.append(...[...withValue, ...without].map(({ row }) => row));
}

function plainHeader(column) {
  return element("th", { scope: "col", class: classOf(column) }, column.title);
}

/** A column of numbers is first sorted in descending order, a column of words from A to Z. */
function sortingHeader(column, index, table) {
  const first = column.isNumber ? "descending" : "ascending";
  const other = column.isNumber ? "ascending" : "descending";
  const button = element("button", { type: "button" }, column.title);
  const header = element("th", { scope: "col", class: classOf(column), "aria-sort": "none" }, button);
  button.addEventListener("click", () => {
    const direction = header.getAttribute("aria-sort") === first ? other : first;
    for (const each of table.tHead.rows[0].cells) each.setAttribute("aria-sort", "none");
    header.setAttribute("aria-sort", direction);
    sortRows(table.tBodies[0], index, direction);
  });
  return header;
}

function classOf({ isNumber, isLong }) {
  if (isNumber) return "number";
  return isLong ? "long" : null;
}

function cellOf(column, row, isFirst) {
  const value = column.value(row);
  const attributes = { class: classOf(column), "data-value": value };
  if (isFirst) attributes.scope = "row";
  const note = column.note?.(row) ?? null;
  return element(
    isFirst ? "th" : "td",
    attributes,
    column.text ? column.text(row) : `${value ?? dash}`,
    note === null ? null : element("small", {}, note),
  );
}

/**
 * Columns are {title, value, text, note, isNumber, isLong}. `value` is the sort key, or null if
 * unknown. `text` is the displayed text, by default the value; `note` is displayed below it. Long
 * texts may break anywhere.
 */
function table(caption, columns, rows, id, headerOf = sortingHeader) {
  const body = element("tbody");
  const made = element(
    "table",
    { id, class: columns.length > 5 ? "wide" : null },
    element("caption", {}, caption),
    element("thead", {}, element("tr")),
    body,
  );
  made.tHead.rows[0].append(...columns.map((column, index) => headerOf(column, index, made)));
  for (const row of rows)
    body.append(element("tr", {}, ...columns.map((column, index) => cellOf(column, row, index === 0))));
  return element("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" }, made);
}

function secondsColumn(title, value) {
  return { title, isNumber: true, value, text: (row) => (value(row) === null ? dash : seconds(value(row))) };
}

/** Columns for calls, time and its parts, and the saving. All tables of an account use them. */
function timeColumns(report) {
  const isSplit = (row) => !(row.seconds > 0 && row.not_split >= row.seconds);
  const columns = [
    { title: "calls", isNumber: true, value: (row) => row.calls },
    {
      ...secondsColumn("time (of the run)", (row) => row.seconds),
      note: (row) => share(row.seconds, report.run_seconds),
    },
    secondsColumn("waiting", (row) => (isSplit(row) ? row.waiting : null)),
    secondsColumn("the rest", (row) => (isSplit(row) ? row.rest : null)),
  ];
  if (report.measurements === null) return columns;
  const saved = {
    ...secondsColumn("saved (from – to)", (row) => row.saved?.value ?? null),
    note: (row) => (row.saved ? ends(row.saved, row.saved.value) : null),
  };
  return [...columns, saved];
}
