# shellcheck shell=bash
# Sourced by tests that search for patterns (grep -E).

# literally TEXT: the pattern that matches only this text. Paths and processor names contain characters with a meaning
# in patterns, such as "Intel(R)".
# shellcheck disable=SC2001
literally() { sed 's/[][\\.*^$+?(){}|]/\\&/g' <<< "$1"; }
