#!/bin/bash
# Every program that scripts and tests run comes with a package of run's lists, so that nothing
# depends on what a developer installed by hand. Argument: the tree, default this one.
#
# A program counts as used if it is one of: words in the place of a command in shell scripts; in C tests the first word of
# an argv or of a popen() command; and what a test asks for (`need X`, `command -v X`,
# process_knows("X")). The package is the one that dpkg names for the program; a program that is not
# installed, or not by a package, is looked up in `known`.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
command -v dpkg-query >/dev/null || { echo "skipped: no dpkg, so nothing says what a program comes with"; exit 77; }

# Programs by package, where dpkg cannot tell.
known="zbarimg:zbar-tools Xvfb:xvfb xterm:xterm xclip:xclip xdotool:xdotool zsh:zsh fish:fish
	mosh-server:mosh mosh-client:mosh yasr:yasr brltty:brltty rsvg-convert:librsvg2-bin tig:tig
	vd:visidata visidata:visidata less:less wrk:wrk nginx:nginx-light node:nodejs npm:npm clang:clang
	initdb:postgresql pg_ctl:postgresql psql:postgresql pgbench:postgresql postgres:postgresql pgbouncer:pgbouncer haproxy:haproxy
	etcd:etcd-server etcdctl:etcd-client patroni:patroni patronictl:patroni ctags:universal-ctags
	debootstrap:debootstrap tmux:tmux screen:screen ssh:openssh-client ssh-keygen:openssh-client
	sshd:openssh-server git:git perl:perl jq:jq curl:curl openssl:openssl cmake:cmake ctest:cmake
	ninja:ninja-build gcc:gcc ip:iproute2 lintian:lintian xz:xz-utils dpkg-shlibdeps:dpkg-dev
	systemd-analyze:systemd xmllint:libxml2-utils chromium:chromium
	tidy:tidy"
# Packages that others of the lists bring, or that are on each Debian and Ubuntu.
implied=" binutils perl-base mawk dpkg apt passwd mount util-linux bsdutils coreutils
	postgresql-client-common postgresql-common procps diffutils findutils grep sed tar gzip hostname debianutils dash bash libc-bin "
# Optional programs.
optional=" ccache clang-tidy sudo systemctl man "

packages=" $(sed -n '/^to_build=/,/^usage()/p' run | grep -E '^(to_[a-z_]*|node)=|^	' | tr -s '"\n\t=' ' ') "
scripts=$(find run .ci/run tests -name '*.sh' ! -name tools.sh -o -path run -o -path .ci/run | sort)
sources=$(find tests -name '*.[ch]' | sort)

# Functions of any script are not programs.
functions=$(grep -hoE '^[[:space:]]*[a-zA-Z_][a-zA-Z0-9_]*\(\)' $scripts | tr -d '() \t' | sort -u)

