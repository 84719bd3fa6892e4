#!/bin/bash
# labels: slow
# The packages of the last commit: the same bytes from two folders, one of them an unpacked archive
# without git; nothing for lintian to say; the expected files, which run; and `./run install` is
# undone by `./run uninstall`.
set -u
for program in git dpkg-deb dpkg-shlibdeps lintian xz; do
	command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
failed=0
work=$(mktemp -d /tmp/backroom-packages-XXXXXX)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	failed=1
}

export DEBFULLNAME="Backroom tests" DEBEMAIL=tests@backroom.example.org
unset ASAN_OPTIONS UBSAN_OPTIONS
git -c safe.directory='*' clone -q --no-local --depth 1 "file://$BACKROOM_SOURCE" "$work/clone" 2>/dev/null ||
	{ echo "skipped: this is not a checkout of git"; exit 77; }

# ---- two builds ----

"$work/clone/src/service/package/make.sh" "$work/one" >"$work/made" || { fail "the packages cannot be made"; exit 1; }
archive=$(grep 'tar[.]xz$' "$work/made")
mkdir "$work/other"
tar -xf "$archive" -C "$work/other"
source=$(echo "$work"/other/backroom-*)
CCACHE_DISABLE=1 TZ=Asia/Tokyo "$source/src/service/package/make.sh" "$work/another/deep/folder" >/dev/null ||
	fail "an unpacked archive cannot be packaged"
for package in "$work"/one/*.deb; do
	cmp "$package" "$work/another/deep/folder/$(basename "$package")" || fail "$package differs"
done

said=$(lintian --allow-root "$work"/one/*.deb 2>&1) || true
[ -z "$said" ] || fail "lintian: $said"

# ---- the contents ----

mkdir "$work/root"
for package in "$work"/one/*.deb; do
	dpkg-deb -x "$package" "$work/root"
done
while read -r file; do
	[ -f "$work/root/$file" ] || fail "no package has /$file"
done <<'END'
usr/bin/backroom
usr/libexec/backroom/backroom-service
usr/lib/systemd/system/backroom.service
usr/lib/sysusers.d/backroom-service.conf
usr/lib/tmpfiles.d/backroom-service.conf
etc/backroom/service.conf
usr/share/bash-completion/completions/backroom
usr/share/fish/vendor_completions.d/backroom.fish
usr/share/zsh/vendor-completions/_backroom
usr/share/man/man1/backroom.1.gz
usr/share/man/man5/backroom.conf.5.gz
usr/share/man/man8/backroom-service.8.gz
usr/share/doc/backroom/changelog.gz
usr/share/doc/backroom/copyright
usr/share/doc/backroom/examples/config.conf
usr/share/doc/backroom/examples/keymaps/vim.conf
usr/share/doc/backroom/examples/themes/dark.conf
usr/share/doc/backroom-service/changelog.gz
usr/share/doc/backroom-service/copyright
usr/share/doc/backroom-service/examples/haproxy.cfg
END
grep -q '^Copyright: ' "$work/root/usr/share/doc/backroom/copyright" || fail "the copyright file names no holder"
service=$(echo "$work"/one/backroom-service_*.deb)
case $(dpkg-deb -f "$service" Depends) in
"backroom (= "*libsqlite3-0*) ;;
*) fail "the service depends on: $(dpkg-deb -f "$service" Depends)" ;;
esac
[ "$(dpkg-deb -f "$service" Recommends)" = "ca-certificates, libpq5" ] || fail "libpq5 is not recommended"
case $(dpkg-deb -f "$(echo "$work"/one/backroom_*.deb)" Depends) in
*libsqlite3* | *libmicrohttpd*) fail "the console depends on libraries of the service" ;;
*libcurl4*) ;;
*) fail "the console does not depend on libcurl, which it loads" ;;
esac
commit=$(git -C "$work/clone" rev-parse HEAD | cut -c -12)
for words in --version "serve --version"; do
	# shellcheck disable=SC2086
	"$work/root/usr/bin/backroom" $words | grep -qx "commit $commit" || fail "$words does not name the commit"
done
[ "$("$work/root/usr/bin/backroom" demo -- get offers -o csv | wc -l)" -gt 10 ] || fail "the demo does not run"

# ---- install and uninstall ----

mkdir -p "$work/prefix/bin"
: >"$work/prefix/bin/other"
(cd "$source" && ./run install "$work/prefix") >/dev/null 2>"$work/said" || fail "install: $(tail -n 5 "$work/said")"
"$work/prefix/bin/backroom" --version | grep -qx "commit $commit" || fail "the archive's build does not name the commit"
[ -f "$work/prefix/share/man/man8/backroom-service.8" ] || fail "the manual is not installed"
(cd "$source" && ./run install "$work/prefix") >/dev/null 2>&1 # over the first one
: >"$work/prefix/share/man/own"
(cd "$source" && ./run uninstall "$work/prefix") 2>/dev/null || fail "uninstall failed"
left=$(cd "$work/prefix" && find . -type f | sort | tr '\n' ' ')
[ "$left" = "./bin/other ./share/man/own " ] || fail "uninstall left or removed: $left"
(cd "$source" && ./run install "$work/new/prefix" && ./run uninstall "$work/new/prefix") >/dev/null 2>&1
[ ! -e "$work/new/prefix" ] || fail "uninstall left its folder: $(find "$work/new/prefix")"
exit $failed
