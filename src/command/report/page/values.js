// How values read: as in the text report. Between a number and its unit no line ends.

/** Three figures. */
function figures(value) {
  const size = Math.abs(Number(value.toPrecision(3)));
  if (size === 0) return "0";
  return value.toFixed(Math.max(2 - Math.floor(Math.log10(size)), 0));
}

/** Three figures, and the unit that fits. */
function seconds(value) {
  const unit = unitFor(Math.abs(value));
  return `${figures(unit.of(value))}\u00a0${value === 0 ? "s" : unit.name}`;
}

function range(interval) {
  return `${seconds(interval.low)} to ${seconds(interval.high)}`;
}

/** The ends of an interval, in the unit that `value` is written in beside it. */
function ends({ low, high }, value) {
  const unit = unitFor(Math.abs(value));
  return `${figures(unit.of(low))}–${figures(unit.of(high))}`;
}

function share(part, whole) {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}\u00a0%` : "–";
}

/** "3.4 % to 4.1 %" */
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

/** "1 KiB – 2 KiB", of vectors from 1 KiB to below 2 KiB; of vectors of any length where there are no limits. */
function lengths(limits) {
  if (limits === null) return "any length";
  return limits[0] === 0 ? "0\u00a0B" : `${bytes(limits[0])} – ${bytes(limits[1])}`;
}

function ranks(count) {
  if (count === 0) return "any ranks";
  return `${count} rank${count === 1 ? "" : "s"}`;
}

/** "16 ranks, 4 on a node" */
function place({ ranks: count, ranks_per_node: onNode }) {
  return onNode === 0 || count <= 1 ? ranks(count) : `${ranks(count)}, ${onNode} on a node`;
}

/** With "~" where the interval does not tell which is faster. */
function ratio({ value, low, high }) {
  return `${value.toFixed(2)}${low <= 1 && high >= 1 ? "~" : ""}`;
}

/** The unit for so many seconds, or for an axis that ends there. */
function unitFor(most) {
  if (most < 1e-4) return { name: "µs", of: (value) => value * 1e6 };
  return most < 0.1 ? { name: "ms", of: (value) => value * 1e3 } : { name: "s", of: (value) => value };
}

function distinct(values) {
  return [...new Set(values)];
}

/** Lists of the items that have the same key, by it, in the order in which they come. */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
