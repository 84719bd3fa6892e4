/* labels: postgres
 *
 * One store copied into another: every field arrives, and the digest covers each of them. */
#include "store/copy.h"
#include "store/feed.h"

#include "lib/test.h"
#include "unit/store/kept.h"

#include <string.h>

#include "stores.h"

/* One record of each kind. The link's owner is a separate text, so that it can vary alone. */
struct sample {
	struct store_basket basket;
	struct store_item item;
	struct str owner, root;
	struct store_link link;
	struct store_caller caller;
	struct str key, body;
	struct store_answer answer;
	struct store_audit entry;
};

#define LITERAL(text)                  \
	{                              \
		text, sizeof(text) - 1 \
	}

static const struct sample base = {
	.basket = { .created = 11, .id = LITERAL("b-1"), .json = LITERAL("{\"id\":\"b-1\"}") },
	.item = { .list = STORE_OFFERS,
	    .path = LITERAL("/o/1"),
	    .id = LITERAL("o-1"),
	    .modified = 12,
	    .published = true,
	    .json = LITERAL("{\"x\":1}") },
	.owner = LITERAL("ann"),
	.root = LITERAL("r-1"),
	.link = { .iss = LITERAL("i"),
	    .sub = LITERAL("s"),
	    .owner = LITERAL("ann"),
	    .state = LINK_UNDONE,
	    .linked_at = 13,
	    .linked_by = LITERAL("eve"),
	    .json = LITERAL("{\"l\":1}") },
	.caller = { .subject = LITERAL("ann"), .root = LITERAL("r-1"), .client = LITERAL("c-1") },
	.key = LITERAL("k-1"),
	.body = LITERAL("{\"done\":1}"),
	.answer = { .request_digest = { 1, 2, 3 }, .answered_at = 14, .status = 201 },
	.entry = { .recorded_at = 15,
	    .request_id = LITERAL("q-1"),
	    .subject = LITERAL("ann"),
	    .operation = LITERAL("link"),
	    .target = LITERAL("t-1"),
	    .outcome = LITERAL("ok"),
	    .detail = LITERAL("{}") },
};

static void
put_all(struct store *s, const struct sample *sample)
{
	struct store_answer answer = sample->answer;
	struct store_tx tx;
	struct err err = { 0 };
	buf_adds(&answer.body, sample->body);
	assert_true(store_begin(s, &tx, STORE_WRITE, &err));
	bool ok = store_put_basket(&tx, &sample->basket, &err) &&
	    store_put_item(&tx, &sample->item, NULL, &err) &&
	    store_put_owner(&tx, sample->owner, sample->root, &err) &&
	    store_put_link(&tx, &sample->link, &err) &&
	    store_put_answer(&tx, &sample->caller, sample->key, &answer, 0, &err) &&
	    store_append_audit(&tx, &sample->entry, &err);
	if (!ok || !store_end(&tx, true, &err))
		fail_msg("%s", err.text);
	buf_free(&answer.body);
}

static struct store *
open_new_store(void)
{
	struct err err;
	struct store *s = store_open(STR("sqlite::memory:"), &err);
	assert_non_null(s);
	return s;
}

static void
copy(struct store *from, struct store *to, struct store_copy_counts *copied)
{
	struct err err = { 0 };
	if (!store_copy(from, to, copied, &err))
		fail_msg("%s", err.text);
}

/* ---- every field arrives ---- */

static void
add_answer_body(struct buf *out, struct store *s)
{
	struct store_answer answer = { 0 };
	struct store_tx tx;
	struct err err;
	bool found = false;
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_find_answer(&tx, &base.caller, base.key, 0, &answer, &found, &err));
	assert_true(found);
	buf_addf(out, "body %s digest %d %d %d status %d at %lld\n", buf_z(&answer.body),
	    answer.request_digest[0], answer.request_digest[1], answer.request_digest[2],
	    answer.status, (long long)answer.answered_at);
	buf_free(&answer.body);
	assert_true(store_end(&tx, false, &err));
}

/* Adds links of one identity in every state that can be stored together. */
static void
put_links(struct store *s)
{
	struct store_link removed = base.link, active = base.link;
	struct store_tx tx;
	struct err err;
	removed.owner = STR("bob");
	removed.state = LINK_REMOVED;
	removed.linked_at = 1;
	active.owner = STR("cyd");
	active.state = LINK_ACTIVE;
	active.linked_at = 2;
	assert_true(store_begin(s, &tx, STORE_WRITE, &err));
	assert_true(store_put_link(&tx, &removed, &err) && store_put_link(&tx, &active, &err));
	assert_true(store_end(&tx, true, &err));
}

