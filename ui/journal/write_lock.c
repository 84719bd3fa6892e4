#include "ui/journal/write_lock.h"

#include "base/utf8.h"
#include "model/format.h"

void
write_lock_free(struct write_lock *l)
{
	buf_free(&l->reason);
}

bool
write_lock_is_open(const struct write_lock *l, int64_t now)
{
	return !l->read_only && now < l->until;
}

void
write_lock_open(struct write_lock *l, struct str reason, int64_t now)
{
	if (l->read_only || write_lock_is_open(l, now))
		return;
	l->until = now + (int64_t)WRITE_LOCK_MINUTES * 60000;
	buf_reset(&l->reason);
	buf_adds(&l->reason, reason);
}

void
write_lock_close(struct write_lock *l)
{
	l->until = 0;
	buf_reset(&l->reason);
}

void
write_lock_words(struct buf *out, const struct write_lock *l, int64_t now, bool utc)
{
	enum { REASON_CELLS_MAX = 12 };
	struct buf clean = { 0 };
	if (!write_lock_is_open(l, now)) {
		buf_addz(out, l->masked ? "masked" : l->read_only ? "read-only" : "locked");
		return;
	}
	buf_addz(out, "unlocked until ");
	format_clock(out, l->until, utc);
	/* The first word of the reason is the ticket. */
	struct str reason = buf_str(&l->reason);
	text_clean(&clean, str_sub(reason, 0, str_find_char(reason, ' ')), false);
	if (clean.n) {
		buf_addz(out, " (");
		text_cut(out, buf_str(&clean), REASON_CELLS_MAX, false);
		buf_addc(out, ')');
	}
	buf_free(&clean);
}

const char *
write_lock_why_not(const struct write_lock *l)
{
	return !l->read_only ? NULL
	    : l->masked      ? "People are masked, so nothing is written. :mask off shows them"
			     : "Read-only: nothing can be written";
}
