#include "store/chain.h"

#include "base/digest.h"
#include "store/records.h"

#include <stdio.h>
#include <string.h>

unsigned
audit_chain_of(struct str about, unsigned audit_chains)
{
	unsigned char hash[DIGEST_SIZE];
	if (about.n == 0)
		return 0;
	digest_sha256(about, hash);
	return hash[0] % audit_chains;
}

void
audit_chain_head_name(char name[AUDIT_CHAIN_NAME_SIZE], unsigned audit_chain)
{
	if (audit_chain == 0)
		snprintf(name, AUDIT_CHAIN_NAME_SIZE, "audit");
	else
		snprintf(name, AUDIT_CHAIN_NAME_SIZE, "audit.%u", audit_chain % 1000);
}

bool
audit_chain_from_head_name(struct str name, unsigned *audit_chain)
{
	int64_t number = 0;
	if (!str_starts(name, STR("audit")))
		return false;
	struct str rest = str_sub(name, 5, name.n);
	bool is = rest.n == 0 ||
	    (rest.p[0] == '.' && str_to_int64(str_sub(rest, 1, rest.n), &number) && number > 0 &&
		number < STORE_AUDIT_CHAIN_COUNT);
	*audit_chain = (unsigned)number;
	return is;
}

/* Appends a number as 8 bytes, big-endian. Each text is preceded by its length, so that
 * different entries never have the same bytes. */
static void
add_number(struct buf *out, int64_t v)
{
	for (int shift = 56; shift >= 0; shift -= 8)
		buf_addc(out, (char)((uint64_t)v >> shift & 255));
}

static void
add_text(struct buf *out, struct str s)
{
	add_number(out, (int64_t)s.n);
	buf_adds(out, s);
}

void
chain_hash_item(unsigned char hash[DIGEST_SIZE], const struct store_item *item)
{
	struct buf bytes = { 0 };
	buf_add(&bytes, hash, DIGEST_SIZE);
	add_number(&bytes, item->list);
	add_number(&bytes, item->published);
	add_text(&bytes, item->path);
	add_text(&bytes, item->id);
	add_text(&bytes, item->json);
	digest_sha256(buf_str(&bytes), hash);
	buf_free(&bytes);
}

void
chain_hash_again(unsigned char hash[DIGEST_SIZE])
{
	unsigned char before[DIGEST_SIZE];
	memcpy(before, hash, DIGEST_SIZE);
	digest_sha256(str_from((const char *)before, DIGEST_SIZE), hash);
}

void
chain_hash_audit(unsigned char out[DIGEST_SIZE], const unsigned char before[DIGEST_SIZE],
    const struct store_audit *entry)
{
	const struct str texts[] = { entry->request_id, entry->subject, entry->operation,
		entry->target, entry->outcome, entry->detail };
	struct buf bytes = { 0 };
	buf_add(&bytes, before, DIGEST_SIZE);
	add_number(&bytes, entry->seq);
	add_number(&bytes, entry->recorded_at);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		add_text(&bytes, texts[i]);
	digest_sha256(buf_str(&bytes), out);
	buf_free(&bytes);
}

void
chain_hash_redacted(unsigned char out[DIGEST_SIZE], const struct store_audit *entry)
{
	static const unsigned char none[DIGEST_SIZE];
	struct store_audit left = *entry;
	left.target = STR("");
	left.detail = STR("");
	chain_hash_audit(out, none, &left);
}
