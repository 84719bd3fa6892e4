#!/bin/bash
# The programs as built: at no fixed address, with a table of functions that nobody can write to, a
# stack that nobody can run, and guards on it.
set -u
build=${BACKROOM_BUILD:-$(dirname "$0")/../../build/test}
status=0

expect() {
	local program=$1 what=$2
	shift 2
	if ! "$@" | grep -qE "$what"; then
		echo "$program: not '$what'"
		status=1
	fi
}

for program in "$build/bin/backroom" "$build/libexec/backroom/backroom-service"; do
	expect "$program" 'Type: +DYN' readelf -hW "$program"
	expect "$program" 'GNU_RELRO' readelf -lW "$program"
	expect "$program" 'GNU_STACK.* RW ' readelf -lW "$program"
	expect "$program" 'BIND_NOW|Flags:.*NOW' readelf -dW "$program"
	expect "$program" '__stack_chk_fail' readelf -sW "$program"
done
exit $status
