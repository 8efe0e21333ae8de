#!/usr/bin/env bash
# rules_schema.sh SOURCE: the example of docs/reference/rules.md conforms to docs/reference/rules.schema.json.
set -euo pipefail
cd "$1/docs/reference"
python3 -c 'import jsonschema' 2> /dev/null || { echo "there is no jsonschema for Python"; exit 77; }
awk '/^```json$/ { inside = 1; next } /^```$/ { inside = 0 } inside' rules.md |
  python3 -c '
import json, jsonschema, sys
schema = json.load(open("rules.schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
rules = json.load(sys.stdin)
validator.validate(rules)
rules["rules"][0]["choose"][0]["kernels"] = "ring"
assert not validator.is_valid(rules), "an unknown key is valid"
del rules["rules"][0]["choose"][0]["kernels"]
validator.validate(rules)
early = {"format": rules["format"], "ways": [{"collective": "reduce", "ranks": 4, "bytes": 8192, "first": "read"}]}
validator.validate(early)
line = rules["rules"][1]["choose"][0]
line["first-way"] = "learnt"
assert not validator.is_valid(rules), "an unknown way is valid"
del line["first-way"], line["kernel"]
assert not validator.is_valid(rules), "a line that says nothing is valid"'
