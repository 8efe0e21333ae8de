#!/usr/bin/env bash
# bundle.sh: makes plot.min.js and LICENSE anew, of the packages that package-lock.json names. Needs npm and its registry.
# To take newer versions, change package.json, remove package-lock.json, and run this.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/{package.json,entry.js} "$work"
cd "$work"
if [ -e "$here/package-lock.json" ]; then
  cp "$here/package-lock.json" .
  npm ci --ignore-scripts --no-audit --no-fund
else
  npm install --ignore-scripts --no-audit --no-fund
  cp package-lock.json "$here"
fi
bundle() {
  node_modules/.bin/esbuild entry.js --bundle --minify --format=iife --global-name=Plot --target=es2020 \
    --legal-comments=none --metafile=contents.json --outfile=plot.min.js --log-level=warning "$@"
}
bundle

# The licences of all packages of which there is something in the bundle; packages of one text share it.
node > "$here/LICENSE" <<'SCRIPT'
const { existsSync, readFileSync } = require("fs");
const { outputs } = JSON.parse(readFileSync("contents.json"));
const byText = new Map();
for (const [file, { bytesInOutput }] of Object.entries(outputs["plot.min.js"].inputs)) {
  const found = file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/);
  if (!found || bytesInOutput === 0) continue;
  const { name, version } = JSON.parse(readFileSync(`${found[0]}/package.json`));
  const licence = ["LICENSE", "LICENSE.md"].map((each) => `${found[0]}/${each}`).find(existsSync);
  if (!licence) throw new Error(`${name} has no licence`);
  const text = readFileSync(licence, "utf8").trim();
  byText.set(text, (byText.get(text) ?? new Set()).add(`${name} ${version}`));
}
for (const [text, names] of byText) console.log(`${[...names].sort().join(", ")}\n\n${text}\n`);
SCRIPT
# Each copy carries the licences, also those in pages.
bundle --banner:js="/*
$(cat "$here/LICENSE")
*/"
cp plot.min.js "$here"
