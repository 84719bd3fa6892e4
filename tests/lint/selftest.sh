#!/bin/sh
# Every rule must pass a good tree and fail on a bad one; otherwise it is no rule.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

# A small tree that keeps all rules.
fresh() {
	rm -rf "$tree"
	mkdir -p "$tree/src/base" "$tree/src/service" "$tree/src/client" "$tree/ui"
	printf '| file | what |\n|---|---|\n| `a.{h,c}` | a |\n' >"$tree/src/base/README.md"
	mkdir -p "$tree/src/app" "$tree/keymaps" "$tree/tests/script" "$tree/screenshots"
	printf 'A(DOWN, "down", "down", "next row")\n' >"$tree/src/app/actions.def"
	printf 'global {\n    down = {"j"}\n}\n' >"$tree/keymaps/default.conf"
	printf '![a](screenshots/a.png)\n' >"$tree/README.md"
	printf '# pictures: a\n' >"$tree/tests/script/a.script"
	printf '| file | what |\n|---|---|\n| `*.script` | |\n' >"$tree/tests/script/README.md"
	: >"$tree/screenshots/a.png"
	printf '| file | what |\n|---|---|\n| `actions.def` | |\n' >"$tree/src/app/README.md"
	printf 'int a(void);\n' >"$tree/src/base/a.h"
	printf '#include "base/a.h"\nstatic const char *const names[] = { "a" };\nint\na(void)\n{\n\treturn names[0][0];\n}\n' \
		>"$tree/src/base/a.c"
}

# expect pass|fail SCRIPT WHAT
expect() {
	if "$here/$2.sh" "$tree" >/dev/null 2>&1; then got=pass; else got=fail; fi
	if [ "$got" != "$1" ]; then
		echo "$2.sh: $3: should $1"
		failed=1
	fi
	fresh
}

# add FILE LINE…: appends lines to a file of the tree.
add() {
	file=$tree/$1
	shift
	printf '%s\n' "$@" >>"$file"
}

repeat() {
	awk -v n="$1" -v line="$2" 'BEGIN { while (n-- > 0) print line }'
}

fresh
for rule in floors headers sizes statics names words docs; do
	expect pass $rule "a good tree"
done

add src/base/a.c '#include "wire/json.h"'; expect fail floors "base includes wire"
add src/client/b.c '#include "service/http.h"'; expect fail floors "client includes service"
add src/service/b.c '#include "client/url.h"'; expect fail floors "service includes client"
add src/service/b.c '#include "store/sqlite/db.h"'; expect fail floors "service looks into the store"
add src/service/b.c '#include "store/store.h"'; expect pass floors "service includes store"
add src/main.c '#include "ui/term.h"' '#include "cli/cli.h"'; expect pass floors "main includes ui and cli"
add src/base/a.c '#include "a.h"'; expect fail floors "an include without its floor"

mkdir "$tree/src/list" "$tree/src/basket" "$tree/src/catalog" "$tree/src/cli"
add src/list/b.c '#include "app/c.h"' '#include "list/d.h"' '#include "base/a.h"'
expect pass floors "a list includes app"
add src/app/b.c '#include "list/c.h"'; expect fail floors "app includes a list"
mkdir "$tree/src/catalog"; add src/catalog/b.c '#include "basket/c.h"'; expect pass floors "a subject includes one that it may"
mkdir "$tree/src/basket"; add src/basket/b.c '#include "catalog/c.h"'; expect fail floors "a subject includes another"
mkdir "$tree/src/basket"; add src/basket/b.c '#include "cli/args.h"'; expect fail floors "a subject includes the command line"
mkdir "$tree/src/basket"; add src/basket/command.c '#include "cli/args.h"'; expect pass floors "a command includes the command line"

mkdir "$tree/ui/basket"; add ui/basket/b.c '#include "ui/catalog/c.h"'; expect fail floors "a subject includes another"
mkdir "$tree/ui/basket"; add ui/basket/b.c '#include "ui/shell/shell.h"'; expect fail floors "a subject includes the shell"
mkdir "$tree/ui/shell"; add ui/shell/b.c '#include "ui/catalog/c.h"'; expect pass floors "the shell includes a subject"

add src/base/a.c '#include <openssl/evp.h>'; expect fail headers "openssl outside digest.c"
add src/base/digest.c '#include <openssl/evp.h>'; expect pass headers "openssl in digest.c"
add ui/pane.c '#include <curses.h>'; expect fail headers "curses in a pane"
add ui/pane.c '#include <ncursesw/curses.h>'; expect fail headers "ncursesw in a pane"
add src/service/b.c '#include <sqlite3.h>'; expect fail headers "sqlite in the service"
add src/service/b.c '#include <cmocka.h>'; expect fail headers "cmocka outside tests"

