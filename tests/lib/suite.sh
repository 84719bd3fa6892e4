#!/bin/bash
# suite.sh [--retry] BUILD CTEST-ARGUMENT… - runs the tests of a build folder by ctest. At the end it
# prints each skipped test with its reason, and one line that counts: "480 passed, 0 failed, 3 skipped".
# With --retry a test that failed runs once more, alone: if it passes then, it is printed as FLAKY with
# the output of its failure, and counts as passed. Exit status 0, or 1 if a test failed (twice).
set -euo pipefail
retry=
if [ "$1" = --retry ]; then
	retry=1
	shift
fi
cd "$1"
shift

# table FILE: a JUnit file of ctest as lines: status (run, fail, skip, lost), name, reason.
table() {
	awk '
		function attribute(name,    at) {
			at = index($0, " " name "=\"")
			if (!at) return ""
			at = substr($0, at + length(name) + 3)
			return substr(at, 1, index(at, "\"") - 1)
		}
		function plain(text) {
			gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text)
			gsub(/&apos;/, "\047", text); gsub(/&amp;/, "\\&", text)
			return text
		}
		/^[ \t]*<testcase / { name = attribute("name"); status = attribute("status"); why = "" }
		/^[ \t]*<skipped / { status = /SKIP_RETURN_CODE/ ? "skip" : "lost" }
		/^[ \t]*<\/testcase>/ { print status, name, status == "skip" ? why : "" }
		match($0, /skipped: .*/) && why == "" {
			why = substr($0, RSTART + 9)
			sub(/<\/system-out>$/, "", why)
			why = plain(why)
		}' "$1"
}

# of STATUS FILE: the names of the tests that ended so.
of() {
	awk -v status="$1" '$1 == status { print $2 }' "$2"
}

rm -f results.xml again.xml
status=0
ctest --output-on-failure --output-junit results.xml "$@" || status=$?
[ -e results.xml ] || exit 1 # ctest says why
table results.xml >results
failed=$(of fail results; of lost results)
if [ ! -s results ] || { [ $status -ne 0 ] && [ -z "$failed" ]; }; then
	echo "suite.sh: ctest ended with $status, and its report names no test that failed" >&2
	exit 1
fi

flaky=
if [ -n "$retry" ] && [ -n "$failed" ]; then
	echo
	echo "Once more, alone: $(echo $failed)"
	pattern=$(printf '%s\n' $failed | sed 's/[.]/[.]/g' | paste -s -d '|')
	ctest --output-on-failure --output-junit again.xml -j1 -R "^($pattern)\$" || true
	table again.xml >again
	flaky=$(printf '%s\n' $failed | grep -Fx "$(of run again)" || true)
	failed=$(printf '%s\n' $failed | grep -Fxv "$(of run again)" || true)
fi

echo
awk '$1 == "skip" { name = $2; $1 = $2 = ""; print "skipped: " name ":" substr($0, 2) }' results
for name in $flaky; do
	echo "FLAKY: $name failed, and passed when it ran alone. Its failure:"
	awk -v name="$name" '
		/^[ \t]*<testcase / { on = index($0, " name=\"" name "\"") }
		on && /<system-out>/ { in_out = 1; sub(/.*<system-out>/, "") }
		in_out && /<\/system-out>/ { sub(/<\/system-out>.*/, ""); print "    " $0; exit }
		in_out { print "    " $0 }' results.xml |
		sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g'
done
for name in $failed; do
	echo "FAILED: $name"
done
count() {
	printf '%s' "$1" | grep -c . || true
}
echo "$(($(count "$(of run results)") + $(count "$flaky"))) passed, $(count "$failed") failed," \
	"$(count "$(of skip results)") skipped"
[ -z "$failed" ]
