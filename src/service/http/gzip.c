#include "service/http/gzip.h"

#include <zlib.h>

/* A window of 15 bits; adding 16 selects the gzip format instead of zlib's. */
enum { GZIP_WINDOW_BITS = 15 + 16, GZIP_MEMORY_LEVEL = 8 };

/* True if the quality is zero: "q=0", "q=0.0" and so on. */
static bool
is_coding_refused(struct str parameters)
{
	size_t q = str_find(parameters, STR("q="));
	struct str value = q == SIZE_MAX ? STR("1")
					 : str_trim(str_sub(parameters, q + 2, SIZE_MAX));
	for (size_t i = 0; i < value.n; i++)
		if (value.p[i] != '0' && value.p[i] != '.')
			return false;
	return true;
}

bool
gzip_is_wanted(struct str accept_encoding)
{
	struct str coding;
	while (str_next(&accept_encoding, ',', &coding)) {
		size_t mark = str_find_char(coding, ';');
		struct str name = str_trim(str_sub(coding, 0, mark));
		if (str_eq_nocase(name, STR("gzip")))
			return mark == SIZE_MAX ||
			    !is_coding_refused(str_sub(coding, mark + 1, SIZE_MAX));
	}
	return false;
}

/* Appends the compressed bytes, preferring speed over size. Returns false if zlib fails. */
static bool
gzip_compress(struct buf *out, struct str bytes)
{
	z_stream z = { 0 };
	if (deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
		Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	size_t room = deflateBound(&z, bytes.n);
	z.next_in = (Bytef *)(uintptr_t)bytes.p;
	z.avail_in = (uInt)bytes.n;
	z.next_out = (Bytef *)buf_reserve(out, room);
	z.avail_out = (uInt)room;
	bool ok = deflate(&z, Z_FINISH) == Z_STREAM_END;
	out->n += ok ? z.total_out : 0;
	deflateEnd(&z);
	return ok;
}

bool
gzip_compress_in_place(struct buf *bytes)
{
	struct buf small = { 0 };
	if (bytes->n < GZIP_SIZE_MIN || !gzip_compress(&small, buf_str(bytes))) {
		buf_free(&small);
		return false;
	}
	buf_free(bytes);
	*bytes = small;
	return true;
}

const char *
gzip_library_version(void)
{
	return zlibVersion();
}
