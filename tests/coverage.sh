#!/bin/bash
# coverage.sh BUILD CTEST-ARGUMENT… - runs the tests of a build folder that was configured with
# BACKROOM_COVERAGE, then prints for each folder of src and ui how many lines they cover. A line that is
# compiled into several objects counts once, and is covered if it ran in any of them. Exit status 0,
# or 1 if a test failed.
#
# A process saves its counts when it exits. A process that is killed by a signal, or that calls
# _exit(), loses them: lines that run only in such processes count as not covered. A process that ends
# while it saves can damage the counts of an object, and later processes then cannot add to them. Such
# errors go to a file, because tests compare stderr, and the script prints the names of the objects.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift

# Counts of earlier runs, and of the programs that the build runs. They may be those of older objects.
find "$build" -name '*.gcda' -delete
export GCOV_ERROR_FILE=$PWD/$build/gcov-errors
rm -f "$GCOV_ERROR_FILE"
status=0
tests/lib/suite.sh "$build" "$@" || status=1

# gcov prints each source line as COUNT:LINE:TEXT. The count is "-" for a line without code, and "#####"
# or "=====" for a line that did not run. Objects without functions or counts are not an error.
echo
if [ -s "$GCOV_ERROR_FILE" ]; then
	echo "coverage.sh: some counts were not saved, see $GCOV_ERROR_FILE. Objects:" >&2
	sed -n 's/.*[.]dir\/\(.*\)[.]gcda:.*/    \1/p' "$GCOV_ERROR_FILE" | sort -u >&2
fi
find "$build" -name '*.gcno' -print0 | sort -z |
	xargs -0 -n 1 gcov --stdout --relative-only --source-prefix "$PWD" \
		2> >(grep -vE '(assuming not executed|no functions found)$' >&2) |
	awk -F : '
		function row(name, hit, all) {
			return sprintf("%-14s %8d %8d %7.1f %%", name, hit, all, 100 * hit / all)
		}
		$2 + 0 == 0 {
			if ($3 == "Source") {
				# Objects of deleted sources remain in a build folder.
				file = $4 ~ /^(src|ui)\// && (getline text <$4) >= 0 ? $4 : ""
				close($4)
				n = split(file, part, "/")
				folder = n > 2 ? part[1] "/" part[2] : part[1]
			}
			next
		}
		file == "" || $1 ~ /-$/ { next }
		!((file, $2) in known) { known[file, $2]; lines[folder]++; all++ }
		$1 !~ /[#=]/ && !((file, $2) in ran) { ran[file, $2]; covered[folder]++; hit++ }
		END {
			if (!all) {
				print "coverage.sh: gcov printed no line of src or ui" >"/dev/stderr"
				exit 1
			}
			printf "%-14s %8s %8s %9s\n", "folder", "covered", "lines", "percent"
			for (folder in lines) print row(folder, covered[folder], lines[folder]) | "LC_ALL=C sort"
			close("LC_ALL=C sort")
			print row("total", hit, all)
		}'
exit $status
