#!/bin/bash
# A session of the demo saved with --save-session shows the same screens with --replay, without a
# service, and its file has no personal data.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export BACKROOM_SCREENS
fail() {
	echo "$*"
	exit 1
}

cat >visit.script <<'END'
size 100x30
keys 1
screen baskets
keys j j <Enter>
screen basket
keys h :
type persons
keys <Enter>
screen persons
keys 2
screen campaigns
keys 5
screen journeys
keys 6
screen identities
keys 8
screen checks
keys 1 :
type mara.ellison@example.com
keys <Esc>
paste https://shop.northlight.example/x?code=abcdefgh
keys <Esc> /
type camilla
keys <Enter> <Esc> :
type text:camilla
keys <Enter> <Esc> :
type email=mara.elli
keys <Left> <Right>
type son@example.com
keys <Enter> <Esc> :
type campaigns
keys <Enter>
screen last
END
mkdir recorded replayed later
BACKROOM_SCREENS=recorded
"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z --save-session a.session --script visit.script
[ "$(stat -c %a a.session)" = 600 ] || fail "the file is not private"

# The time is the recorded one. Only the badge differs.
BACKROOM_SCREENS=replayed
"$BACKROOM_BIN" --replay a.session --script visit.script
sed -i 's/^ DEMO masked/ REPLAY masked/' recorded/*.txt
diff -r recorded replayed || fail "the replay shows other screens"
grep -q '^ REPLAY masked' replayed/baskets.txt || fail "no badge"
# The saved keys lead to the same screen. Texts of people and pastes are left out.
sed -n 's/^{"script":"\(.*\)"}$/\1/p' a.session >keys.script
[ "$(grep -c '^# a paste\|^# a typed text' keys.script)" = 5 ] || fail "the keys are: $(cat keys.script)"
! grep -i camilla keys.script || fail "the file has a typed word"
(echo 'size 100x30' && cat keys.script && echo 'screen last') >again.script
BACKROOM_SCREENS=later
"$BACKROOM_BIN" --replay a.session --script again.script
diff replayed/last.txt later/last.txt || fail "the keys lead to another screen"

cat >seen.script <<'END'
keys :
type mask off
keys <Enter>
expect People are masked in a saved session
keys :
type mask on
keys <Enter>
expect Already masked
expect-not :mask off
keys 1 y
expect People are masked, so links are not sent
expect-not :mask off
keys D
expect People are masked, so nothing is recorded
expect-not :mask off
keys :
type present
keys <Enter> :
type present off
keys <Enter>
expect People stay masked
expect-not :mask off
keys :
type env demo
keys <Enter>
expect A saved session has one environment
keys 7
expect-not broken
open audit
expect not in the recording: GET /audit
open whoami
expect a replay asks no service
END
"$BACKROOM_BIN" --replay a.session --script seen.script
sed -i '/audit/d; /^open whoami/,$d' seen.script
"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z --save-session b.session --script seen.script
[ ! -e "$XDG_STATE_HOME/backroom/journal.jsonl" ] || fail "a replay wrote a journal"

# Each address, subject, owner and link of the demo's people.
"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z -- get baskets --all -q -o ndjson >people
grep -oE '"(email|sub|owner|recoveryLink)":"[^"]{8,}"' people | cut -d'"' -f4 | sort -u >texts
[ "$(wc -l <texts)" -gt 100 ] || fail "the demo has no people"
if grep -F -o -f texts a.session | sort | uniq -c | head -5 | grep .; then
	fail "the file has personal data"
fi
for text in 'mara' 'llison' 'auth|' 'Bearer' 'shop.northlight.example'; do
	! grep -q -i -F "$text" a.session || fail "the file has \"$text\""
done

# get
get=(get 'baskets tag:reseller' --all -o csv)
"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z --save-session get.session -- "${get[@]}" >demo.csv
"$BACKROOM_BIN" "${get[@]}" --replay get.session >replay.csv
[ "$(wc -l <replay.csv)" -gt 2 ] || fail "get printed nothing"
cmp demo.csv replay.csv
! "$BACKROOM_BIN" get offers --replay get.session 2>words || fail "not recorded, and printed"
grep -q 'not in the recording: GET /offers' words || fail "get says: $(cat words)"

# A call that was refused leaves no file, so the corrected one has the same name.
! "$BACKROOM_BIN" demo --save-session again.session -- get baskets nothing=1 2>words || fail "accepted"
[ ! -e again.session ] || fail "a refused call left a file"

# A full disk ends the saving, not the session. The file ends with a whole line.
cat >full.script <<'END'
size 100x30
wait This session is not saved any more: full.session: File too large
keys 5 4
expect Nightwave
END
full() (
	trap '' XFSZ # the limit is an error of write(), as a full disk is
	ulimit -f 60
	"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z --save-session "$@"
)
full full.session --script full.script
[ "$(tail -c 1 full.session | tr '\n' x)" = x ] || fail "the last line is not complete"
echo 'expect baskets' >baskets.script
"$BACKROOM_BIN" --replay full.session --script baskets.script
! full full2.session -- get baskets --all >/dev/null 2>words || fail "get did not report a full disk"
grep -q 'full2.session: File too large' words || fail "get says: $(cat words)"

# Refused, with a reason; the file is not touched.
sum=$(cksum <a.session)
refused() {
	local message=$1
	shift
	! "$BACKROOM_BIN" "$@" --script visit.script 2>words || fail "accepted: $*"
	grep -q -F -- "$message" words || fail "$* says: $(cat words)"
}
refused 'a.session: the file exists; choose a new name' demo --save-session a.session
refused '--replay asks no service: omit demo' demo --replay a.session
refused '--replay asks no service: omit -e' --replay a.session -e prod
refused '--replay asks no service: omit --save-session' --replay a.session --save-session c.session
[ ! -e c.session ] || fail "a refused call wrote a file"
head -c 20000 a.session >cut.session
refused 'cut.session, line 2: the line is not complete' --replay cut.session
(head -n 1 a.session && echo '{"method":7}') >wrong.session
refused 'wrong.session, line 2: "method" is missing, or is not a text' --replay wrong.session
[ "$(cksum <a.session)" = "$sum" ] || fail "the file has changed"
