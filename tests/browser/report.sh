#!/bin/bash
# report.sh ALLFOLD: opens pages of `allfold report --format html`, made from the stored profiles and measurements, in
# headless Chromium. Exits with 77 if Chromium, or Selenium to drive it, is missing.
set -euo pipefail
allfold=$1
here=$(cd "$(dirname "$0")" && pwd)
profiles=$here/../command/profiles

skip() {
  echo "skipped: $*"
  exit 77
}
# python3 may be another Python than that of the system's packages.
for python in python3 /usr/bin/python3 ''; do
  [ -n "$python" ] || skip "there is no python3 with selenium (Debian: python3-selenium)"
  ! "$python" -c 'import selenium' 2> /dev/null || break
done
command -v chromedriver > /dev/null || skip "there is no chromedriver (Debian: chromium-driver)"
command -v chromium > /dev/null || skip "there is no chromium"

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
# The name of a communicator that would close the element of the report, and start a script, if it were not escaped.
hostile='<\/script><script>document.title = \\"taken\\"<\/script><!--<img src=x>'
sed "s/\"name\": \"rows\"/\"name\": \"$hostile\"/" "$profiles/native.json" > "$directory/native.json"
cd "$directory"
make() { # make NAME ARGUMENTS...: the page, and the report in the other formats
  local format
  for format in html json text; do "$allfold" report "${@:2}" --format $format -o "$1.$format"; done
}
make compared native.json "$profiles/allfold.json" --rules "$profiles/rules.json"
"$python" - "$profiles/allfold.json" fewer.json << 'END'
import json, sys
profile = json.load(open(sys.argv[1]))
profile["classes"] = [each for each in profile["classes"] if each["communicator"] == 0]
json.dump(profile, open(sys.argv[2], "w"))
END
make left-out native.json fewer.json --rules "$profiles/rules.json"
make alone "$profiles/native.json"
make bench --bench "$profiles/bench-2.json" --bench "$profiles/bench-3.json"
make rules --rules "$profiles/tuned.json"
"$python" "$here/report_test.py" "$directory"
