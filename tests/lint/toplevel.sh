#!/bin/sh
# The top level holds what is listed here and nothing else. Only files that git has count: what it
# ignores or does not know is a developer's own affair. Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"
known='CMakeLists[.]txt|README[.]md|LICENSE|run|src|ui|keymaps|tests|screenshots'
hidden='[.]ci|[.]github|[.]gitignore|[.]clang-format|[.]clang-tidy|[.]editorconfig'
command -v git >/dev/null || { echo "skipped: git is not installed"; exit 77; }
# The checkout may belong to another account than the one that tests.
files=$(git -c safe.directory='*' ls-files 2>/dev/null) || { echo "skipped: this is not a checkout of git"; exit 77; }
stray=$(echo "$files" | cut -d / -f 1 | sort -u | grep -Ev "^($known|$hidden)\$" || true)
[ -z "$stray" ] && exit 0
echo "$stray" | sed 's/$/: does not belong at the top level/'
exit 1
