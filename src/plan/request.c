#include "plan/request.h"

#include "base/json_quote.h"
#include "wire/member.h"

/* Writes the value of a row; null removes the attribute. */
static void
write_target_value(struct buf *out, const struct plan_row *row, enum plan_direction direction)
{
	static const char *const sides[] = {
		[PLAN_DIRECTION_APPLY] = "new", [PLAN_DIRECTION_ROLLBACK] = "old"
	};
	struct str text = direction == PLAN_DIRECTION_APPLY ? row->new : row->old;
	if (str_eqz(row->absent_side, sides[direction]))
		buf_addz(out, "null");
	else
		json_quote(out, text);
}

/* The index after the consecutive rows of an offer that start at `at`. */
static size_t
end_of_offer(const struct plan *p, size_t at)
{
	size_t end = at + 1;
	while (end < p->rows.n && str_eq(p->rows.v[end].path, p->rows.v[at].path))
		end++;
	return end;
}

/* Writes the diff of an offer; nothing if none of its rows is pending. */
static void
write_diff(
    struct buf *out, const struct plan *p, size_t from, size_t to, enum plan_direction direction)
{
	bool any = false;
	for (size_t i = from; i < to; i++) {
		const struct plan_row *row = &p->rows.v[i];
		if (!row->pending)
			continue;
		if (!any) {
			buf_addc(out, '{');
			member_add_text(out, "path", row->path);
			buf_addz(out, ",\"diff\":{\"attributes\":{");
		}
		buf_addz(out, any ? "," : "");
		json_quote(out, row->attribute);
		buf_addc(out, ':');
		write_target_value(out, row, direction);
		any = true;
	}
	buf_addz(out, any ? "}}}" : "");
}

static void
add_rows_of_offer(struct plan_batch *b, const struct plan *p, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (p->rows.v[i].pending)
			vec_push(&b->rows, i);
		else if (p->rows.v[i].skip_reason || p->rows.v[i].was_sent)
			vec_push(&b->other_rows, i);
}

bool
plan_batch_next(struct plan_batch *b, const struct plan *p, size_t *at, size_t most,
    enum plan_direction direction)
{
	struct buf diff = { 0 };
	b->rows.n = b->other_rows.n = b->diff_count = 0;
	buf_reset(&b->body);
	buf_addz(&b->body, "{\"diffs\":[");
	while (*at < p->rows.n && b->diff_count < most) {
		size_t end = end_of_offer(p, *at);
		buf_reset(&diff);
		write_diff(&diff, p, *at, end, direction);
		if (b->diff_count && b->body.n + diff.n > PLAN_BODY_SIZE_MAX)
			break;
		if (diff.n) {
			buf_addz(&b->body, b->diff_count ? "," : "");
			buf_adds(&b->body, buf_str(&diff));
			add_rows_of_offer(b, p, *at, end);
			b->diff_count++;
		}
		*at = end;
	}
	buf_addz(&b->body, "]}");
	buf_free(&diff);
	return b->diff_count > 0;
}

size_t
plan_count_batches(const struct plan *p, size_t most)
{
	struct plan_batch b = { 0 };
	size_t n = 0, at = 0;
	while (plan_batch_next(&b, p, &at, most, PLAN_DIRECTION_APPLY))
		n++;
	plan_batch_free(&b);
	return n;
}

void
plan_batch_free(struct plan_batch *b)
{
	vec_free(&b->rows);
	vec_free(&b->other_rows);
	buf_free(&b->body);
}
