#include "plan/plan.h"

#include "app/account.h"
#include "app/file.h"
#include "base/digest.h"
#include "model/when.h"
#include "plan/request.h"
#include "wire/json.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <stddef.h>

/* A text member of a line; one table for writing and reading. */
struct plan_text_member {
	const char *name;
	size_t offset;
};

#define HEAD(name, member)                          \
	{                                           \
		name, offsetof(struct plan, member) \
	}
static const struct plan_text_member head_texts[] = {
	HEAD("made", created_at),
	HEAD("author", author),
	HEAD("reason", reason),
	HEAD("environment", environment),
	HEAD("service", service),
	HEAD("commitId", commit),
	HEAD("select", selection),
	HEAD("rules", rules),
	HEAD("says", rules_sentence),
	HEAD("starts", starts_at),
	HEAD("ends", ends_at),
	HEAD("undoes", undone_seal),
	{ NULL, 0 },
};

#define ROW(name, member)                               \
	{                                               \
		name, offsetof(struct plan_row, member) \
	}
static const struct plan_text_member row_texts[] = {
	ROW("path", path),
	ROW("name", name),
	ROW("charge", charge),
	ROW("currency", currency),
	ROW("attribute", attribute),
	ROW("old", old),
	ROW("new", new),
	ROW("absent", absent_side),
	ROW("refused", refusal),
	ROW("doubt", warning),
	ROW("smells", warning_ids),
	ROW("reaches", price_user_count),
	ROW("campaigns", campaign_count),
	ROW("baskets", open_basket_count),
	ROW("before", hash_before),
	{ NULL, 0 },
};

static struct str *
text_member_of(void *of, const struct plan_text_member *t)
{
	return (struct str *)(void *)((char *)of + t->offset);
}

void
plan_free(struct plan *p)
{
	vec_free(&p->rows);
	vec_free(&p->approvals);
	arena_free(&p->text_arena);
}

void
plan_sign(struct plan *p, int64_t now)
{
	struct buf at = { 0 };
	char *who = account_name(), *host = account_host();
	when_write(&at, now);
	p->created_at = arena_move_buf(&p->text_arena, &at);
	p->author = arena_printf(&p->text_arena, "%s@%s", who, host);
	buf_free(&at);
	x_free(who);
	x_free(host);
}

void
plan_add(struct plan *p, const struct plan_row *row)
{
	struct plan_row own = *row;
	for (const struct plan_text_member *t = row_texts; t->name; t++) {
		struct str *text = text_member_of(&own, t);
		*text = text->n ? arena_str(&p->text_arena, *text) : STR_NONE;
	}
	own.state = own.service_reason = own.hash_after = own.hash_now = STR_NONE;
	own.was_sent = false;
	own.skip_reason = PLAN_NOT_SKIPPED;
	own.pending = !own.refusal.n;
	own.key = arena_printf(&p->text_arena, "%zu", p->rows.n + 1);
	vec_push(&p->rows, own);
}

struct plan_counts
plan_count(const struct plan *p)
{
	struct plan_counts n = { 0 };
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct plan_row *row = &p->rows.v[i];
		if (row->skip_reason == PLAN_SKIPPED_BY_SELECT)
			continue;
		n.refused += row->refusal.n > 0;
		n.changes += row->refusal.n == 0;
		n.review_count += row->warning.n > 0;
	}
	return n;
}

/* ---- the file ---- */

static const struct plan_text_member approval_texts[] = {
	{ "approved", offsetof(struct plan_approval, approved_at) },
	{ "by", offsetof(struct plan_approval, approver) },
	{ NULL, 0 },
};

/* Appends the members of an object, without its end. */
static void
add_texts(struct buf *out, const void *of, const struct plan_text_member *texts)
{
	for (const struct plan_text_member *t = texts; t->name; t++) {
		const struct str *text = (const void *)((const char *)of + t->offset);
		if (text->n)
			member_add_text(out, t->name, *text);
	}
}

/* Appends every request as it would be sent now, and the request that reverts it. */
static void
add_requests(struct buf *out, const struct plan *p)
{
	struct plan_batch forth = { 0 }, back = { 0 };
	size_t at = 0, same = 0;
	for (size_t n = 1; plan_batch_next(&forth, p, &at, PLAN_DIFFS_MAX, PLAN_DIRECTION_APPLY);
	     n++) {
		plan_batch_next(&back, p, &same, forth.diff_count, PLAN_DIRECTION_ROLLBACK);
		buf_addf(out, "{\"request\":%zu,\"body\":", n);
		buf_adds(out, buf_str(&forth.body));
		buf_addz(out, ",\"inverse\":");
		buf_adds(out, buf_str(&back.body));
		buf_addz(out, "}\n");
	}
	plan_batch_free(&forth);
	plan_batch_free(&back);
}

/* Completes the last line, an object, with the seal of everything up to there. */
static void
add_seal(struct buf *file, size_t from)
{
	struct buf hex = { 0 };
	digest_hex(&hex, str_sub(buf_str(file), from, file->n));
	member_add_text(file, "seal", buf_str(&hex));
	buf_addz(file, "}\n");
	buf_free(&hex);
}

void
plan_write(struct buf *out, const struct plan *p)
{
	size_t from = out->n;
	buf_addz(out, "{\"plan\":1");
	add_texts(out, p, head_texts);
	buf_addz(out, "}\n");
	for (size_t i = 0; i < p->rows.n; i++) {
		buf_addc(out, '{');
		add_texts(out, &p->rows.v[i], row_texts);
		buf_addz(out, "}\n");
	}
	add_requests(out, p);
	buf_addc(out, '{');
	add_seal(out, from);
}