EACH(every_field_is_copied)
{
	struct fixture *f = *state;
	struct store *from = open_new_store(), *back = open_new_store();
	auto_buf before = { 0 }, after = { 0 };
	struct store_copy_counts there, again;
	put_all(from, &base);
	put_links(from);
	copy(from, f->store, &there);
	assert_int_equal(there.baskets, 1);
	assert_int_equal(there.items, 1);
	assert_int_equal(there.owners, 1);
	assert_int_equal(there.links, 3);
	assert_int_equal(there.idempotency_answers, 1);
	assert_int_equal(there.audit_entries, 1);
	copy(f->store, back, &again);
	assert_memory_equal(&there, &again, sizeof(there));
	append_all(&before, from);
	add_answer_body(&before, from);
	struct store *const copies[] = { f->store, back };
	for (size_t i = 0; i < 2; i++) {
		buf_reset(&after);
		append_all(&after, copies[i]);
		add_answer_body(&after, copies[i]);
		assert_string_equal(buf_z(&after), buf_z(&before));
	}
	store_close(from);
	store_close(back);
}

/* Texts that the text format of PostgreSQL's COPY would change or end at, and other bytes. */
static const struct store_basket awkward[] = {
	{ WHEN_NONE, LITERAL("\\N"), false, LITERAL("\\N") },
	{ -1, LITERAL("\\."), true, LITERAL("\\.") },
	{ 0, LITERAL("a\tb"), false, LITERAL("{\"a\tb\":\"\\t\\n\\\\\"}") },
	{ 1, LITERAL("a\nb"), true, LITERAL("{\n\\.\n}\r\n") },
	{ 1, LITERAL("a\\b"), false, LITERAL("\"\\\\\\u0000\\x00\\\"") },
	{ 1795253062000, LITERAL("a\0b"), false, LITERAL("\0\1\2\0") },
	{ 1795253062000, LITERAL("\xff\xfe"), false, LITERAL("\xc3\x28\xff\xff") },
	{ INT64_MAX - 1, LITERAL("PGCOPY\n\377\r\n"), false, LITERAL("") },
};

static void
put_baskets(struct store *s, const struct store_basket *baskets, size_t n)
{
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(s, &tx, STORE_WRITE, &err));
	for (size_t i = 0; i < n; i++)
		assert_true(store_put_basket(&tx, &baskets[i], &err));
	assert_true(store_end(&tx, true, &err));
}

static bool
check_same_basket(void *ctx, const struct store_basket *b)
{
	const struct store_basket *want = ctx;
	assert_int_equal(b->created, want->created);
	assert_int_equal(b->completed, want->completed);
	assert_true(str_eq(b->id, want->id));
	assert_true(str_eq(b->json, want->json));
	return true;
}

EACH(bytes_of_baskets_are_copied_unchanged)
{
	struct fixture *f = *state;
	struct store *from = open_new_store();
	struct store_copy_counts copied;
	struct err err;
	enum { N = sizeof(awkward) / sizeof(*awkward) };
	put_baskets(from, awkward, N);
	copy(from, f->store, &copied);
	assert_int_equal(copied.baskets, N);
	begin(f, STORE_READ);
	for (size_t i = 0; i < N; i++) {
		struct store_basket want = awkward[i];
		bool found = false;
		assert_true(
		    store_find_basket(&f->tx, want.id, check_same_basket, &want, &found, &err));
		assert_true(found);
	}
	end(f, false);
	store_close(from);
}

enum { MANY = 3000, LONG_JSON = 1000 };

/* More than one batch of a copy. */
static void
put_many(struct store *s)
{
	static struct store_basket many[MANY];
	static char ids[MANY][20];
	char *json = x_alloc(LONG_JSON);
	memset(json, 'j', LONG_JSON);
	for (int i = 0; i < MANY; i++) {
		snprintf(ids[i], sizeof(ids[i]), "b-%d", i);
		many[i] = (struct store_basket){ .created = (int64_t)i * 86400000,
			.id = str_of(ids[i]),
			.json = str_from(json, (size_t)LONG_JSON - (size_t)i % 7) };
	}
	put_baskets(s, many, MANY);
	x_free(json);
}

