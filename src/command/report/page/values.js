// Formats values as in the text report. No-break spaces keep a number and its unit on one line.

/** A number with three significant digits. */
function figures(value) {
  const size = Math.abs(Number(value.toPrecision(3)));
  if (size === 0) return "0";
  return value.toFixed(Math.max(2 - Math.floor(Math.log10(size)), 0));
}

/** Three significant digits with a suitable unit. */
function seconds(value) {
  const unit = unitFor(Math.abs(value));
  return `${figures(unit.of(value))}\u00a0${value === 0 ? "s" : unit.name}`;
}

function range(interval) {
  return `${seconds(interval.low)} to ${seconds(interval.high)}`;
}

/** The ends of an interval, in the unit of `value`, which stands beside it. */
function ends({ low, high }, value) {
  const unit = unitFor(Math.abs(value));
  return `${figures(unit.of(low))}–${figures(unit.of(high))}`;
}

function share(part, whole) {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}\u00a0%` : "–";
}

/** For example "3.4 % to 4.1 %". */
function shares(interval, whole) {
  return `${share(interval.low, whole)} to ${share(interval.high, whole)}`;
}

function bytes(value) {
  for (const [unit, size] of [
    ["MiB", 2 ** 20],
    ["KiB", 2 ** 10],
  ])
    if (value >= size && value % size === 0) return `${value / size}\u00a0${unit}`;
  return `${value}\u00a0B`;
}

/** For example "1 KiB – 2 KiB" for vectors from 1 KiB to below 2 KiB; "any length" without limits. */
function lengths(limits) {
  if (limits === null) return "any length";
  return limits[0] === 0 ? "0\u00a0B" : `${bytes(limits[0])} – ${bytes(limits[1])}`;
}

function ranks(count) {
  if (count === 0) return "any ranks";
  return `${count} rank${count === 1 ? "" : "s"}`;
}

/** For example "16 ranks, 4 on a node". */
function place({ ranks: count, ranks_per_node: onNode }) {
  return onNode === 0 || count <= 1 ? ranks(count) : `${ranks(count)}, ${onNode} on a node`;
}

/** The ratio, with "~" if its interval includes 1. */
function ratio({ value, low, high }) {
  return `${value.toFixed(2)}${low <= 1 && high >= 1 ? "~" : ""}`;
}

/** A suitable unit for so many seconds, or for an axis that ends there. */
function unitFor(most) {
  if (most < 1e-4) return { name: "µs", of: (value) => value * 1e6 };
  return most < 0.1 ? { name: "ms", of: (value) => value * 1e3 } : { name: "s", of: (value) => value };
}

function distinct(values) {
  return [...new Set(values)];
}

/** Groups the items by key into lists, in the order of their first occurrence. */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
