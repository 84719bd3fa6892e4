#!/bin/bash
# make.sh FOLDER - `./run package`: puts the source archive and the Debian packages of the last commit
# into FOLDER. Without git, in an unpacked source archive, it packages that tree.
#
# The packages depend on the commit and on the system that builds them, not on the folder or the time:
# paths in the programs are mapped, times are the commit's, owners are root, names are sorted.
# $DEBFULLNAME and $DEBEMAIL name the maintainer; the default is the author of the commit.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
root=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$out/work

say() {
	printf '%s\n' "$*" >&2
}

git_here() {
	git -c safe.directory='*' --git-dir="$root/.git" "$@"
}

# ---- the source ----

version=$(sed -n 's/^project(backroom VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
name=backroom-$version

# Sets source, a tree of the commit, and the commit, its time and its author.
find_source() {
	local line
	rm -rf "$work"
	mkdir -p "$work"
	if [ -e "$root/.git" ]; then
		[ -z "$(git_here --work-tree="$root" status --porcelain --untracked-files=no)" ] ||
			say "run: changes that are not committed are not in the packages"
		git_here archive --prefix="$name/" HEAD >"$work/$name.tar"
		xz -9 --threads=1 <"$work/$name.tar" >"$out/$name.tar.xz"
		tar -xf "$work/$name.tar" -C "$work"
		source=$work/$name
	else
		source=$root
	fi
	line=$(cat "$source/src/commit")
	case $line in
	*Format:*) say "run: neither a clone nor a source archive: the commit is not known"; exit 1 ;;
	esac
	read -r commit SOURCE_DATE_EPOCH author <<<"$line"
	export SOURCE_DATE_EPOCH
	maintainer="${DEBFULLNAME:-${author% <*}} <${DEBEMAIL:-$(sed 's/.*<\(.*\)>/\1/' <<<"$author")}>"
	# A commit that is not the release is older than it, and each package older than one of Debian's own.
	deb_version=$version~git$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).${commit:0:10}
	if [ -e "$root/.git" ] && git_here tag --points-at HEAD | grep -Fqx "v$version"; then
		deb_version=$version
	fi
	deb_version=$deb_version-0upstream
}

# ---- the build ----

build() {
	local flags="-ffile-prefix-map=$source=/usr/src/$name -ffile-prefix-map=$work/build=/usr/src/$name/build"
	local launcher=()
	! command -v ccache >/dev/null || launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
	CFLAGS=$flags cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DCMAKE_INSTALL_PREFIX=/usr "${launcher[@]}" >"$work/build.log"
	ninja -C "$work/build" --quiet >&2
}

# ---- the packages ----

# doc PACKAGE: what Debian wants in /usr/share/doc: licence and changes.
doc() {
	local folder=$work/$1/usr/share/doc/$1
	mkdir -p "$folder"
	{
		printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
		printf 'Upstream-Name: backroom\n\nFiles: *\n'
		sed -n 's/^Copyright (c) /Copyright: /p' "$source/LICENSE"
		printf 'License: Expat\n'
		sed '1,/^Copyright/d; 1,/^$/{/^$/d}; s/^$/./; s/^/ /' "$source/LICENSE"
	} >"$folder/copyright"
	printf 'backroom (%s) unstable; urgency=medium\n\n  * Built from commit %s.\n    The changes are in changelog.gz.\n\n -- %s  %s\n' \
		"$deb_version" "${commit:0:12}" "$maintainer" "$(date -R -d "@$SOURCE_DATE_EPOCH")" >"$folder/changelog.Debian"
	cp "$source/.github/CHANGELOG.md" "$folder/changelog"
	gzip -9n "$folder/changelog" "$folder/changelog.Debian"
}

