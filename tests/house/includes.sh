#!/usr/bin/env bash
# Includes go one way only, between folders and inside them, and only simulation/, mpi/ and command/ include <mpi.h>.
set -euo pipefail
cd "$1/src"
failures=0

# may_include FOLDER OTHERS...: the folder may include itself and these, and nothing else of src/.
may_include() {
  local folder=$1 others
  others=$(IFS='|' && echo "$*")
  if grep -rnE '^ *# *include "' "$folder" | grep -vE "include \"(($others)/|allfold/allfold[.]h\")"; then
    echo "  ($folder/ must not include that)"
    failures=1
  fi
  folders+=("$folder")
}
folders=()
may_include text
may_include node_model text
may_include node_check node_model text
may_include system node_check node_model # in builds for the check and for the model of a node
may_include schedule text
may_include program schedule text
may_include cost program schedule text
may_include algorithms cost program schedule text
may_include proof algorithms cost program schedule text
may_include trials
may_include rules trials algorithms cost schedule text system
may_include select rules algorithms cost program schedule text
may_include tuning select rules trials algorithms cost schedule text
may_include profile schedule text
may_include ops
may_include exec program schedule
may_include comparison ops schedule text
may_include node trials exec schedule system
may_include simulation exec program schedule
may_include picture proof algorithms cost program schedule text
may_include mpi comparison simulation profile node exec ops tuning select rules algorithms cost program schedule system text
may_include command node_model mpi comparison profile node ops picture proof tuning select rules trials algorithms cost program schedule system text
for folder in */; do
  case " ${folders[*]} " in
    *" ${folder%/} "*) ;;
    *) echo "$folder: it is not said what it may include: expected a line of tests/house/includes.sh"; failures=1 ;;
  esac
done
if grep -rnE 'include <mpi\.h>' "${folders[@]}" | grep -vE '^(simulation|mpi|command)/'; then
  echo "  (only simulation/, mpi/ and command/ may include that)"
  failures=1
fi
# acyclic FOLDER FILES...: a header and its source form one part. No part of the folder includes itself, directly or
# through others.
acyclic() {
  local folder=$1
  shift
  if ! grep -oE "^#include \"$folder/[^\"]+\.hpp\"" "$@" |
       sed -E 's|^([^:]*)\.[ch]pp:#include "(.*)\.hpp"$|\1 \2|' | tsort > /dev/null; then
    echo "  ($folder/ must not include itself in a circle)"
    failures=1
  fi
}
# The rooms of mpi/: each may include those before it.
rooms=(memory user native machine messages gpu record state call setup run learn compare communicator observe intercept)
later=("${rooms[@]}")
for room in "${rooms[@]}"; do
  later=("${later[@]:1}")
  if [ ${#later[@]} -gt 0 ] && grep -rnE "include \"mpi/($(IFS='|' && echo "${later[*]}"))/" "mpi/$room"; then
    echo "  (mpi/$room/ must not include that)"
    failures=1
  fi
done
for room in mpi/*; do
  case " ${rooms[*]} " in
    *" ${room#mpi/} "*) ;;
    *) echo "$room: expected a room of mpi/ that tests/house/includes.sh names"; failures=1 ;;
  esac
done
for folder in "${folders[@]}"; do
  case $folder in
    command) ;;
    mpi) acyclic mpi mpi/*/*.?pp ;;
    # An algorithm that is a composition of one part is in the file of that part.
    algorithms) acyclic algorithms algorithms/*.hpp ;;
    *) acyclic "$folder" "$folder"/*.?pp ;;
  esac
done
# The code that subcommands share does not depend on any of them.
if grep -nE 'include "command/(bench|cost|doctor|explain|replay|report|run|tune)/' command/loading/* command/measure/*; then
  echo "  (command/loading/ and command/measure/ must not include that)"
  failures=1
fi
# Of the schedules, the node level uses only the division of vectors into blocks, and the order of operands.
if grep -rnE 'include "schedule/' node | grep -vE '"schedule/(blocks|operand_order)\.hpp"'; then failures=1; fi
# Of the executor, the node level uses what its reductions need, and nothing that sends.
if grep -rnE 'include "exec/' node | grep -vE '"exec/(interfaces|layout|workspace)\.hpp"'; then failures=1; fi
# fmt's formatting code is compiled once, in text/format.cpp.
if grep -rnE '<fmt/format\.h>|fmt::(format|print)\(' . | grep -v '^./text/'; then
  echo "  (use text/format.hpp)"
  failures=1
fi
# Native collectives that Allfold overrides are called only through their own pointers.
if grep -rnE '\bPMPI_(Allreduce|Reduce|Finalize|Abort|Comm_free|Comm_disconnect|Comm_i?dup|Comm_i?dup_with_info|Comm_delete_attr|Attr_delete)\(' . | grep -vE 'overrides\.cpp|decltype'; then
  echo "  (that is our own function, not the MPI library's)"
  failures=1
fi
# Everything else of MPI goes through its profiling names.
if grep -rnE '(^|[^P_A-Za-z])MPI_[A-Z][a-z_]+\(' exec node mpi 2>/dev/null |
   grep -vE 'overrides\.cpp|//'; then
  echo "  (call PMPI_ instead)"
  failures=1
fi
exit $failures