/* The largest basket, and then many. */
EACH(many_baskets_are_copied)
{
	struct fixture *f = *state;
	struct store *from = open_new_store();
	struct store_copy_counts copied;
	char *json = x_alloc(STORE_ITEM_SIZE_MAX);
	memset(json, 'j', STORE_ITEM_SIZE_MAX);
	const struct store_basket largest = {
		.created = 7, .id = STR("largest"), .json = str_from(json, STORE_ITEM_SIZE_MAX)
	};
	put_baskets(from, &largest, 1);
	put_many(from);
	copy(from, f->store, &copied);
	assert_int_equal(copied.baskets, MANY + 1);
	store_close(from);
	x_free(json);
}

/* The newest basket is in the first batch, the oldest in the last. */
ON_POSTGRES(a_copy_that_fails_leaves_nothing)
{
	static const char *const refused[] = { "b-2999", "b-0" };
	struct fixture *f = *state;
	struct store *from = open_new_store();
	struct store_copy_counts copied;
	put_many(from);
	for (size_t i = 0; i < 2; i++) {
		struct err err = { 0 };
		char sql[120];
		bool empty = false;
		snprintf(sql, sizeof(sql),
		    "ALTER TABLE basket_ids ADD CONSTRAINT refused CHECK (id <> '%s')", refused[i]);
		assert_true(postgres_run(f->url, sql, NULL, 0));
		assert_false(store_copy(from, f->store, &copied, &err));
		assert_non_null(strstr(err.text, "the store failed: "));
		begin(f, STORE_READ);
		assert_true(store_is_empty(&f->tx, &empty, &err));
		end(f, false);
		assert_true(empty);
		assert_true(postgres_run(
		    f->url, "ALTER TABLE basket_ids DROP CONSTRAINT refused", NULL, 0));
	}
	copy(from, f->store, &copied);
	assert_int_equal(copied.baskets, MANY);
	store_close(from);
}

/* ---- the digest ---- */

static void
digest_of(struct store *from, unsigned char digest[DIGEST_SIZE])
{
	struct store *to = open_new_store();
	struct store_copy_counts copied;
	copy(from, to, &copied);
	memcpy(digest, copied.digest, DIGEST_SIZE);
	store_close(to);
}

static void
digest_of_sample(const struct sample *sample, unsigned char digest[DIGEST_SIZE])
{
	struct store *from = open_new_store();
	put_all(from, sample);
	digest_of(from, digest);
	store_close(from);
}

enum kind { TEXT, NUMBER, STATUS, FLAG, BYTE };

#define FIELD(kind, member)                                    \
	{                                                      \
#member, offsetof(struct sample, member), kind \
	}

static const struct field {
	const char *name;
	size_t at;
	enum kind kind;
} fields[] = {
	FIELD(NUMBER, basket.created),
	FIELD(TEXT, basket.id),
	FIELD(FLAG, basket.completed),
	FIELD(TEXT, basket.json),
	FIELD(TEXT, item.path),
	FIELD(TEXT, item.id),
	FIELD(NUMBER, item.modified),
	FIELD(FLAG, item.published),
	FIELD(TEXT, item.json),
	FIELD(TEXT, owner),
	FIELD(TEXT, root),
	FIELD(TEXT, link.iss),
	FIELD(TEXT, link.sub),
	FIELD(TEXT, link.owner),
	FIELD(NUMBER, link.linked_at),
	FIELD(TEXT, link.linked_by),
	FIELD(TEXT, link.json),
	FIELD(TEXT, caller.subject),
	FIELD(TEXT, caller.root),
	FIELD(TEXT, caller.client),
	FIELD(TEXT, key),
	FIELD(TEXT, body),
	FIELD(BYTE, answer.request_digest),
	FIELD(NUMBER, answer.answered_at),
	FIELD(STATUS, answer.status),
	FIELD(NUMBER, entry.recorded_at),
	FIELD(TEXT, entry.request_id),
	FIELD(TEXT, entry.subject),
	FIELD(TEXT, entry.operation),
	FIELD(TEXT, entry.target),
	FIELD(TEXT, entry.outcome),
	FIELD(TEXT, entry.detail),
};

/* The same length in every case: only the contents differ. */
static void
change_field(struct sample *sample, const struct field *field, struct buf *text)
{
	void *at = (char *)sample + field->at;
	switch (field->kind) {
	case TEXT:
		buf_adds(text, *(struct str *)at);
		text->p[text->n - 1] ^= 1;
		*(struct str *)at = buf_str(text);
		break;
	case NUMBER:
		++*(int64_t *)at;
		break;
	case STATUS:
		++*(int *)at;
		break;
	case FLAG:
		*(bool *)at = !*(bool *)at;
		break;
	case BYTE:
		++*(unsigned char *)at;
		break;
	}
}

