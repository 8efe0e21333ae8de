# shellcheck shell=bash
# shellcheck source-path=SCRIPTDIR
# To be sourced by the scripts that measure algorithms: their common parts. The caller sets
# source_dir.

# shellcheck source=../../cmake/packages.sh
. "${source_dir:?}/cmake/packages.sh"
# shellcheck source=progress.sh
. "$source_dir/bench/run/progress.sh"
# shellcheck source=options.sh
. "$source_dir/bench/run/options.sh"
# shellcheck source=build.sh
. "$source_dir/bench/run/build.sh"
# shellcheck source=launch.sh
. "$source_dir/bench/run/launch.sh"
# shellcheck source=cluster.sh
. "$source_dir/bench/run/cluster.sh"
