#include "cli/version.h"

#include "base/conffile.h"
#include "base/curl_functions.h"
#include "base/digest.h"
#include "base/packed.h"
#include "base/utf8.h"
#include "base/version.h"
#include "list/qr.h"
#include "wire/json.h"

void
cli_version_write(struct buf *out, const struct args *args)
{
	const struct library_version libraries[] = {
		{ "ncurses", args->screen_library_version },
		{ "libcurl", curl_library_version() },
		{ "OpenSSL", digest_library_version() },
		{ "cJSON", json_library_version() },
		{ "libconfuse", conffile_library_version() },
		{ "utf8proc", utf8_library_version() },
		{ "zstd", packed_library_version() },
		{ "libqrencode", qr_library_version() },
		{ NULL, NULL },
	};
	version_write(out, args->commit, libraries);
}
