#include "command/run/launcher_options.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "text/format.hpp"

namespace allfold::command::run {

namespace {

using Family = loading::Launcher::Family;

/// The names of options without dashes, grouped by the number of words that follow. Each name
/// stands between blanks.
struct Names {
  std::string_view none;
  std::string_view one;
  std::string_view two;
};

/// mpirun of Open MPI 4.1 and 5.0. Options whose meaning differs between these are left out.
constexpr Names open_mpi{
    .none =
        " allow-run-as-root bind-to-core bind-to-socket bycore bynode byslot continuous d "
        "debug-daemons debug-daemons-file debug-devel disable-recovery display-allocation "
        "display-devel-allocation display-devel-map display-diffable-map display-map "
        "display-topo do-not-launch do-not-resolve enable-instant-on-support enable-recovery "
        "fwd-mpirun-port get-stack-traces index-argv-by-rank leave-session-attached "
        "merge-stderr-to-stdout nolocal nooversubscribe noprefix novm output-proctable "
        "oversubscribe pernode preload-binary q quiet report-bindings "
        "report-child-jobs-separately report-state-on-timeout s set-cwd-to-session-dir "
        "show-progress tag-output timestamp-output tv use-hwthread-cpus use-regexp v verbose "
        "xml ",
    .one =
        " H N add-host add-hostfile am bind-to c cartofile cf cpu-list cpu-set cpus-per-proc "
        "cpus-per-rank debugger default-hostfile display forward-signals hnp host hostfile "
        "launch-agent machinefile map-by max-restarts max-vm-size n np npernode npersocket "
        "ompi-server output output-filename path personality ppr prefix preload-files rank-by "
        "rankfile report-events report-pid report-uri rf rtos runtime-options slot-list "
        "spawn-timeout stdin timeout tune wd wdir x xml-file xterm ",
    .two = " gmca gpmixmca gprtemca mca pmixmca prtemca "};

/// mpiexec of MPICH and of Intel MPI.
constexpr Names hydra{
    .none =
        " disable-auto-cleanup disable-hostname-propagation disable-x enable-x envall envnone "
        "genvall genvnone info l nolocal pmi-port prepend-rank print-all-exitcodes "
        "print-rank-map profile rr skip-launch-node v verbose ",
    .one =
        " bind-to bootstrap bootstrap-exec configfile demux envexcl envlist errfile-pattern f "
        "genvexcl "
        "genvlist "
        "gpus-per-proc grr gtool gtoolfile host hostfile hostlist hosts iface launcher "
        "launcher-exec localhost machine machinefile map-by membind n nameserver np "
        "order-nodes outfile-pattern path perhost ppn prepend-pattern rmk s topolib umask "
        "usize wdir ",
    .two = " env genv "};

/// aprun of Cray's ALPS, and of HPE's PALS.
constexpr Names aprun{
    .none =
        " B C T abort-on-failure b batch-args bypass-app-transfer no-abort-on-failure "
        "no-sstartup q quiet reconnect silent ss sstartup strict-memory-containment "
        "sync-output z zone-sort ",
    .one =
        " D E F L N R S Z a access-mode architecture cc cp cpu-binding cpu-binding-file "
        "cpu-time-limit cpus-per-cu cpus-per-pe d debug e environment-override "
        "exclude-node-list exclude-node-list-file j l m memory-per-pe mpmd-env n node-list "
        "node-list-file p p-governor p-state pes pes-per-node pes-per-numa-node pmi "
        "procinfo-file protection-domain r relaunch sl sn specialized-cpus t wdir "
        "zone-sort-secs ",
    .two = " "};

/// mpiexec of HPE's PALS.
constexpr Names pals{
    .none =
        " abort-on-failure envall envnone exclusive genvall genvnone l label line-buffer "
        "no-abort-on-failure no-label no-line-buffer no-sstartup no-transfer shared sstartup "
        "transfer ",
    .one =
        " arch configfile cpu-bind d depth env envlist exclude-tasks f file genv genvlist "
        "gpu-bind host hostfile hostlist hosts include-tasks mem-bind n np path pmi ppn "
        "procinfo-file rlimit rlimits soft umask wdir ",
    .two = " "};

/// srun's long options whose value is a separate word. --multi-prog is missing, because a file with
/// programs follows it.
constexpr Names slurm{
    .none =
        " bcast compress contiguous disable-status exact exclusive hold immediate "
        "kill-on-bad-exit label nice no-allocate no-kill overcommit overlap oversubscribe "
        "preserve-env propagate pty quiet quit-on-interrupt reboot resv-ports send-libs "
        "share spread-job test-only unbuffered use-min-nodes verbose x11 ",
    .one =
        " accel-bind account acctg-freq bb bbf bcast-exclude begin chdir cluster-constraint "
        "clusters comment constraint container core-spec cores-per-socket cpu-bind cpu-freq "
        "cpus-per-gpu cpus-per-task deadline delay-boot dependency distribution epilog error "
        "exclude export extra-node-info gid gpu-bind gpu-freq gpus gpus-per-node "
        "gpus-per-socket gpus-per-task gres gres-flags het-group hint input job-name jobid "
        "licenses mail-type mail-user mcs-label mem mem-bind mem-per-cpu mem-per-gpu mincpus "
        "mpi msg-timeout network nodefile nodelist nodes ntasks ntasks-per-core "
        "ntasks-per-gpu ntasks-per-node ntasks-per-socket open-mode output partition power "
        "prefer priority profile prolog qos relative reservation signal slurmd-debug "
        "sockets-per-node switches task-epilog task-prolog thread-spec threads "
        "threads-per-core time time-min tmp uid wait wckey ",
    .two = " "};
/// Followed by a file with programs, so that the number of its words is not asked for.
constexpr std::string_view slurm_multi_prog = " multi-prog ";
constexpr std::string_view slurm_letters_alone = "EHIKOQXZklsuv";
constexpr std::string_view slurm_letters_with_value = "ABCDFGJLMNPSTWbcdeimnopqrtwx";

/// MVAPICH's mpirun_rsh, of all versions.
constexpr Names mpirun_rsh{
    .none = " debug dpm export export-all fastssh help legacy rsh show ssh startedByTv tv v xterm ",
    .one = " config dpmspawn hostfile launcher np ppn sg sparehosts spawnfile ",
    .two = " "};

bool contains(std::string_view names, std::string_view name) {
  return names.find(text::format(" {} ", name)) != std::string_view::npos;
}

/// The long option of srun or mpirun_rsh that `name` abbreviates, as getopt_long() does; `name` itself
/// if it is the name of an option, abbreviates none, or several.
std::string_view written_out(Family family, std::string_view name) {
  const bool is_slurm = family == Family::slurm;
  const Names& names_of_family = is_slurm ? slurm : mpirun_rsh;
  const std::array lists{names_of_family.none, names_of_family.one,
                         is_slurm ? slurm_multi_prog : std::string_view()};
  if (std::ranges::any_of(lists, [&](std::string_view names) { return contains(names, name); }))
    return name;
  std::string_view found;
  const std::string beginning = text::format(" {}", name);
  for (const std::string_view names : lists)
    for (std::size_t at = names.find(beginning); at != std::string_view::npos;
         at = names.find(beginning, at + 1)) {
      if (!found.empty()) return name;
      found = names.substr(at + 1, names.find(' ', at + 1) - at - 1);
    }
  return found.empty() ? name : found;
}

std::optional<std::size_t> words_by_name(const Names& names, std::string_view name) {
  if (contains(names.none, name)) return 1;
  if (contains(names.one, name)) return 2;
  if (contains(names.two, name)) return 3;
  return std::nullopt;
}

/// Reads short options such as -n 4, -n4, -lu or -ln4.
std::optional<std::size_t> words_by_letters(std::string_view letters) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (slurm_letters_with_value.find(letters[i]) != std::string_view::npos)
      return i + 1 == letters.size() ? 2 : 1;
    // An optional value is part of the same word.
    if (letters[i] == 'I' || letters[i] == 'K' || letters[i] == 'k') return 1;
    if (slurm_letters_alone.find(letters[i]) == std::string_view::npos) return std::nullopt;
  }
  return 1;
}

}  // namespace

std::optional<std::size_t> words_of_option(Family family, std::span<const std::string> words) {
  std::string_view name = words.front();
  const bool is_long = name.starts_with("--");
  name.remove_prefix(is_long ? 2 : 1);
  if (family == Family::slurm && !is_long) return words_by_letters(name);
  if (name.find('=') != std::string_view::npos) return 1;
  if (family == Family::open_mpi) return words_by_name(open_mpi, name);
  if (family == Family::slurm) return words_by_name(slurm, written_out(family, name));
  if (family == Family::mpirun_rsh) return words_by_name(mpirun_rsh, written_out(family, name));
  if (family == Family::aprun) return words_by_name(aprun, name);
  return words_by_name(family == Family::pals ? pals : hydra, name);
}

bool is_option(Family family, std::string_view word, std::string_view name) {
  const bool has_two_dashes = word.starts_with("--");
  // A single dash precedes letters, except for those of mpirun_rsh.
  if (!has_two_dashes && (family == Family::slurm || !word.starts_with('-'))) return false;
  word.remove_prefix(has_two_dashes ? 2 : 1);
  return written_out(family, word.substr(0, word.find('='))) == name;
}

}  // namespace allfold::command::run