TEST(the_digest_covers_each_field)
{
	unsigned char first[DIGEST_SIZE], again[DIGEST_SIZE], other[DIGEST_SIZE];
	digest_of_sample(&base, first);
	digest_of_sample(&base, again);
	assert_memory_equal(first, again, DIGEST_SIZE);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		struct sample sample = base;
		auto_buf text = { 0 };
		change_field(&sample, &fields[i], &text);
		digest_of_sample(&sample, other);
		if (memcmp(first, other, DIGEST_SIZE) == 0)
			fail_msg("%s is not in the digest", fields[i].name);
	}
}

/* Each value of an enumeration gives a different digest. */
TEST(the_digest_covers_lists_and_link_states)
{
	unsigned char seen[16][DIGEST_SIZE];
	size_t n = 0;
	for (int list = STORE_CAMPAIGNS; list <= STORE_JOURNEYS; list++) {
		struct sample sample = base;
		sample.item.list = (enum store_list)list;
		digest_of_sample(&sample, seen[n++]);
	}
	for (int link = LINK_REMOVED; link <= LINK_ACTIVE; link++) {
		struct sample sample = base;
		sample.link.state = (enum link_state)link;
		digest_of_sample(&sample, seen[n++]);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			assert_memory_not_equal(seen[i], seen[j], DIGEST_SIZE);
}

TEST(the_digest_covers_the_bounds_of_texts)
{
	unsigned char first[DIGEST_SIZE], other[DIGEST_SIZE];
	struct sample sample = base;
	sample.owner = STR("annr");
	sample.root = STR("-1");
	digest_of_sample(&base, first);
	digest_of_sample(&sample, other);
	assert_memory_not_equal(first, other, DIGEST_SIZE);
}

/* Cursors refer to items by number, which is the order in which they were stored. */
TEST(the_digest_covers_the_numbers_of_items)
{
	unsigned char digests[2][DIGEST_SIZE];
	for (int turned = 0; turned < 2; turned++) {
		struct store *from = open_new_store();
		struct store_item items[2] = { base.item, base.item };
		struct store_tx tx;
		struct err err;
		items[1].path = STR("/o/2");
		assert_true(store_begin(from, &tx, STORE_WRITE, &err));
		for (int i = 0; i < 2; i++)
			assert_true(store_put_item(&tx, &items[turned ? 1 - i : i], NULL, &err));
		assert_true(store_end(&tx, true, &err));
		digest_of(from, digests[turned]);
		store_close(from);
	}
	assert_memory_not_equal(digests[0], digests[1], DIGEST_SIZE);
}

/* ---- refusals ---- */

EACH(a_store_with_data_is_not_overwritten)
{
	struct fixture *f = *state;
	struct store *from = open_new_store();
	struct store_copy_counts copied;
	auto_buf before = { 0 }, after = { 0 };
	struct err err = { 0 };
	put_all(from, &base);
	put_all(f->store, &base);
	append_all(&before, f->store);
	assert_false(store_copy(from, f->store, &copied, &err));
	assert_int_equal(err.kind, ERR_CONFLICT);
	append_all(&after, f->store);
	assert_string_equal(buf_z(&after), buf_z(&before));
	store_close(from);
}

/* The audit outlives data that was cleared: it counts as data. */
EACH(a_store_with_an_audit_only_is_not_overwritten)
{
	struct fixture *f = *state;
	struct store *from = open_new_store();
	struct store_copy_counts copied;
	struct err err = { 0 };
	put_all(from, &base);
	put_all(f->store, &base);
	begin(f, STORE_WRITE);
	assert_true(store_clear(&f->tx, &err));
	end(f, true);
	assert_false(store_copy(from, f->store, &copied, &err));
	assert_int_equal(err.kind, ERR_CONFLICT);
	store_close(from);
}

/* One byte of a record can spoil every page that it is on. */
EACH(a_record_whose_json_is_damaged_is_found)
{
	struct fixture *f = *state;
	struct store_copy_counts read;
	struct store_basket b = { .created = 1, .id = STR("b-1"), .json = STR("{\"id\":\"b-1\"}") };
	struct err err;
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &b, &err));
	end(f, true);
	assert_true(store_check_records(f->store, &read, &err));
	b.json = STR("{\"id\":Xb-1\"}");
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &b, &err));
	end(f, true);
	assert_false(store_check_records(f->store, &read, &err));
	assert_non_null(strstr(err.text, "basket \"b-1\" is damaged"));
}