void
plan_approve(struct buf *file, struct str at, struct str by)
{
	const struct plan_approval approval = { at, by };
	buf_addc(file, '{');
	add_texts(file, &approval, approval_texts);
	add_seal(file, 0);
}

static const cJSON *
parse_line(struct arena *a, struct str line)
{
	struct err ignored;
	return json_parse(a, line, &json_scan_service_rules, &ignored);
}

static void
read_texts(void *of, const struct plan_text_member *texts, struct arena *a, const cJSON *tree)
{
	for (const struct plan_text_member *t = texts; t->name; t++) {
		struct str text = json_get_text(tree, t->name);
		*text_member_of(of, t) = text.n ? arena_str(a, text) : STR_NONE;
	}
}

/* ---- seals ---- */

/* The last member of a line that seals everything before it. */
static const char seal_prefix[] = "\"seal\":\"", seal_suffix[] = "\"}";
enum {
	SEAL_HEX_DIGITS = 2 * DIGEST_SIZE,
	SEAL_LINE_SIZE = sizeof(seal_prefix) - 1 + SEAL_HEX_DIGITS + 2
};

static bool
line_has_valid_seal(struct str text, struct str line)
{
	size_t at = (size_t)(line.p - text.p) + line.n - SEAL_LINE_SIZE;
	struct buf hex = { 0 };
	if (line.n <= SEAL_LINE_SIZE)
		return false;
	digest_hex(&hex, str_sub(text, 0, at - (text.p[at - 1] == ',')));
	struct str member = str_sub(text, at, SEAL_LINE_SIZE);
	bool fits = str_starts(member, str_of(seal_prefix)) &&
	    str_eq(str_sub(member, sizeof(seal_prefix) - 1, SEAL_HEX_DIGITS), buf_str(&hex)) &&
	    str_ends(member, str_of(seal_suffix));
	buf_free(&hex);
	return fits;
}

/* Checks the first line that starts with a seal, and each line after it. */
static bool
is_sealed(struct str text)
{
	static const char first[] = "\n{\"seal\":";
	size_t at = str_find(text, str_of(first));
	struct str rest = str_sub(text, at == SIZE_MAX ? text.n : at + 1, text.n), line;
	bool fits = rest.n && str_ends(text, STR("\n"));
	while (fits && rest.n && str_next(&rest, '\n', &line))
		fits = line_has_valid_seal(text, line);
	return fits;
}

/* ---- reading ---- */

static void
read_seal(struct plan *p, const cJSON *tree)
{
	struct plan_approval approval;
	if (!p->seal.n) {
		p->seal = arena_str(&p->text_arena, json_get_text(tree, "seal"));
		return;
	}
	read_texts(&approval, approval_texts, &p->text_arena, tree);
	vec_push(&p->approvals, approval);
}

static bool
fail_line(struct err *err, size_t n)
{
	return err_set(err, ERR_CONFIG, "line %zu does not belong to a plan", n);
}

static bool
read_head(struct plan *p, const cJSON *tree, struct err *err)
{
	int64_t version;
	if (!json_whole_number(json_get(tree, "plan"), &version) || version != 1)
		return err_set(err, ERR_CONFIG, "not a plan, or made by a newer version");
	read_texts(p, head_texts, &p->text_arena, tree);
	return true;
}

static bool
read_row(struct plan *p, struct arena *a, const cJSON *tree, size_t n, struct err *err)
{
	struct plan_row row = { 0 };
	read_texts(&row, row_texts, a, tree);
	if (!row.path.n || !row.attribute.n || p->seal.n)
		return fail_line(err, n);
	plan_add(p, &row);
	return true;
}

/* Requests are skipped: they follow from the rows and are compared after all lines were read. */
static bool
read_line(struct plan *p, struct arena *a, struct str line, size_t n, struct err *err)
{
	if (n > 1 && str_starts(line, STR("{\"request\":")))
		return true;
	const cJSON *tree = parse_line(a, line);
	if (n == 1)
		return read_head(p, tree, err);
	if (!tree)
		return fail_line(err, n);
	if (!json_get(tree, "seal"))
		return read_row(p, a, tree, n, err);
	read_seal(p, tree);
	return true;
}

/* True if the requests derived from the rows equal those in the file. */
static bool
has_matching_requests(const struct plan *p, struct str text, struct err *err)
{
	struct buf again = { 0 };
	plan_write(&again, p);
	bool same = str_starts(text, buf_str(&again));
	buf_free(&again);
	return same ||
	    err_set(err, ERR_CONFIG, "made by another version of backroom: make it again");
}

bool
plan_read(struct plan *p, struct str text, struct err *err)
{
	struct str rest = text, line;
	bool ok = is_sealed(text) ||
	    err_set(err, ERR_CONFIG,
		"its seal does not match: not a plan, or changed since it was made");
	for (size_t n = 1; ok && rest.n && str_next(&rest, '\n', &line); n++) {
		struct arena a = { 0 };
		ok = read_line(p, &a, line, n, err);
		arena_free(&a);
	}
	return ok && has_matching_requests(p, text, err);
}

bool
plan_load(struct plan *p, const char *path, struct err *err)
{
	struct buf text = { 0 };
	struct err why;
	bool ok = file_read(&text, path, PLAN_FILE_SIZE_MAX, err);
	if (ok && !plan_read(p, buf_str(&text), &why))
		ok = err_set(err, why.kind, "%s: %s", path, why.text);
	buf_free(&text);
	return ok;
}
