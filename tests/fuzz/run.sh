#!/bin/bash
# Fuzzes targets with libFuzzer for a while each, all of them without a name. What they find fails
# and is kept below the build folder. Exits with 77 where there is no clang to build them with.
#   run.sh [-t SECONDS] [TARGET…]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

folder=build/fuzz
seconds=${BACKROOM_FUZZ_SECONDS:-60}
if [ "${1:-}" = -t ]; then
	seconds=$2
	shift 2
fi

say() {
	printf '%s\n' "$*" >&2
}

can_fuzz() {
	command -v clang >/dev/null &&
		printf 'int LLVMFuzzerTestOneInput(const char *p, long n); int LLVMFuzzerTestOneInput(const char *p, long n) { return !p && n; }\n' |
		clang -x c - -fsanitize=fuzzer,address -o /dev/null 2>/dev/null
}

if ! can_fuzz; then
	say "fuzz: skipped, there is no clang with libFuzzer: apt-get install clang libclang-rt-14-dev"
	exit 77
fi

cache=()
if command -v ccache >/dev/null; then
	cache=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
fi
if [ ! -f $folder/build.ninja ]; then
	cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=clang \
		-DBACKROOM_FUZZ=ON "${cache[@]}" >/dev/null
fi
if [ $# -eq 0 ]; then
	for file in tests/fuzz/fuzz_*.c; do
		name=$(basename "$file" .c)
		set -- "$@" "${name#fuzz_}"
	done
fi
ninja -C $folder --quiet "${@/#/fuzz.}" >&2

# fuzz TARGET: what it reached is kept for the next time, what it found too.
fuzz() {
	local work=$folder/corpus/$1 found=$folder/found/$1 log=$folder/$1.log
	mkdir -p "$work" "$found"
	BACKROOM_FUZZ_SEEDS=$work "$folder/tests/fuzz.$1"
	[ ! -d tests/fuzz/corpus/"$1" ] || cp -r tests/fuzz/corpus/"$1"/. "$work"
	local status=0
	ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
		"$folder/tests/fuzz.$1" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
		-rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$found/" "$work" \
		>"$log" 2>&1 || status=$?
	awk -v name="$1" -v status=$status '
		/^stat::number_of_executed_units/ { n = $2 }
		/^SUMMARY|does not hold|ERROR: / && !why { why = $0 }
		END { printf "%-10s %12d executions, %s\n", name, n, status ? "FOUND: " why : "no finding" }
	' "$log"
	return $status
}

failed=0
for target in "$@"; do
	fuzz "$target" || failed=1
done
[ $failed -eq 0 ] || say "fuzz: what was found is in $folder/found, the words in $folder/*.log"
exit $failed
