# verdict.sh - a figure against its goal, for the other scripts here; verdict.h is the same in C.

# verdict S WORDS VALUE OPERATION GOAL UNIT: a line to read, and one of BENCH_TABLE for programs.
verdict() {
	awk -v s="$1" -v words="$2" -v value="$3" -v least="$4" -v goal="$5" -v unit="${6:-}" -v table="$BENCH_TABLE" 'BEGIN {
		if (value == "") { printf "%-3s %s: not measured\n", s, words; exit }
		met = least == ">=" ? value + 0 >= goal : value + 0 <= goal
		printf "%-3s %s: %.4g%s (goal %s %s%s): %s\n", s, words, value, unit, least, goal, unit, met ? "met" : "missed"
		sub(/^ +/, "", unit)
		printf "{\"row\":\"%s\",\"words\":\"%s\",\"value\":%.6g,\"is\":\"%s\",\"goal\":%s,\"unit\":\"%s\",\"met\":%s}\n",
			s, words, value, least, goal, unit, met ? "true" : "false" >> table }'
}
