#include "service/api/cursor.h"

#include "store/store.h"

#include <string.h>

enum { PAGE_END_BYTES_MAX = 400 }; /* maximum size of the rest: brackets, a cursor, a commit id */

/* The expected size of the page, reserved at once: growing would copy the items repeatedly. */
static size_t
likely_size(const struct list_page *p)
{
	enum { LIKELY_ITEM_BYTES = 1024, PREALLOCATED_ITEMS_MAX = 64 };
	return (p->limit < PREALLOCATED_ITEMS_MAX ? p->limit : PREALLOCATED_ITEMS_MAX) *
	    LIKELY_ITEM_BYTES;
}

void
page_begin(struct list_page *p, struct str head)
{
	buf_reserve(p->body, likely_size(p));
	buf_addc(p->body, '{');
	buf_adds(p->body, head);
	buf_addz(p->body, "\"items\":[");
}

bool
page_add(struct list_page *p, struct str json)
{
	p->size_limit_reached = p->item_count &&
	    p->body->n + json.n + PAGE_END_BYTES_MAX > PAGE_BYTES_MAX;
	p->has_more = p->size_limit_reached || p->item_count == p->limit;
	if (p->has_more)
		return false;
	if (p->item_count++)
		buf_addc(p->body, ',');
	buf_adds(p->body, json);
	return true;
}

void
page_end(struct list_page *p, struct str tail)
{
	buf_addc(p->body, ']');
	buf_adds(p->body, tail);
	buf_addc(p->body, '}');
	if (p->body->n < likely_size(p) / 2)
		buf_shrink(p->body);
}

/* A version byte, the filter, the time, the id, and a truncated HMAC over all of these. */
enum { CURSOR_VERSION = 1, FIXED_PART_SIZE = 1 + 8 + 8, MAC_SIZE = 16 };

static void
add_number(struct buf *out, uint64_t v)
{
	for (int shift = 56; shift >= 0; shift -= 8)
		buf_addc(out, (char)(v >> shift & 255));
}

static uint64_t
read_number(const char *p)
{
	uint64_t v = 0;
	for (int i = 0; i < 8; i++)
		v = v << 8 | (unsigned char)p[i];
	return v;
}

static struct str
key_as_str(const unsigned char key[DIGEST_SIZE])
{
	return str_from((const char *)key, DIGEST_SIZE);
}

void
cursor_write(struct buf *out, const struct page_cursor *c, const struct cursor_keys *keys)
{
	unsigned char mac[DIGEST_SIZE];
	struct buf bytes = { 0 };
	buf_addc(&bytes, CURSOR_VERSION);
	add_number(&bytes, c->filter_hash);
	add_number(&bytes, (uint64_t)c->sort_key);
	buf_adds(&bytes, c->id);
	digest_hmac(key_as_str(keys->key[0]), buf_str(&bytes), mac);
	buf_add(&bytes, mac, MAC_SIZE);
	base64url_encode(out, buf_str(&bytes));
	buf_free(&bytes);
}

static bool
is_signed(struct str text, const char *sign, const unsigned char key[DIGEST_SIZE])
{
	unsigned char mac[DIGEST_SIZE];
	digest_hmac(key_as_str(key), text, mac);
	return digest_equal(mac, sign, MAC_SIZE);
}

enum cursor_verdict
cursor_read(struct page_cursor *c, struct buf *bytes, struct str text, uint64_t filter,
    const struct cursor_keys *keys)
{
	if (text.n > CURSOR_TEXT_SIZE_MAX || !base64url_decode(bytes, text) ||
	    bytes->n <= FIXED_PART_SIZE + MAC_SIZE ||
	    bytes->n > FIXED_PART_SIZE + STORE_ID_SIZE_MAX + MAC_SIZE ||
	    bytes->p[0] != CURSOR_VERSION)
		return CURSOR_INVALID;
	struct str signed_part = str_from(bytes->p, bytes->n - MAC_SIZE);
	const char *sign = bytes->p + signed_part.n;
	if (!is_signed(signed_part, sign, keys->key[0]) &&
	    !(keys->has_second_key && is_signed(signed_part, sign, keys->key[1])))
		return CURSOR_INVALID;
	c->filter_hash = read_number(bytes->p + 1);
	c->sort_key = (int64_t)read_number(bytes->p + 9);
	c->id = str_sub(signed_part, FIXED_PART_SIZE, signed_part.n);
	return c->filter_hash == filter ? CURSOR_OK : CURSOR_MISMATCH;
}

void
page_end_before(struct list_page *p, const struct page_cursor *next, const struct cursor_keys *keys)
{
	struct buf tail = { 0 };
	if (next) {
		buf_addz(&tail, ",\"queryMore\":\"");
		cursor_write(&tail, next, keys);
		buf_addc(&tail, '"');
	}
	page_end(p, buf_str(&tail));
	buf_free(&tail);
}

uint64_t
cursor_filter_hash(struct str description)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(description, digest);
	return read_number((const char *)digest);
}
