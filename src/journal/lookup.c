#include "base/index.h"
#include "journal/journal.h"
#include "model/identity_check.h"

/* ---- numbers ---- */

void
journal_number_write(struct buf *out, unsigned number)
{
	buf_addf(out, "J-%04u", number);
}

bool
journal_number_read(struct str text, unsigned *number)
{
	int64_t n;
	bool ok = str_starts(text, STR("J-")) && text.n > 2 && text.p[2] >= '0' &&
	    text.p[2] <= '9' && str_to_int64(str_sub(text, 2, text.n), &n) && n >= 1 &&
	    n <= INT32_MAX;
	if (ok)
		*number = (unsigned)n;
	return ok;
}

/* ---- single writes ---- */

const struct journal_write *
journal_nth_newest(const struct journal *j, size_t i)
{
	return i < j->writes.n ? &j->writes.v[j->writes.n - 1 - i] : NULL;
}

const struct journal_write *
journal_find(const struct journal *j, unsigned number)
{
	const struct journal_write *w;
	for (size_t i = 0; (w = journal_nth_newest(j, i)) != NULL; i++)
		if (w->number == number)
			return w;
	return NULL;
}

const struct journal_write *
journal_nth_newest_batch(const struct journal *j, size_t i)
{
	return i < j->batches.n ? &j->batches.v[j->batches.n - 1 - i] : NULL;
}

const struct journal_write *
journal_find_any(const struct journal *j, unsigned number)
{
	const struct journal_write *w;
	for (size_t i = 0; (w = journal_nth_newest_batch(j, i)) != NULL; i++)
		if (w->number == number)
			return w;
	return journal_find(j, number);
}

bool
journal_is_unknown(const struct journal_write *w)
{
	return w->status.state == JOURNAL_UNKNOWN && !w->settled_by;
}

const struct journal_write *
journal_find_key(const struct journal *j, struct str service, struct str key)
{
	const struct journal_write *w;
	for (size_t i = 0; j->unknown_write_count && (w = journal_nth_newest(j, i)) != NULL; i++)
		if (journal_is_unknown(w) && str_eq(w->key, key) && str_eq(w->service, service))
			return w;
	return NULL;
}

void
journal_collect_unknown(const struct journal *j, struct str service, struct journal_numbers *out)
{
	const struct journal_write *w;
	for (size_t i = 0;
	     out->n < j->unknown_write_count && (w = journal_nth_newest(j, i)) != NULL; i++)
		if (journal_is_unknown(w) && (!service.p || str_eq(w->service, service)))
			vec_push(out, w->number);
}

/* ---- undoing ---- */

/* Builds "undo of J-0412, INC-4711 …". */
static struct str
make_undo_reason(struct journal *j, const struct journal_write *w)
{
	struct buf reason = { 0 };
	buf_addz(&reason, "undo of ");
	journal_number_write(&reason, w->number);
	if (w->reason.n && reason.n + 2 + w->reason.n <= JOURNAL_REASON_SIZE_MAX) {
		buf_addz(&reason, ", ");
		buf_adds(&reason, w->reason);
	}
	struct str links = arena_str(&j->text_arena, buf_str(&reason));
	buf_free(&reason);
	return links;
}

bool
journal_make_inverse(struct journal *j, unsigned number, struct journal_write *out)
{
	const struct journal_write *w = journal_find(j, number);
	if (!w || w->status.state != JOURNAL_DONE || w->undone_by)
		return false;
	*out = (struct journal_write){
		.environment = w->environment,
		.service = w->service,
		.is_unlink = !w->is_unlink,
		.owner = w->owner,
		.iss = w->iss,
		.sub = w->sub,
		.reason = make_undo_reason(j, w),
		.undoes = w->number,
	};
	return true;
}

/* ---- known links ---- */

/* The newest completed write of each link decides whether it is in force. */
void
journal_collect_owner_links(
    const struct journal *j, struct str service, struct str owner, struct journal_numbers *out)
{
	struct index *seen = index_new();
	const struct journal_write *w;
	for (size_t i = 0; (w = journal_nth_newest(j, i)) != NULL; i++) {
		struct buf name = { 0 };
		if (w->status.state != JOURNAL_DONE || !str_eq(w->service, service) ||
		    !str_eq(w->owner, owner))
			continue;
		identity_name_write(&name, w->iss, w->sub);
		bool newest = index_get(seen, buf_str(&name)) == UINT32_MAX;
		index_put(seen, buf_str(&name), 1);
		buf_free(&name);
		if (newest && !w->is_unlink)
			vec_push(out, w->number);
	}
	index_free(seen);
}
