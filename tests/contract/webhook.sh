#!/bin/bash
# The manual's example: messages of a shop's webhook become lines of a feed, by jq, and arrive in a
# store; sent again they change nothing.
set -u
for tool in jq; do command -v $tool >/dev/null || { echo "no $tool"; exit 77; }; done
program=${BACKROOM_SERVICE_BIN:?} page=${BACKROOM_SOURCE:?}/src/service/backroom-service.8.scd
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

fail() {
	echo "$1"
	exit 1
}

# In the page's source a backslash is written twice.
awk '$0 == "; webhook.jq" { found = 1; next } /^```/ { on = found && !on; found = on; next } on' "$page" |
	sed 's/\\\\/\\/g' >webhook.jq
cat >messages.json <<'END'
{"event":"cart.changed","number":1,"at":"2026-11-20T10:42:00Z","cart":{"id":"c-1","startedAt":"2026-11-20T10:41:00Z",
 "buyer":{"email":"mara@example.com","given":"Mara"},"lines":[{"title":"Digital Basic","sku":"DB-1"}],
 "channel":"/tags/uk/direct","resumeUrl":"https://shop.example/c-1"}}
{"event":"cart.changed","number":2,"cart":{"id":"c-2","startedAt":"2026-11-20T10:42:00Z","buyer":{},"lines":[]}}
{"event":"cart.ordered","number":5,"at":"2026-11-20T11:05:00Z","cart":{"id":"c-1"}}
{"event":"cart.deleted","number":6,"cart":{"id":"c-2"}}
END
cat >expected <<'END'
{"line":1,"seq":1,"result":"done"}
{"line":2,"seq":2,"result":"done"}
{"line":3,"seq":5,"result":"done"}
{"line":4,"seq":6,"result":"done"}
END
"$program" import - --follow --store sqlite:gone.db </dev/null 2>/dev/null && fail "a store was made"
[ ! -e gone.db ] || fail "a store was made by a wrong name"
"$program" serve --migrate=only --store sqlite:shop.db 2>/dev/null || fail "no store"

# The examples of every kind, and of the other operations.
for block in lines.jsonl operations.jsonl; do
	awk -v head="; $block" '$0 == head { found = 1; next } /^```/ { on = found && !on; found = on; next } on' "$page" |
		sed 's/\\\\/\\/g' >$block
	[ -s $block ] || fail "no $block in the manual"
	"$program" import - --follow --source manual --store sqlite:shop.db <$block >results || fail "refused: $(cat results)"
done
follow() {
	jq -c -f webhook.jq messages.json | "$program" import - --follow --store sqlite:shop.db
}
follow >results || fail "the feed failed"
diff expected results || fail "other results"
follow >results || fail "the feed failed when it was sent again"
sed 's/done/skipped/' expected | diff - results || fail "a line was applied twice"
! jq -c -f webhook.jq messages.json | grep null || fail "a member is null"
"$program" audit verify --store sqlite:shop.db >/dev/null || fail "the audit is broken"
exit 0
