#!/bin/bash
# The files of the packages: the unit is as closed as the manual says, and each example is valid.
set -u
package=$BACKROOM_SOURCE/src/service/package
failed=0

fail() {
	echo "$*"
	failed=1
}

# An example whose settings are comments, with the settings.
uncommented() {
	sed '/^store/d; s/^# \([a-z-]* [={"]\|    \|}\)/\1/' "$1"
}

"$BACKROOM_BIN" serve --check --config "$package/service.conf" || fail "service.conf is not valid"
uncommented "$package/service.conf" >all.conf
grep -c ' = ' all.conf | grep -qx 1[0-9] || fail "service.conf has other examples than before"
"$BACKROOM_BIN" serve --check --config all.conf || fail "the examples in service.conf are not valid"
BACKROOM_CONFIG=$package/config.conf "$BACKROOM_BIN" config check >checked || fail "config.conf is not valid"
grep -q '1 environment' checked || fail "config.conf has no environment"

command -v systemd-analyze >/dev/null || { [ $failed -ne 0 ] && exit 1; echo "skipped: systemd-analyze is not installed"; exit 77; }
# A name that systemd accepts, and a program that is there.
mkdir -p units
sed "s|/usr/bin/backroom|$BACKROOM_BIN|" "$package/backroom.service" >units/backroom.service
systemd-analyze verify --man=no units/backroom.service || fail "the unit is not valid"
systemd-analyze security --offline=true --threshold=15 --no-pager units/backroom.service >security ||
	fail "systemd-analyze security: $(tail -n 1 security)"
exit $failed
