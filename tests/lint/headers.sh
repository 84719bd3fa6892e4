#!/bin/sh
# Each library has one home, so that it can be replaced there and nowhere leaks.
# Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"

find src ui -name '*.[ch]' 2>/dev/null | sort | xargs awk '
BEGIN {
	home["n?curses(w/.*|_dll)?[.]h|term[.]h|form[.]h|menu[.]h|panel[.]h"] = "ui/term/.*"
	home["curl/.*"] = "src/(base/curl_functions[.]h|client/.*|service/auth/jwks_fetch[.]c)"
	home["(cjson/)?cJSON[.]h"] = "src/wire/json[.]h"
	home["confuse[.]h"] = "src/(base/conffile|app/(conf|keymap_file|theme_file)|service/cmd/config)[.]c"
	home["qrencode[.]h"] = "src/list/qr[.]c"
	home["utf8proc[.]h"] = "src/base/utf8(_fold)?[.]c"
	home["openssl/.*"] = "src/base/(digest|pubkey)[.]c"
	home["microhttpd[.]h"] = "src/service/http/(http|mhd_loop|exchange|server|monitor|faulty_body)[.]c|src/service/http/(server|faulty_body)[.]h"
	home["zlib[.]h"] = "src/service/http/gzip[.]c"
	home["zstd[.]h"] = "src/base/packed[.]c"
	home["jwt[.]h"] = "src/service/auth/(jwt_verify|jwt_sign)[.]c"
	home["sqlite3.*"] = "src/store/sqlite/.*"
	home["cmocka[.]h|vterm.*"] = "tests/.*"
}
/^[ \t]*#[ \t]*include[ \t]*</ {
	header = $0
	sub(/^[^<]*</, "", header)
	sub(/>.*/, "", header)
	for (pattern in home) {
		if (header ~ ("^(" pattern ")$") && FILENAME !~ ("^(" home[pattern] ")$")) {
			printf "%s:%d: <%s> belongs in %s only\n", FILENAME, FNR, header, home[pattern]
			failed = 1
		}
	}
}
END { exit failed }'
