#!/bin/sh
# The top level holds what is listed here and nothing else, so that what a test or a hand left
# there is seen before it is committed. Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"
known='CMakeLists[.]txt|README[.]md|LICENSE|run|src|ui|keymaps|tests|screenshots|build'
hidden='[.]ci|[.]github|[.]git|[.]gitignore|[.]clang-format|[.]clang-tidy|[.]editorconfig|[.]cache'
stray=$(ls -A | grep -Ev "^($known|$hidden)\$" || true)
[ -z "$stray" ] && exit 0
echo "$stray" | sed 's/$/: does not belong at the top level/'
exit 1
