#!/bin/bash
# tests/lib/suite.sh with tests of its own: one passes, one fails, one skips, one fails once.
set -euo pipefail
suite=$(cd "${1:-$(dirname "$0")/../..}" && pwd)/tests/lib/suite.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# add NAME COMMAND: a test of the folder.
add() {
	printf '#!/bin/sh\n%s\n' "$2" >"$work/$1.sh"
	chmod +x "$work/$1.sh"
	printf 'add_test(%s "%s")\nset_tests_properties(%s PROPERTIES SKIP_RETURN_CODE 77)\n' \
		"$1" "$work/$1.sh" "$1" >>"$work/CTestTestfile.cmake"
}

# expect STATUS LINE…: of the last run.
expect() {
	local status=$1 line
	shift
	[ "$got" -eq "$status" ] || { echo "exit status $got, not $status"; failed=1; }
	for line; do
		grep -qxF -e "$line" "$work/out" || { echo "not printed: $line"; failed=1; }
	done
}

run() {
	got=0
	"$suite" "$@" >"$work/out" 2>&1 || got=$?
}

add good 'exit 0'
add none 'echo "skipped: \"x\" & <y> are not installed"; exit 77'
run "$work"
expect 0 '1 passed, 0 failed, 1 skipped' 'skipped: none: "x" & <y> are not installed'

add once "test -e '$work/again' && exit 0; : >'$work/again'; echo 'the <first> failure'; exit 1"
add bad 'echo "a reason"; exit 3'
run "$work"
expect 1 '1 passed, 2 failed, 1 skipped' 'FAILED: bad' 'FAILED: once'
rm "$work/again"
run --retry "$work"
expect 1 '2 passed, 1 failed, 1 skipped' 'FAILED: bad' \
	'FLAKY: once failed, and passed when it ran alone. Its failure:' '    the <first> failure'
! grep -qx 'FAILED: once' "$work/out" || { echo "what passed counts as failed"; failed=1; }
rm "$work/again"
run --retry "$work" -E bad
expect 0 '2 passed, 0 failed, 1 skipped'
run "$work" -R 'no such test'
expect 1
printf '#!/bin/sh\necho "<testsuite/>" >results.xml\nexit 8\n' >"$work/ctest"
chmod +x "$work/ctest"
PATH=$work:$PATH run "$work"
expect 1
[ $failed -eq 0 ] || cat "$work/out"
exit $failed
