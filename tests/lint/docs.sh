#!/bin/sh
# Documents and code name the same things, both ways: actions and keymaps, README's pictures.
set -u
cd "${1:-$(dirname "$0")/../..}"
status=0
say() {
	echo "$*"
	status=1
}

named_files=$(mktemp)
trap 'rm -f "$named_files"' EXIT

actions=$(sed -n 's/^A([A-Z_]*, "\([^"]*\)".*/\1/p' src/app/actions.def)
[ -n "$actions" ] || say "src/app/actions.def: no actions found"

# Actions that only have a name, at the prompt for anything.
nameless="link"
for action in $actions; do
	grep -Eq "^ *$action = \{" keymaps/default.conf && continue
	case " $nameless " in
	*" $action "*) ;;
	*) say "keymaps/default.conf: no key for $action" ;;
	esac
done
for keymap in keymaps/*.conf; do
	for name in $(sed -n 's/^ *\([a-z-]*\) = {.*/\1/p' "$keymap"); do
		echo "$actions" | grep -qx -- "$name" || say "$keymap: there is no action $name"
	done
done

# The sources that comments name are there: as a path from src, tests or the top, or by name alone.
find src ui tests -name '*.[ch]' 2>/dev/null | sort >"$named_files"
for wrong in $(xargs perl -0777 -e '
	my (%there, @named);
	for my $file (@ARGV) {
		my ($path) = $file =~ m{^(?:src/|tests/)?(.*)}s;
		$there{$_} = 1 for $file, $path, $path =~ m{([^/]*)$};
	}
	for my $file (@ARGV) {
		my $in;
		next unless open $in, "<", $file;
		my $text = <$in>;
		while ($text =~ m{(/\*.*?\*/)}sg) {
			my $comment = $1;
			push @named, "$file:$1" while $comment =~ m{(?<![\w./<*,-])(\w[\w/]*\.[ch])\b(?![(\w]|\.\w)}g;
		}
	}
	for (@named) {
		my ($file, $name) = split /:/;
		print "$file:$name\n" unless $there{$name};
	}' <"$named_files"); do
	say "${wrong%%:*}: a comment names ${wrong#*:}, which is not there"
done

# What CONTRIBUTING.md sends people to is there; a name with <…> is theirs to choose.
for named in $(grep -oh '`[^`]*`' .github/CONTRIBUTING.md 2>/dev/null | tr -d '`' | grep '/' | grep -v '[<*{ ]\|^\./\|^build/'); do
	[ -e "$named" ] || say ".github/CONTRIBUTING.md names $named, which is not there"
done

# The tests that tests/README.md has in its tables; a name without a folder is in the one named before.
for named in $(grep -oh '`[a-z_/]*test_[a-z_]*\.c`' tests/README.md 2>/dev/null | tr -d '`'); do
	case $named in
	*/*) folder=${named%/*} ;;
	*) named=$folder/$named ;;
	esac
	[ -e "tests/$named" ] || say "tests/README.md names $named, which is not there"
done

for picture in $(grep -oh 'screenshots/[a-z0-9-]*\.png' README.md); do
	[ -e "$picture" ] || say "README.md shows $picture, which is missing"
done
made=$(sed -n 's/^# pictures: *//p' tests/script/*.script)
for picture in screenshots/*.png; do
	name=$(basename "$picture" .png)
	case " $(echo $made) " in
	*" $name "*) ;;
	*) say "$picture: no script makes it" ;;
	esac
done
exit $status