repeat 601 '/* line */' >>"$tree/src/base/a.c"; expect fail sizes "a file of 600 lines"
repeat 151 '/* line */' >>"$tree/src/base/a.h"; expect fail sizes "a header of 150 lines"
{ printf 'int\nb(int x)\n{\n'; repeat 79 '	x++;'; printf '	return x;\n}\n'; } >>"$tree/src/base/a.c"
expect fail sizes "a function of 80 lines"
{ printf 'int\na(int x)\n{\n'; repeat 42 '	x++;'; printf '	return x;\n}\n'; } >"$tree/src/base/a.c"
expect fail sizes "all functions longer than 40 lines"

add src/base/a.c 'static int n;'; expect fail statics "a variable of the file"
add src/base/a.c 'int n = 4;'; expect fail statics "a global variable"
add src/base/a.c 'static const char *n = "x";'; expect fail statics "a pointer that can change"
add src/base/a.c 'static const struct a n[] = {' '	{ 1 },' '};'; expect pass statics "a const table"
add src/base/a.c 'static const struct {' '	int x;' '} n[] = {' '	{ 1 },' '};'; expect pass statics "a const table of its own type"
add src/base/a.c 'static struct {' '	int x;' '} n[] = {' '	{ 1 },' '};'; expect fail statics "a table that can change"
add src/base/a.h 'static int n;'; expect fail statics "a variable in a header"
add src/base/a.h 'handler a;'; expect pass statics "a function declared by its type"
add src/base/a.c 'int' 'b(void)' '{' '	static int n;' '	return n++;' '}'; expect fail statics "a variable of a function"
add src/base/log.c 'static int n;'; expect pass statics "a variable where it may be"
add src/base/a.c 'static int' 'b(int x);' 'extern const int c;'; expect pass statics "declarations"

# in_each DIRECTORY COUNT: so many files of it have the same static function.
in_each() {
	for i in $(seq "$2"); do
		add "$1/n$i.c" 'static int' 'load(int x);' '' 'static int' 'load(int x)' '{' '	return x;' '}'
	done
}
in_each src/app 3; expect fail names "a static function's name in three files of app"
in_each src/app 2; in_each ui 1; expect fail names "a static function's name in app and ui"
in_each src/app 2; expect pass names "a static function's name in two files"
in_each src/base 3; expect pass names "a static function's name in three files of another floor"
in_each ui 1; add ui/n1.c '#ifdef X' 'static int load(int x) { return x; }' '#endif'; in_each ui 1
expect pass names "a static function's name three times in one file"

add src/base/a.c '/* TODO */'; expect fail words "an unfinished mark"
add src/base/a.c 'void b(char *x) { strcpy(x, "a"); }'; expect fail words "a banned call"
add src/base/a.c '/* mkdtemp("XXXXXX"), my_strcpy(x) */'; expect pass words "words that only look alike"
add src/base/b.c 'int c;'; expect fail words "a file no README names"
add src/base/README.md '| `gone.c` | |'; expect fail words "a name without a file"
rm "$tree/src/base/README.md"; expect fail words "a folder without README"
add src/base/a.c '/* Who reads it is asked. */'; expect fail words "a comment with a clause in place of a noun"
add src/base/a.c '/* The rows behind the first. */'; expect fail words "a place in place of an order"
add src/base/a.c '/* The last row is no row. */'; expect fail words "is no in place of is not a"
add src/base/a.c '/* There is no row, and is it the last? */'; expect pass words "a plain comment"
add src/base/a.c 'const char *a = "R reads again";'; expect fail words "a text with another word for reload"
add src/base/a.c 'const char *a = "R reloads";'; expect pass words "a text with the words of the screens"
add src/base/a.c 'struct twice {' '};'; add src/base/a.h 'struct twice {' '};'; expect fail words "a struct with two definitions"

add src/app/actions.def 'A(UP, "up", "up", "previous row")'; expect fail docs "an action without a key"
add keymaps/vim.conf 'global {' '    dwn = {"j"}' '}'; expect fail docs "a key for no action"
mkdir "$tree/.github"; add .github/CONTRIBUTING.md 'See `src/base/gone.c`.'; expect fail docs "a file that people are sent to"
mkdir "$tree/.github"; add .github/CONTRIBUTING.md 'See `src/base/a.c` and `src/<room>/x.c`.'; expect pass docs "files that are there"
add src/base/a.c '/* See base/gone.h. */'; expect fail docs "a comment that names a file that is gone"
add src/base/a.c '/* See base/a.h and a.c; not a.b.c. */'; expect pass docs "a comment that names files that are there"
add tests/README.md '| `unit/base/test_gone.c` | |'; expect fail docs "a test that is told of and gone"
rm "$tree/screenshots/a.png"; expect fail docs "a picture that is missing"
: >"$tree/screenshots/b.png"; expect fail docs "a picture that no script makes"

