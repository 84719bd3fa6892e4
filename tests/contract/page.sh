#!/bin/bash
# labels: slow
# The page of `backroom export page` in a browser, 390 and 1,280 pixels wide, in light and dark: it
# requests nothing, nothing is wider than the window, every text has enough contrast, and on paper
# every campaign is unfolded. HTML Tidy finds no mistake in it, and the pack big fits into 2 MB.
#
# The browser has no network. A second page in the same folder measures the page in a frame, since
# the page itself allows no script.
set -eu
for program in chromium tidy xmllint; do
	command -v "$program" >/dev/null || {
		echo "skipped: $program is not installed"
		exit 77
	}
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
now=--now=2026-11-20T10:42:00Z

refuse() {
	echo "$*"
	failed=1
}

# browse ARGUMENT…: runs the browser without a network.
browse() {
	HOME=$work timeout 300 chromium --headless=new --no-sandbox --disable-gpu --no-first-run --disable-extensions --hide-scrollbars \
		--user-data-dir="$work/profile" --allow-file-access-from-files --disable-background-networking \
		--host-resolver-rules='MAP * ~NOTFOUND' "$@" 2>"$work/browser.log"
}

# The measuring page: its result is in the element "result".
measure_page() {
	cat <<-END
		<!DOCTYPE html><meta charset="utf-8"><title>measure</title>
		<iframe id="frame" style="border:0;width:$2px;height:4000px" src="$1"></iframe><pre id="result">none</pre>
		<script>
		const frame = document.getElementById('frame');
		// [0] to [2]: red, green, blue
		const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
		function luminance(c) {
			const [r, g, b] = c.map(v => (v /= 255, v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		}
		function contrast(a, b) {
			const [x, y] = [luminance(a.slice(0, 3)), luminance(b.slice(0, 3))].sort((p, q) => q - p);
			return (x + 0.05) / (y + 0.05);
		}
		function ground(view, e) {
			for (; e; e = e.parentElement) {
				const c = rgb(view.getComputedStyle(e).backgroundColor);
				if (c.length === 3 || c[3] > 0) return c;
			}
			return [255, 255, 255];
		}
		frame.onload = () => {
			const view = frame.contentWindow, page = frame.contentDocument, said = [];
			for (const d of page.querySelectorAll('details')) d.open = true;
			for (const e of view.performance.getEntriesByType('resource')) said.push('request: ' + e.name);
			for (const e of page.querySelectorAll('[src],[srcset],[data],[poster],link,object,embed,iframe,script,base'))
				said.push('may load: ' + e.outerHTML.slice(0, 60));
			if (/url\(|@import/.test(page.querySelector('style').textContent)) said.push('the style may load');
			const root = page.documentElement;
			if (root.scrollWidth > root.clientWidth) said.push('wider: ' + root.scrollWidth + ' > ' + root.clientWidth);
			for (const e of page.querySelectorAll('main *, header *, nav *, footer *')) {
				const box = e.getBoundingClientRect();
				if (box.right > root.clientWidth + 1) said.push('wider: ' + e.tagName + ' ' + e.className);
				if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
				if (e.closest('title, desc') || (e.classList.contains('w') && e.closest('svg'))) continue;
				const style = view.getComputedStyle(e);
				const c = contrast(rgb(e.closest('svg') ? style.fill : style.color), ground(view, e));
				if (c < 7) said.push('contrast ' + c.toFixed(2) + ': ' + e.tagName + ' ' + e.textContent.slice(0, 40));
			}
			const levels = [...page.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1]);
			if (levels.filter(l => l === 1).length !== 1) said.push('h1 is not there once');
			if (levels.some((l, i) => i && l > levels[i - 1] + 1)) said.push('a level of headings is skipped');
			for (const a of page.querySelectorAll('a,use')) {
				const to = a.getAttribute('href');
				if (!to.startsWith('#') || !page.getElementById(to.slice(1))) said.push('link: ' + to);
			}
			for (const s of page.querySelectorAll('svg[role=img]'))
				if (!s.querySelector('title').textContent || !s.querySelector('desc').textContent)
					said.push('a drawing without alternative text');
			if (new Set([...page.querySelectorAll('[id]')].map(e => e.id)).size !== page.querySelectorAll('[id]').length)
				said.push('an id is used twice');
			const dark = view.matchMedia('(prefers-color-scheme: dark)').matches;
			said.unshift('measured, ' + root.clientWidth + ' wide, ' + (dark ? 'dark' : 'light'));
			document.getElementById('result').textContent = [...new Set(said)].slice(0, 20).join('\n');
		};
		</script>
	END
}

# measure PAGE WIDTH SCHEME: scheme 0 is dark, 1 light.
measure() {
	measure_page "$1" "$2" >"$work/measure.html"
	browse --window-size=1400,4200 --blink-settings="preferredColorScheme=$3" --dump-dom \
		"file://$work/measure.html" >"$work/dom.html" || true
	sed -n '/<pre id="result">/,/<\/pre>/p' "$work/dom.html" | sed 's/.*<pre id="result">//; /<script>/,$d; s/<\/pre>.*//' >"$work/result"
	case $3 in 0) expected="measured, $2 wide, dark" ;; *) expected="measured, $2 wide, light" ;; esac
	[ "$(cat "$work/result")" = "$expected" ] || refuse "$1: not \"$expected\" alone: $(cat "$work/result")"
}