in_commands() {
	awk '
		FNR == 1 { doc = "" }
		doc != "" {
			text = $0
			if (strip) sub(/^\t+/, "", text)
			if (text == doc) doc = ""
			next
		}
		/^[ \t]*#/ { next }
		{
			line = $0
			if (match(line, /<<-?[ \t]*\\?[\047"]?[A-Za-z_]+[\047"]?/)) {
				doc = substr(line, RSTART, RLENGTH)
				strip = doc ~ /<<-/
				gsub(/<<-?[ \t]*|[\047"\\]/, "", doc)
			}
			gsub(/\047[^\047]*\047/, "\047\047", line)
			sub(/^[ \t]*[-a-zA-Z0-9_*?.| ]+\)/, "", line) # drop the pattern of a case branch
			n = split(line, part, /\$\(|`|\|\||&&|[|;&({]|(^|[ \t])(then|do|else|if|elif|while|until|!|exec|env|command)[ \t]/)
			for (i = 1; i <= n; i++) {
				word = part[i]
				sub(/^[ \t]+/, "", word)
				while (word ~ /^[A-Za-z_][A-Za-z_0-9]*=[^ \t]*[ \t]/) sub(/^[^ \t]*[ \t]+/, "", word)
				if (match(word, /^[a-zA-Z_][-a-zA-Z0-9_.+]*/) && substr(word, RLENGTH + 1) ~ /^([ \t]+[^= \t]|[ \t]*$)/)
					print substr(word, 1, RLENGTH)
			}
		}' "$@"
}

asked_for() {
	{
		grep -hoE '^[[:space:]]*need [a-zA-Z][^;&|"$]*|command -v [a-zA-Z][-a-zA-Z0-9_]*' $scripts |
			sed -E 's/^[[:space:]]*need //; s/command -v //'
		grep -hoE 'for (tool|program) in [a-zA-Z][-a-zA-Z0-9_ ]*' $scripts | sed -E 's/^for [a-z]+ in //'
		[ -z "$sources" ] || grep -hoE '(process_knows|[^a-z_]need)\("[^"]*"' $sources | cut -d '"' -f 2
	} | tr -s ' \t' '\n' | grep -vE '^(run|bare)$' || true
}

in_sources() {
	[ -n "$sources" ] || return 0
	grep -hoE '(argv|words)\[[A-Z_0-9]*\] = \{ *"[a-z][-a-z0-9_.+]*"|popen\("[a-z][-a-z0-9_.+]*|define CAMERA "[a-z]*' \
		$sources | sed 's/.*"\([a-z]\)/\1/; s/"$//' || true
}

failed=0
refuse() {
	echo "run: $1 is used by scripts or tests, and no list has the package that brings it${2:+ ($2)}"
	failed=1
}

# check WORD ASKED: looks a word up; what is installed here is left to dpkg, in paths.
paths=
check() {
	local word=$1 asked=$2 path package
	case $optional in *" $word "*) return ;; esac
	package=$(printf '%s\n' $known | sed -n "s/^$word://p" | head -n 1)
	if [ -n "$package" ]; then
		case $packages in *" $package "*) ;; *) refuse "$word" "$package" ;; esac
	elif path=$(type -P "$word"); then
		paths="$paths $path"
	elif [ -n "$asked" ]; then
		refuse "$word" "it is not installed here"
	fi
}

for word in $( { in_commands $scripts; in_sources; } | sort -u | grep -Fxv "$functions"); do
	check "$word" ""
done
for word in $(asked_for | sort -u | grep -Fxv "$functions"); do
	check "$word" asked
done

# On merged systems dpkg knows a program in /bin that PATH shows in /usr/bin.
places() {
	local path
	for path in $(printf '%s\n' $paths | sort -u); do
		case $(type -t "$(basename "$path")") in
		builtin | keyword) ;;
		*) printf '%s %s %s %s\n' "$path" "$path" "${path#/usr}" "$(readlink -f "$path")" ;;
		esac
	done
}

good=$({ dpkg-query -W -f '${Essential} ${Package}\n' | sed -n 's/^yes //p'
	printf '%s\n' $implied $packages; } | sort -u)
known_places=$(dpkg-query -S $(places | cut -d ' ' -f 2-) 2>/dev/null || true)
while read -r word package; do
	refuse "$(basename "$word")" "$package"
done < <(awk -v good="$good" '
	BEGIN { n = split(good, names, "\n"); for (i = 1; i <= n; i++) is_good[names[i]] = 1 }
	FNR == NR && /: \// { # "perl, perl-base: /usr/bin/perl"
		at = index($0, ": /")
		n = split(substr($0, 1, at - 1), names, ", ")
		for (i = 1; i <= n; i++) {
			sub(/:.*/, "", names[i])
			brings[substr($0, at + 2)] = brings[substr($0, at + 2)] " " names[i]
		}
		next
	}
	FNR != NR {
		all = ""
		for (i = 2; i <= NF; i++) all = all brings[$i]
		n = split(all, names, " ")
		ok = 0
		for (i = 1; i <= n; i++) if (names[i] in is_good) ok = 1
		if (!ok) print $1, n ? names[1] : "of no package"
	}' <(echo "$known_places") <(places))
exit $failed