# The manual's rule reads many sources, so its tree is a copy of ours.
manual() {
	mkdir -p "$tree/tests/unit/list"
	cp -r "$here/../../src" "$here/../../ui" "$here/../../keymaps" "$tree"
	cp "$here/../unit/list/columns.txt" "$tree/tests/unit/list"
}
# edited FILE SED: a line of that copy is changed; a change that finds nothing is an error.
edited() {
	manual
	sed "$2" "$tree/$1" >"$tree/edited"
	! cmp -s "$tree/edited" "$tree/$1" || { echo "selftest.sh: $1 has nothing for $2"; failed=1; }
	mv "$tree/edited" "$tree/$1"
}
manual; expect pass manual "our own pages"
edited src/cli/backroom.1.scd '/^\*--max\* /d'; expect fail manual "an option that the page lacks"
edited src/cli/backroom.1.scd 's/^\*--max\*/*--most*/'; expect fail manual "an option that is not there"
edited src/cli/backroom.1.scd 's/^:\[ \*sort\*$/:[ *order*/'; expect fail manual "an action that is not there"
edited src/cli/backroom.1.scd 's/^|\[ \*o\*$/|[ *b*/'; expect fail manual "another key"
edited src/cli/backroom.1.scd 's/\*:messages\*/*:message*/'; expect fail manual "a text with an action that is not there"
edited src/cli/backroom.1.scd '/^\*NO_COLOR\*/d'; expect fail manual "a variable that the page lacks"
edited src/cli/exits.c 's/denied, or/or/'; expect fail manual "an exit code with another meaning"
edited src/cli/tables.c 's/"--rate"/"--speed"/'; expect fail manual "a new option"
edited src/cli/tables.c 's/FOR(GET) | FOR(CONFIG)/FOR(GET)/'; expect fail manual "an option of another command"
edited src/app/backroom.conf.5.scd '/^\*mouse\*/d'; expect fail manual "a setting that the page lacks"
edited src/app/settings.c 's/IS("mouse"/IS("pointer"/'; expect fail manual "a new setting"
edited src/model/check.c 's/"price-zero"/"price-none"/'; expect fail manual "a new rule"
edited src/service/backroom-service.8.scd '/^\*--ttl\*/d'; expect fail manual "a service's option that the page lacks"
edited src/service/cmd/config.c 's/CFG_STR("secret-file"/CFG_STR("secret"/'; expect fail manual "a new setting of the service"

add tests/a.c 'skip();'; expect fail words "a test that skips without a reason"

if command -v git >/dev/null; then
	commit() {
		git -C "$tree" init -q && git -C "$tree" add -A
	}
	commit; expect pass toplevel "a good tree"
	: >"$tree/serve.conf"; commit; expect fail toplevel "a file that does not belong there"
	commit; mkdir "$tree/.idea"; : >"$tree/.idea/x"; : >"$tree/notes.txt"
	expect pass toplevel "files that git does not know"
fi

if command -v dpkg-query >/dev/null; then
	# tools PACKAGES LINE…: a run with that list, and a script with those lines.
	tools() {
		printf 'to_build="%s"\n\nusage() {\n' "$1" >"$tree/run"
		shift
		mkdir -p "$tree/.ci"
		: >"$tree/.ci/run"
		printf '%s\n' "$@" >"$tree/tests/a.sh"
	}
	tools "jq" 'x=$(jq . file)' 'cat file | sort'; expect pass tools "a program of a listed package"
	tools "gcc" 'x=$(jq . file)'; expect fail tools "a program of no listed package"
	tools "gcc" 'if zbarimg x; then :; fi'; expect fail tools "a program after if"
	ask='command -v'; tools "gcc" "$ask no-such-program"; expect fail tools "a program that is only asked for"
	tools "gcc" 'case $1 in' 'jq | zbarimg) : ;;' 'esac'; expect pass tools "a program's name that a case looks for"
	tools "gcc" '# jq reads it' "echo 'jq | x'"; expect pass tools "a program that is only mentioned"
	tools "gcc"; add tests/a.c 'const char *argv[] = { "zbarimg", NULL };'; expect fail tools "a program of a C test"
fi
exit $failed
