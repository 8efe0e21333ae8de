#!/bin/bash
# patterns.sh: the pattern that tests/literally.sh makes of a name or path matches nothing else.
set -euo pipefail
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
for text in 'Intel(R) Xeon(R) Processor' 'AMD EPYC 7763 64-Core Processor' '/tmp/a+b/[c]/d.e' 'a|b^c$' '{1}*?\n'; do
  grep -qxE "$(literally "$text")" <<< "$text" || { echo "FAILED: it does not match: $text"; exit 1; }
  if grep -qxE "$(literally "$text")" <<< "${text/?/x}"; then
    echo "FAILED: it matches another text than $text"
    exit 1
  fi
done
