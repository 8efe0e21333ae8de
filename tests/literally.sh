# shellcheck shell=bash
# To be sourced by tests that look for patterns (grep -E).

# literally TEXT: the pattern that only this text matches. Paths and processors' names contain
# characters that have a meaning in patterns, such as "Intel(R)".
# shellcheck disable=SC2001
literally() { sed 's/[][\\.*^$+?(){}|]/\\&/g' <<< "$1"; }