# control PACKAGE FILE DEPENDS PROGRAM: the control file, with the libraries of the program.
control() {
	local folder=$work/$1/DEBIAN shlibs
	mkdir -p "$folder" "$work/debian"
	printf 'Source: backroom\nMaintainer: %s\n\nPackage: %s\nArchitecture: any\n' "$maintainer" "$1" >"$work/debian/control"
	shlibs=$(cd "$work" && dpkg-shlibdeps -O -e"$work/$1/$4" 2>>"$work/build.log")
	{
		head -n 1 "$source/src/service/package/$2"
		printf 'Source: backroom\nVersion: %s\nArchitecture: %s\nMaintainer: %s\nInstalled-Size: %s\n' \
			"$deb_version" "$(dpkg --print-architecture)" "$maintainer" \
			"$(find "$work/$1" -path "$work/$1/DEBIAN" -prune -o -type f -printf '%s\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')"
		printf 'Depends: %s%s\n' "${3:+$3, }" "${shlibs#shlibs:Depends=}"
		tail -n +2 "$source/src/service/package/$2"
	} >"$folder/control"
	(cd "$work/$1" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$folder/md5sums"
	chmod 644 "$folder"/*
}

# example FILE NAME: the block of a name in the service's manual.
example() {
	awk -v name="; $1" '$0 == name { found = 1; next } found && /^```/ { if (inside) exit; inside = 1; next } inside' \
		"$source/src/service/backroom-service.8.scd"
}

stage_console() {
	local doc=$work/backroom/usr/share/doc/backroom
	DESTDIR=$work/backroom cmake --install "$work/build" --component console --strip >/dev/null
	mv "$work/backroom/usr/share/zsh/site-functions" "$work/backroom/usr/share/zsh/vendor-completions"
	doc backroom
	mkdir -p "$doc/examples/keymaps" "$doc/examples/themes"
	cp "$source"/keymaps/*.conf "$doc/examples/keymaps/"
	cp "$source"/ui/themes/*.conf "$doc/examples/themes/"
	cp "$source/src/service/package/config.conf" "$doc/examples/"
}

stage_service() {
	local folder=$work/backroom-service from=$source/src/service/package script
	local doc=$folder/usr/share/doc/backroom-service/examples
	DESTDIR=$folder cmake --install "$work/build" --component service --strip >/dev/null
	doc backroom-service
	mkdir -p "$doc" "$folder/etc/backroom" "$folder/usr/lib/systemd/system" "$folder/usr/lib/sysusers.d" \
		"$folder/usr/lib/tmpfiles.d" "$folder/DEBIAN"
	cp "$from/backroom.service" "$folder/usr/lib/systemd/system/"
	cp "$from/sysusers.conf" "$folder/usr/lib/sysusers.d/backroom-service.conf"
	cp "$from/tmpfiles.conf" "$folder/usr/lib/tmpfiles.d/backroom-service.conf"
	cp "$from/service.conf" "$folder/etc/backroom/"
	example haproxy.cfg >"$doc/haproxy.cfg"
	[ -s "$doc/haproxy.cfg" ]
	echo /etc/backroom/service.conf >"$folder/DEBIAN/conffiles"
}

# finish PACKAGE [SCRIPT…]: compresses the pages, sets modes and times, and writes the package.
finish() {
	local package=$1 folder=$work/$1 script
	shift
	find "$folder" -type d -exec chmod 755 {} +
	find "$folder" -type f ! -perm -u+x -exec chmod 644 {} +
	for script; do
		install -m 755 "$source/src/service/package/$script" "$folder/DEBIAN/"
	done
	find "$folder" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb --root-owner-group -Zxz --build "$folder" "$out" >/dev/null
}

compress_pages() {
	find "$work/$1/usr/share/man" -type f -exec gzip -9n {} +
}

find_source
build
stage_console
compress_pages backroom
# Both load libcurl when they first need it (src/base/curl_functions.h).
control backroom control.console "libcurl4t64 | libcurl4" usr/bin/backroom
finish backroom
stage_service
compress_pages backroom-service
control backroom-service control.service \
	"backroom (= $deb_version), libcurl4t64 | libcurl4, systemd | systemd-standalone-sysusers | systemd-sysusers, systemd | systemd-standalone-tmpfiles | systemd-tmpfiles" \
	usr/libexec/backroom/backroom-service
finish backroom-service postinst prerm postrm
rm -rf "$work"
find "$out" -maxdepth 1 -name 'backroom*' | sort