# count_sheets PAGE: how many sheets it has on paper.
count_sheets() {
	browse --no-pdf-header-footer --print-to-pdf="$work/sheets.pdf" "file://$work/$1" >/dev/null || true
	grep -ac '/Type /Page$' "$work/sheets.pdf"
}

export_page() {
	local pack=$1 file=$2
	shift 2
	"$BACKROOM_BIN" demo --pack "$pack" "$now" -- export page "$work/$file" "$@" 2>"$work/words" || refuse "$(cat "$work/words")"
	xmllint --noout --nonet --huge "$work/$file" || refuse "$file is not well-formed"
	# Tidy 5.6 does not know headings in a summary and ids of a drawing's title.
	tidy -errors -quiet --show-warnings yes "$work/$file" 2>&1 |
		grep -vE 'summary>|<title> proprietary attribute "id"' >"$work/tidy" || true
	[ ! -s "$work/tidy" ] || refuse "$file: $(head -n 5 "$work/tidy")"
}

export_page tour tour.html
export_page awkward awkward.html --select campaigns --select offers --select journeys
! "$BACKROOM_BIN" demo -- export page "$work/no.html" --select 'offers sort=name' 2>"$work/words" ||
	refuse "sort= is ignored"
grep -q 'takes no sort=' "$work/words" || refuse "$(cat "$work/words")"
# The help says that a page has no paths: messages of findings have the last names only.
! grep -nE '[^a-z0-9]/(segments|tags|offers|offers2|products)/' "$work/tour.html" "$work/awkward.html" ||
	refuse "paths"
for page in tour.html awkward.html; do
	# Without its policy the page requests nothing, either.
	grep -v Content-Security-Policy "$work/$page" >"$work/open-$page"
	measure "$page" 390 1
	measure "$page" 1280 0
	measure "open-$page" 1280 1
done
measure tour.html 390 0

sed 's/<details class="c" id="\([^"]*\)">/<details class="c" id="\1" open="open">/' "$work/tour.html" >"$work/unfolded.html"
folded=$(count_sheets tour.html)
unfolded=$(count_sheets unfolded.html)
[ "$folded" -gt 8 ] && [ "$folded" = "$unfolded" ] || refuse "$folded sheets folded, $unfolded unfolded"

export_page big big.html --select "campaigns Saltshire"
offers=$(grep -c '<article class="o" id=' "$work/big.html")
bytes=$(stat -c %s "$work/big.html")
[ "$offers" -gt 441 ] && [ "$bytes" -lt 2000000 ] || refuse "$offers offers take $bytes bytes"
exit "$failed"
