#!/bin/bash
# The manual pages and the tables of the sources name the same things, both ways: commands, options,
# settings, actions and their keys, the VIEW language, rules, exit codes, environment variables.
# Argument: the tree, default this one.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
page=src/cli/backroom.1.scd
conf_page=src/app/backroom.conf.5.scd
service_page=src/service/backroom-service.8.scd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A file keeps the result, since parts of pipelines fail, too.
fail() {
	echo "$*"
	: >"$work/failed"
}

# plain PAGE: its entries without markup, one a line, separated by tabs: kind, section, subsection,
# then head and text of a definition (D), the cells of a table's row (R), or a paragraph (P).
plain() {
	awk '
	function clean(s,    out, c, i, last, next_one) {
		for (i = 1; i <= length(s); i++) {
			c = substr(s, i, 1)
			last = i > 1 ? substr(s, i - 1, 1) : " "
			next_one = substr(s, i + 1, 1)
			if (c == "\\") {
				i++
				c = substr(s, i, 1)
			} else if (c == "*" || (c == "_" && (last !~ /[A-Za-z0-9]/ || next_one !~ /[A-Za-z0-9]/))) {
				continue
			}
			out = out c
		}
		return out
	}
	function join(a, b) { return a == "" ? b : a " " b }
	function flush() {
		if (kind == "R")
			print "R\t" section "\t" part "\t" clean(text)
		else if (kind == "D")
			print "D\t" section "\t" part "\t" clean(head) "\t" clean(text)
		else if (kind == "P")
			print "P\t" section "\t" part "\t" clean(text)
		kind = text = ""
	}
	/^```/ { flush(); literal = !literal; next }
	literal || /^;/ { next }
	{ sub(/\+\+$/, "") }
	/^# / { flush(); section = substr($0, 3); part = ""; next }
	/^## / { flush(); part = substr($0, 4); next }
	/^$/ { flush(); next }
	/^\|/ { flush(); kind = "R"; text = substr($0, 4); next }
	/^:/ && kind == "R" { text = text "\t" substr($0, 4); next }
	/^\t/ && kind == "P" { kind = "D"; head = text; text = "" }
	/^\t/ { sub(/^\t+(- | +)?/, ""); text = join(text, $0); next }
	{ kind = "P"; text = join(text, $0) }
	END { flush() }' "$1"
}
for file in $page $conf_page $service_page; do
	plain $file >"$work/$(basename $file)"
done

# of PAGE KIND SECTION [PART]: the entries of a page's section, without those three fields.
of() {
	awk -F '\t' -v kind="$2" -v section="$3" -v any="${4+no}" -v part="${4:-}" '
		$1 == kind && $2 == section && (any == "" || $3 == part) {
			sub(/^[^\t]*\t[^\t]*\t[^\t]*\t/, "")
			print
		}' "$work/$(basename "$1")"
}

# flat FILE: a source on one line, its strings joined; \" becomes a byte that no source has.
flat() {
	sed 's/\\"/\x01/g; s/\\xE2\\x80\\xA6/…/g' "$1" | tr '\n\t' '  ' | sed -E 's/" +"//g; s/  +/ /g'
}

# same PAGE WHAT SOURCE EXPECTED: compares the lines of a file with stdin, the page's.
same() {
	sort -u "$4" >"$work/expected"
	sort -u >"$work/found"
	[ -s "$work/expected" ] || fail "$3: no $2 found"
	while IFS= read -r line; do
		fail "$1: $2 of $3 is missing: ${line//$'\t'/ | }"
	done < <(comm -23 "$work/expected" "$work/found")
	while IFS= read -r line; do
		fail "$1: $2 is not in $3: ${line//$'\t'/ | }"
	done < <(comm -13 "$work/expected" "$work/found")
}

# ---- commands and their options ----

flat src/cli/tables.c >"$work/tables"
grep -oE 'COMMAND\( *"[a-z-]*", "[^"]*"' "$work/tables" | sed -E 's/.*\( *"([a-z-]*)", "([^"]*)"/\1\t\2/' |
	awk -F '\t' '{
		options = $1 ~ /^(import|audit|store)$/ || $2 ~ /^\[OPTIONS\]/ ? "" : " [options]"
		line = "backroom" ($1 == "" ? "" : " " $1) options ($2 == "" ? "" : " " $2)
		print tolower(line)
	}' >"$work/commands"
# The lines of the synopsis are one paragraph: "backroom" starts each.
of $page P SYNOPSIS | sed -E 's/ backroom/\nbackroom/g' | tr '[:upper:]' '[:lower:]' |
	same $page "command line" src/cli/tables.c "$work/commands"

# The subsection of an option: its command's, or that of the group.
grep -oE 'OPTION\( *"--[a-z-]+", (NULL|"[^"]*"), "[^"]*"\)[^}]*' "$work/tables" | awk -F '"' '{
	head = $2
	argument = $3 ~ /NULL/ ? "" : $4
	if (argument != "")
		head = head (argument ~ /^\[/ ? "" : " ") argument
	if (match($0, /\.letter = \047.\047/))
		head = "-" substr($0, RSTART + 11, 1) ", " head
	match($0, /\.commands = [A-Z_()| ]*/)
	n = split(substr($0, RSTART + 12, RLENGTH - 12), groups, / *\| */)
	for (i = 1; i <= n; i++) {
		group = groups[i]
		gsub(/ /, "", group)
		if (group == "FOR_SERVICE")
			continue
		if (group == "FOR_CLIENT")
			place = "All commands"
		else if (group == "FOR_PRINTING_COMMANDS")
			place = "Commands that print"
		else if (group == "FOR_SCREENS")
			place = "The console and the demo"
		else
			place = tolower(substr(group, 5, length(group) - 5))
		print place "\t" head
	}
}' >"$work/options"
awk -F '\t' '$1 == "D" && $4 ~ /^-/ && $2 ~ /^(COMMANDS|OPTIONS)$/ {
	if ($2 == "COMMANDS")
		sub(/ .*/, "", $3)
	print $3 "\t" $4
}' "$work/backroom.1.scd" | same $page option src/cli/tables.c "$work/options"

# The rows of --help that have a head of their own in the page, too.
for rows in view_rows formats plan_verbs plan_rule_rows sheet_rows; do
	flat src/cli/parts.c | sed -E "s/.*help_row $rows\[\] = \{//; s/\{ NULL.*//" |
		grep -oE '\{ "[^"]*"' | sed -E 's/^\{ "//; s/"$//' | tr '\001' '"'
done | sort -u >"$work/rows"
awk -F '\t' '$1 == "D" { print $4 }' "$work/backroom.1.scd" | sort -u |
	comm -13 - "$work/rows" | sed "s|^|$page: row of src/cli/parts.c is missing: |" >"$work/missing"
while read -r line; do
	fail "$line"
done <"$work/missing"

for command in serve token import check audit store erase; do
	flat src/service/cmd/command_$command.c >"$work/command"
	grep -oE '\{ "--[a-z-]+", (NULL|"[^"]*"), ("|NULL)' "$work/command" | awk -F '"' -v command=$command '
		/NULL$/ && !/NULL, "$/ || $2 == "--help" { next }
		{
			argument = $3 ~ /NULL/ ? "" : $4
			gsub("\001", "\"", argument)
			print command "\t" $2 (argument == "" || argument ~ /^\[/ ? "" : " ") argument
		}'
	arguments=$(grep -oE '\.arguments = "[^"]*"' "$work/command" | cut -d '"' -f 2 || true)
	echo "backroom $command [options]${arguments:+ $arguments}" >>"$work/service_commands"
done >"$work/service_options"
awk -F '\t' '$1 == "D" && $2 == "COMMANDS" { sub(/ .*/, "", $3); print $3 "\t" $4 }' \
	"$work/backroom-service.8.scd" | same $service_page option src/service/cmd "$work/service_options"
of $service_page P SYNOPSIS | sed -E 's/ backroom/\nbackroom/g' |
	same $service_page "command line" src/service/cmd "$work/service_commands"

# What the pages mention.
{
	cut -f 2 "$work/options" "$work/service_options" | grep -oE -- '--[a-z-]+'
	echo --help
	echo --version
} | sort -u >"$work/known"
for file in $page $conf_page $service_page; do
	while read -r option; do
		fail "$file: there is no option $option"
	done < <({ grep -oE '(^|[^A-Za-z0-9-])--[a-z][a-z-]*' "$work/$(basename $file)" || true; } |
		grep -oE -- '--[a-z-]+' | sort -u | comm -23 - "$work/known")
done

# ---- exit codes, environment ----

flat src/cli/exits.c | grep -oE '\[EXIT_[A-Z_]+\] = "[^"]*"' | cut -d '"' -f 2 |
	awk '{ print NR - 1 "\t" $0 }' >"$work/exits"
of $page R "EXIT STATUS" | same $page "exit code" src/cli/exits.c "$work/exits"

# Literals that are read, and lists of names near to where they are.
for file in $(grep -rlE 'getenv\(|"BACKROOM_[A-Z_]+"|"XDG_[A-Z_]+"' src ui --include='*.c'); do
	flat "$file" | grep -oE '(getenv|get_variable)\("[^"]*"|"(BACKROOM|XDG)_[A-Z_]+"|(variables|screens)\[\] = \{[^}]*\}' |
		grep -oE '"[A-Za-z_]+"' | tr -d '"' || true
done | sort -u >"$work/variables"
variables_of_pages() {
	{
		of $page D ENVIRONMENT
		of $page D "YOUR OWN COMMANDS"
		of $service_page D ENVIRONMENT
	} | cut -f 1 | tr -s ', ' '\n'
}
# TZ is read by the C library.
variables_of_pages | grep -vx TZ | same "$page, $service_page" variable "src and ui" "$work/variables"

# ---- settings ----

# names FILE ARRAY MACRO: the names in an array of rows.
names() {
	flat "$1" | sed -E "s/.* $2\[\] = \{|.* $2\[[A-Z_]*\] = \{//; s/ \};.*//" | grep -oE "$3\( *\"[a-z0-9-]+\"" | cut -d '"' -f 2
}
heads() {
	of "$@" | cut -f 1
}
for kind in environment command ui; do
	names src/app/settings.c ${kind}_settings IS >"$work/settings"
	heads $conf_page D "${kind^^} SETTINGS" | grep -v ' {' |
		same $conf_page "$kind setting" src/app/settings.c "$work/settings"
done
grep -oE 'CFG_[A-Z_]+\("[a-z-]+"' src/app/conf.c | cut -d '"' -f 2 >"$work/settings"
{
	heads $conf_page D CONFIG.CONF
	heads $conf_page D "CHECKS SETTINGS"
	heads $conf_page D "ENVIRONMENT SETTINGS" | grep ' {'
} | sed 's/ .*//' | same $conf_page section src/app/conf.c "$work/settings"
for section in parameters paths; do
	[ $section = paths ] && file=src/wire/paths.def || file=src/wire/params.def
	grep -oE '^[PE]\([A-Z_]+, "[^"]*"' $file | cut -d '"' -f 2 >"$work/settings"
	of $conf_page D "ENVIRONMENT SETTINGS" | grep "^$section " | sed 's/.*: //; s/, /\n/g' |
		same $conf_page "name of $section" $file "$work/settings"
done

for array in top limits client; do
	names src/service/cmd/config.c $array 'CFG_[A-Z_]+' >"$work/settings"
	case $array in
	top) part= ;;
	*) part="Settings of ${array/client/a client}" ;;
	esac
	heads $service_page D CONFIGURATION "$part" | sed 's/ .*//' |
		same $service_page "setting of serve --config" src/service/cmd/config.c "$work/settings"
done

flat src/model/check.c | grep -oE '\.id = "[^"]*", \.severity = CHECK_[A-Z]+, \.meaning = "[^"]*"' |
	awk -F '"' '{ match($3, /CHECK_[A-Z]+/)
		print $2 "\t" tolower(substr($3, RSTART + 6, RLENGTH - 6)) "\t" $4 }' >"$work/rules"
of $conf_page R "CHECKS SETTINGS" | same $conf_page rule src/model/check.c "$work/rules"

sed -n 's/^R([A-Z_]*, "\(.*\)").*/\1/p' src/app/roles.def >"$work/roles"
of $conf_page P THEMES | sed -n 's/.*a style for each role: \(.*\)\.$/\1/p' | sed 's/, /\n/g' |
	same $conf_page role src/app/roles.def "$work/roles"
names src/app/theme_file.c style 'CFG_[A-Z]+' >"$work/styles"
heads $conf_page D THEMES | sed 's/, /\n/g' | same $conf_page "setting of a style" src/app/theme_file.c "$work/styles"
for theme in ui/themes/*.conf; do
	basename "$theme" .conf
done >"$work/themes"
of $conf_page P THEMES | sed -n 's/.*built-in themes are \([^.]*\)\..*/\1/p' | sed 's/, \| and /\n/g' |
	same $conf_page theme ui/themes "$work/themes"

# ---- keys ----

flat src/app/keymap.c | grep -oE '\[SCOPE_[A-Z_]+\] = \{ "[^"]*", SCOPE_[A-Z_]+, "[^"]*"' | awk -F '"' '{
	match($1, /SCOPE_[A-Z_]+/)
	id = substr($1, RSTART, RLENGTH)
	match($3, /SCOPE_[A-Z_]+/)
	name[id] = $2
	parent = substr($3, RSTART, RLENGTH)
	print $2 "\t" (parent == id ? "" : name[parent]) "\t" $4
}' >"$work/scopes"
of $conf_page R KEYS.CONF | tail -n +2 | same $conf_page section src/app/keymap.c "$work/scopes"

flat src/app/actions.def | grep -oE 'A\([A-Z_]+, "[^"]*", "[^"]*", "[^"]*", "[^"]*"' |
	awk -F '"' '{ print $2 "\t" $8 "\t" $6 }' >"$work/actions"

# scope, keys, action and help of each binding; or ":action" and help if it has none.
awk -F '\t' '
FILENAME ~ /actions$/ { help[$1] = $2; next }
/^[a-z]/ { scope = $1; sub(/ .*/, "", scope) }
/^    [a-z-]+ = \{"/ {
	action = $1
	sub(/^ +/, "", action)
	sub(/ .*/, "", action)
	rest = $0
	keys = ""
	while (match(rest, /"[^"]*"/)) {
		key = substr(rest, RSTART + 1, RLENGTH - 2)
		rest = substr(rest, RSTART + RLENGTH)
		if (key ~ /^<C-.>$/) key = "Ctrl-" toupper(substr(key, 4, 1))
		gsub(/<S-Tab>/, "Shift-Tab", key)
		gsub(/<PageDown>/, "PgDn", key)
		gsub(/<PageUp>/, "PgUp", key)
		if (key ~ /^<[A-Za-z0-9-]+>$/) key = key == "<lt>" ? "<" : substr(key, 2, length(key) - 2)
		keys = keys (keys == "" ? "" : ", ") key
	}
	bound[action] = 1
	print scope "\t" keys "\t" action "\t" help[action]
}
END {
	for (action in help)
		if (!bound[action]) print ":" action "\t" help[action]
}' "$work/actions" keymaps/default.conf >"$work/bindings"
awk -F '\t' -v OFS='\t' '
$1 != "R" || $2 != "KEYS" { next }
$3 == "Without a key" { print $4, $5; next }
$3 ~ /: / { sub(/:.*/, "", $3); print $3, $4, $5, $6; next }
{
	at = index($6, ": ")
	n = split(substr($6, 1, at - 1), scopes, ", ")
	for (i = 1; i <= n; i++) print scopes[i], $4, $5, substr($6, at + 2)
}' "$work/backroom.1.scd" | same $page action "src/app/actions.def and keymaps/default.conf" "$work/bindings"

cut -f 1,3 "$work/actions" | tr '\t ' '\n\n' | sort -u >"$work/known"
for file in $page $conf_page; do
	while read -r action; do
		fail "$file: there is no action :$action"
	done < <(grep -v '	LINE BY LINE	' "$work/$(basename $file)" | { grep -oE '[ 	(]:[a-z][a-z-]+' || true; } |
		sed 's/^..//' | sort -u | comm -23 - "$work/known")
done

flat src/app/linear_words.c | grep -oE '\{ "[^"]*", "[^"]*" \}' | awk -F '"' '{ print $2 "\t" $4 }' >"$work/words"
of $page D "LINE BY LINE" | same $page word src/app/linear_words.c "$work/words"

# ---- VIEW ----

# resource, "keys" or "columns", and one of them. Later blocks of a resource's columns are the screen's.
{
	flat src/cli/resources.c | grep -oE '(const [a-z]+_keys\[\] = \{[^}]*\}|\{ \.name = "[a-z-]+".*)' | sed 's/{ \.name/\n&/g' | awk -F '"' '
		/_keys\[\] = / {
			match($0, /[a-z]+_keys/)
			list = substr($0, RSTART, RLENGTH)
			for (i = 2; i < NF; i += 2) keys[list] = keys[list] $i "\n"
		}
		/^\{ \.name = "/ {
			match($0, /\.keys = [a-z_]+/)
			list = substr($0, RSTART + 8, RLENGTH - 8)
			n = split(keys[list], words, "\n")
			for (i = 1; i < n; i++) print $2 "\tkeys\t" words[i]
			prefix = /customFields/ ? "customFields.NAME" : /attribute_prefix/ ? "attribute.NAME" : ""
			if (prefix != "") {
				print $2 "\tkeys\t" prefix
				print $2 "\tcolumns\t" prefix
				if (/group_keys/) print $2 "\tcolumns with group=\t" prefix
			}
			print $2 >"/dev/stderr"
		}' 2>"$work/resources"
	awk 'FILENAME ~ /resources$/ { is_view[$1] = 1; next }
		$1 == "pairs" { print "baskets\tcolumns with group=\t" $2; next }
		$1 == "link-pairs" { print "sent-links\tcolumns with group=\t" $2; next }
		$1 != last { blocks[last = $1]++ }
		is_view[$1] && blocks[$1] == 1 { print $1 "\tcolumns\t" $2 }' "$work/resources" tests/unit/list/columns.txt
} >"$work/view"
of $page D VIEW Resources | sed -E 's/ (columns|columns with group=): /\t\1: /g' | awk -F '\t' '{
	for (i = 2; i <= NF; i++) {
		at = index($i, ": ")
		n = split(substr($i, at + 2), words, / *, */)
		for (j = 1; j <= n; j++) {
			sub(/ +$/, "", words[j])
			print $1 "\t" substr($i, 1, at - 1) "\t" words[j]
		}
	}
}' | same $page "key or column" "src/cli/resources.c and tests/unit/list/columns.txt" "$work/view"

[ ! -e "$work/failed" ]
