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

mkdir -p "$XDG_CONFIG_HOME/backroom"
cat >"$XDG_CONFIG_HOME/backroom/config.conf" <<-'END'
	environment "prod" { url = "https://api.example/api" }
	environment "test" { url = "http://127.0.0.1:1/api" }
END
mkdir "$folder/bin"
ln -s "$BACKROOM_BIN" "$folder/bin/backroom"
PATH=$folder/bin:$PATH

# What each shell offers for a line, one per line, without descriptions.
in_bash() {
	LINE=$1 FILE=$folder/bash bash --norc --noprofile -c '
		source "$FILE"
		COMP_LINE=$LINE COMP_POINT=${#LINE}
		_backroom 2>/dev/null # compopt: nothing is completed here
		printf "%s\n" "${COMPREPLY[@]}"'
}
in_zsh() {
	LINE=$1 zsh -f -c '
		autoload -U compinit && compinit -D -u
		source <(backroom completion zsh)
		[[ $_comps[backroom] == _backroom ]] || echo "not registered"
		_describe() { print -l -- "${(@)${(P)argv[-1]}%%:*}" }
		compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@" }
		_files() { }
		words=("${(@s: :)LINE}") CURRENT=$#words
		_backroom' | awk -v word="${1##* }" 'index($0, word) == 1'
}
in_fish() {
	LINE=$1 fish --no-config -c '
		backroom completion fish | source
		complete -C "$LINE"' | cut -f 1
}

# offers LINE EXPECTED…: every shell that is here offers each of these. Bash leaves out what stands before
# the last = of the word.
offers() {
	local line=$1 shell word
	shift
	for shell in bash zsh fish; do
		command -v $shell >/dev/null || continue
		in_$shell "$line" >"$folder/offered"
		for word; do
			[ $shell != bash ] || [ "${word##*=}" = "" ] || word=${word##*=}
			grep -qxF -- "$word" "$folder/offered" || {
				echo "$shell, $line: no $word among:"
				cat "$folder/offered"
				exit 1
			}
		done
	done
}
# offers_only LINE WORD: nothing else begins so.
offers_only() {
	offers "$1" "$2"
	[ "$(in_bash "$1" | wc -l)" -eq 1 ] || { echo "more than $2 for $1"; exit 1; }
}

offers_only "backroom ge" get
offers_only "backroom seg" segments
offers "backroom demo --tour " catalog basket journeys
offers "backroom tour " list follow check
offers "backroom " get plan baskets
offers_only "backroom -e prod ge" get
offers "backroom -e " prod test
offers "backroom get baskets -e p" prod
offers "backroom get baskets -o " table dot ndjson
offers_only "backroom get baskets since" since=
offers "backroom get baskets sort=" sort=age sort=-age
offers "backroom get baskets sort=pe" sort=person
offers "backroom get offers cols=id,na" cols=id,name
offers "backroom get baskets group=ta" group=tag
offers "backroom get offers standalone=" standalone=yes standalone=no
offers_only "backroom identity link id-1 --reas" --reason
offers_only "backroom identity res" resolve
offers "backroom demo -- get offers cur" currency=
offers "backroom plan " show check apply approve resume rollback sheet
offers "backroom plan p.jsonl --select offers per" percent=
offers "backroom plan p.jsonl --select offers half=" half=even
offers "backroom --theme " dark light
offers "backroom serve --li" --listen
offers "backroom store " copy
offers "backroom --" --help --environment
offers "backroom get baskets status=" status=sent status=no-contact
offers "backroom get baskets consent=" consent=unknown
offers "backroom get baskets reach=" reach=sign-in
offers "backroom get baskets " group= status=
! in_bash "backroom get baskets " | grep -qx offers
# No candidate, so that each shell offers files; but not as the value of a term.
for line in "snapshot save " "snapshot diff " "export page " "plan apply " "plan show " "identity link --from "; do
	[ -z "$(in_bash "backroom $line")" ] || { echo "no files for $line"; exit 1; }
done
for line in "get baskets email=" "get baskets status=x"; do
	LINE="backroom $line" FILE=$folder/bash bash --norc --noprofile -c '
		source "$FILE"
		compopt() { echo "$@"; }
		COMP_LINE=$LINE COMP_POINT=${#LINE}
		_backroom' | grep -qx -- '+o default' || { echo "files for $line"; exit 1; }
done
[ -z "$missing" ] || {
	echo "skipped: not installed:$missing; all else passed"
	exit 77
}
