#!/bin/bash
# The scripts for shells: they can be read, and offer what the tables have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
missing=
for shell in bash zsh fish; do
	"$BACKROOM_BIN" completion $shell >"$folder/$shell"
	if command -v $shell >/dev/null; then
		$shell -n "$folder/$shell"
	else
		missing="$missing $shell"
	fi
done
! "$BACKROOM_BIN" completion tcsh 2>"$folder/words"
grep -q 'bash, zsh or fish' "$folder/words"

# shellcheck disable=SC1091
. "$folder/bash"
# offers EXPECTED WORD…: what is offered behind the words, of which the last is being typed.
offers() {
	local expected=$1
	shift
	COMP_WORDS=(backroom "$@") COMP_CWORD=$#
	COMPREPLY=()
	_backroom 2>/dev/null || true # compopt: nothing is completed here
	[ "${COMPREPLY[*]}" = "$expected" ] || {
		echo "behind $*: ${COMPREPLY[*]} instead of $expected"
		exit 1
	}
}
offers "get" ge
offers "segments" seg
offers "table wide md json ndjson csv tsv raw tree dot" get baskets -o ""
offers "since=" get baskets since
offers "sort=customer sort=channel sort=company sort=created sort=consent" get baskets sort=c
offers "--reason" identity link id-1 --reas
offers "currency=" demo -- get offers currency
offers "resolve" identity res
[ -z "$missing" ] || {
	echo "skipped: not installed:$missing; all else passed"
	exit 77
}
