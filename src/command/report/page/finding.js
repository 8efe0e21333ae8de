// The main finding of the report in a sentence, and warnings about its reliability.

function programsOf(report) {
  return distinct(report.profiles.map(({ profile }) => profile.program)).join(" and ");
}

function waitingText(report) {
  const { total } = report;
  if (total.seconds > 0 && total.not_split >= total.seconds)
    return "how much of that is waiting for late ranks is not known";
  return `${share(total.waiting, report.run_seconds)} is waiting for late ranks, which no algorithm saves`;
}

/** Whether the MPI library served calls that Allfold could serve. */
function hasNativeCalls(report) {
  return report.by_algorithm.some(({ name }) => name === "native");
}

function savingText(report) {
  const { total, run_seconds: run } = report;
  if (!hasNativeCalls(report)) return "only a native run shows what Allfold saves";
  if (report.measurements === null) return "what Allfold would save is not known yet";
  if (total.saved === null) return "the measurements do not show what Allfold would save";
  const { value, low, high } = total.saved;
  const saved = value < 0 ? { value: -value, low: -high, high: -low } : total.saved;
  return `Allfold would ${value < 0 ? "lose" : "save"} ${share(saved.value, run)} (${shares(saved, run)})`;
}

/** For example "and saved 3.5 %", from runs with Allfold; "" if there are none. */
function hadText({ comparison: compared, total }) {
  if (compared === null || compared.rows.length === 0) return "";
  const saved = compared.total.native - compared.total.had;
  const verb = saved < 0 ? "lost" : "saved";
  const text = `${verb} ${share(Math.abs(saved), compared.native_run_seconds)}`;
  return total.saved === null ? `; it ${text}` : ` and ${text}`;
}

function isOfNativeRuns(report) {
  return report.account_of === "native runs";
}

/** Names the runs that are added up: "the run", "all 3 runs", "the 2 native runs". */
function runsOf(report) {
  const { profiles } = report;
  if (!isOfNativeRuns(report)) return profiles.length === 1 ? "the run" : `all ${profiles.length} runs`;
  const count = profiles.filter(({ profile }) => profile.mode === "native").length;
  return count === 1 ? "the native run" : `the ${count} native runs`;
}

/** The finding about runs of a program. */
function findingOfRuns(report) {
  const runs = report.profiles.length === 1 ? "" : `, in ${runsOf(report)},`;
  return (
    `${programsOf(report)}${runs} spends ${share(report.total.seconds, report.run_seconds)} of its run ` +
    `time in reductions: ${waitingText(report)}, and ${savingText(report)}${hadText(report)}.`
  );
}

function notesOnRuns(report) {
  const notes = [];
  const { total, run_seconds: run } = report;
  if (!hasNativeCalls(report))
    notes.push(
      "There are no native calls. To see what Allfold saves, profile a native run, too, and report again: " +
        `allfold run --native --profile native.json -- mpirun -n ${report.profiles[0].profile.ranks} ` +
        `${report.profiles[0].profile.program}, then allfold report native.json ${report.profiles[0].file} ` +
        "--format html -o report.html.",
    );
  else if (report.measurements === null)
    notes.push(
      "To know what Allfold would save, measure this machine and report again: " +
        `mpirun -n ${report.profiles[0].profile.ranks} allfold tune -o rules.json, then allfold report ` +
        `${report.profiles[0].file} --rules rules.json --format html -o report.html.`,
    );
  else if (total.saved !== null)
    notes.push(
      `That is ${seconds(total.saved.value)} (${range(total.saved)}) of ${seconds(total.judged)} ` +
        "in native calls, without waiting.",
    );
  const caution = report.measurements === null ? null : cautionOn(report.measurements);
  if (caution !== null) notes.push(caution);
  if (report.measurements !== null && total.not_judged > 0)
    notes.push(`No prediction for ${seconds(total.not_judged)} in other native calls.`);
  if (report.not_measured.length > 0)
    notes.push(...report.not_measured.map((place) => `On ${place}, some lengths of vectors were not measured.`));
  if (report.comparison !== null)
    notes.push(
      `A native run took ${seconds(report.comparison.native_run_seconds)}, a run with Allfold ` +
        `${seconds(report.comparison.allfold_run_seconds)}.`,
    );
  if (report.not_compared !== null)
    notes.push(
      `Native runs are not compared with the others, because the profiles are ${report.not_compared}; all times ` +
        "are added up.",
    );
  notes.push(
    `All times are those of a rank, on average over all ranks; ${runsOf(report)} took ${seconds(run)}.`,
  );
  return notes;
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For example "Allreduce, separated calls": what all points of a summary or of a chart have in common. */
function kindOfPoints({ collective, timing, asked_for: asked }) {
  const how = timing === null ? "" : `, ${timing} calls`;
  return `${capitalized(collective)}${how}${asked === "auto" || asked === "rules" ? "" : `, ${asked}`}`;
}

function librariesOf(measurements) {
  const names = distinct(measurements.files.map(({ mpi }) => mpi).filter((mpi) => mpi !== null));
  return names.length === 0 ? "the MPI library" : names.join(" and ");
}

function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** A warning about the reliability of the ratios; null if there is none. */
function cautionOn({ points }) {
  const doubtful = points.filter((point) => point.by_turns_that_chose).length;
  return doubtful === 0
    ? null
    : `At ${doubtful} of ${points.length} points the speed-up is overstated: the times shown also chose the ` +
        "fastest candidate; measure again with allfold tune --resume.";
}

/** The finding about measurements without runs. */
function findingOfMeasurements(measurements) {
  const { summaries, points } = measurements;
  const isOneTiming = distinct(summaries.map(({ timing }) => timing)).length === 1;
  const means = summaries.map((summary) => {
    const kind = kindOfPoints(isOneTiming ? { ...summary, timing: null } : summary);
    return `${summary.geometric_mean.toFixed(2)} times as fast in ${kind}`;
  });
  const slower = summaries.reduce((sum, summary) => sum + summary.slower, 0);
  const tuned = summaries.some((summary) => summary.asked_for === "rules") ? ", with these rules," : "";
  return (
    `Against ${librariesOf(measurements)}, Allfold${tuned} is ${listed(means)} (geometric means). It is slower, ` +
    `with a 95\u00a0% interval below 1, at ${slower === 0 ? "none" : slower} of ${points.length} points.`
  );
}
