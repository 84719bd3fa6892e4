#include "demo/awkward_people.h"

#include "demo/identities.h"
#include "demo/put.h"
#include "model/when.h"

enum { LONG = 300 };

/* NULL stands for an id of 300 bytes. */
static const char *const owners[] = { "id-wi01/slash", "id-wi01 space",
	"id-wi01-gr\u00f6\u00dfe-\u6771\u4eac", NULL, "id-wi02-spaces", "id-wi02-mail",
	"id-wi02-long", "id-wi02-letters", "id-wi02-case", "id-wi02-odd", "id-wi03-slash",
	"id-wi03-http", "id-wi03-host", "id-wi03-port", "id-wi03-same" };
const size_t awkward_owners_n = sizeof(owners) / sizeof(*owners);

#define LOGIN "https://login.northlight.example/"
#define ACCOUNTS "https://accounts.example.com"

/* owner is an index of the table above; a sub NULL has 300 bytes. */
static const struct {
	unsigned owner;
	const char *iss, *sub;
} identities[] = {
	{ 0, LOGIN, "auth|wi01slash" },
	{ 1, LOGIN, "auth|wi01space" },
	{ 2, LOGIN, "auth|wi01unicode" },
	{ 3, LOGIN, "auth|wi01long" },
	{ 4, LOGIN, " auth|wi02leading" },
	{ 4, LOGIN, "auth|wi02trailing " },
	{ 4, LOGIN, "auth|wi02trailing" },
	{ 5, ACCOUNTS, "Wi02.Lind@example.com" },
	{ 5, ACCOUNTS, "wi02.lind@example.com" },
	{ 6, LOGIN, NULL },
	{ 7, LOGIN, "wi02-anv\u00e4ndare" },
	{ 7, LOGIN, "wi02-anva\u0308ndare" },
	{ 8, LOGIN, "auth|wi02ABCDEF" },
	{ 8, LOGIN, "auth|wi02abcdef" },
	{ 9, LOGIN, "0" },
	{ 9, LOGIN, "wi02 %2F + & ? # \" \\" },
	{ 9, LOGIN, "wi02\nnew line" },
	{ 9, LOGIN, "wi02\u200bzero width" },
	{ 10, ACCOUNTS "/", "100000000000000000031" },
	{ 10, ACCOUNTS, "100000000000000000031" },
	{ 11, "http://accounts.example.com", "100000000000000000031" },
	{ 12, "https://ACCOUNTS.example.com", "100000000000000000031" },
	{ 13, ACCOUNTS ":8443/", "100000000000000000031" },
	{ 14, LOGIN, "wi03-same" },
	{ 14, "https://tenant-7f3.idp.example/v2.0", "wi03-same" },
};
const size_t awkward_identities_n = sizeof(identities) / sizeof(*identities);

static void
add_or_long(struct buf *out, const char *text, const char *start)
{
	if (text) {
		buf_addz(out, text);
		return;
	}
	buf_addz(out, start);
	buf_pad(out, 'x', LONG - out->n);
}

void
awkward_owner(struct buf *out, struct buf *id, size_t index)
{
	add_or_long(id, owners[index], "id-wi01-long-");
	put_open(out, NULL, '{');
	put_text(out, "id", buf_str(id));
	put_textf(out, "root", "sub-wi%014zu", index);
	put_close(out, '}');
}

void
awkward_identity(struct buf *out, struct buf *id, size_t index, int64_t now_ms)
{
	struct buf owner = { 0 }, sub = { 0 };
	add_or_long(&owner, owners[identities[index].owner], "id-wi01-long-");
	add_or_long(&sub, identities[index].sub, "wi02-long-");
	buf_addf(id, "wi-identity-%02zu", index + 1);
	const struct demo_identity identity = { .iss = str_of(identities[index].iss),
		.sub = buf_str(&sub),
		.owner = buf_str(&owner),
		.id = buf_str(id),
		.created = now_ms - (int64_t)(index + 1) * WHEN_DAY };
	identity_write(out, &identity);
	buf_free(&owner);
	buf_free(&sub);
}
