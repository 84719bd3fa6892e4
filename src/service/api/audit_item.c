#include "service/api/audit_item.h"

#include "store/audit.h"
#include "wire/member.h"

void
audit_write_item(struct buf *out, const struct store_audit *e)
{
	struct buf id = { 0 }, at = { 0 };
	buf_addf(&id, "%u-%lld", e->audit_chain, (long long)e->seq);
	when_write(&at, e->recorded_at);
	buf_addc(out, '{');
	member_add_text(out, "id", buf_str(&id));
	member_add_text(out, "at", buf_str(&at));
	member_add_text(out, "subject", e->subject);
	member_add_text(out, "operation", e->operation);
	member_add_text(out, store_audit_is_about_owner(e) ? "owner" : "target", e->target);
	member_add_text(out, "outcome", e->outcome);
	member_add_text(out, "requestId", e->request_id);
	buf_addz(out, ",\"detail\":");
	buf_adds(out, json_is_object(e->detail) ? e->detail : STR("{}"));
	buf_addc(out, '}');
	buf_free(&id);
	buf_free(&at);
}

static bool
is_of(struct str wanted, struct str text)
{
	return !wanted.p || str_eq(wanted, text);
}

static bool
has_identity(const struct audit_filter *f, struct str detail)
{
	struct buf iss = { 0 }, sub = { 0 };
	bool has = member_read_text(&sub, detail, STR("sub")) && str_eq(buf_str(&sub), f->sub) &&
	    (!f->iss.p ||
		(member_read_text(&iss, detail, STR("iss")) && str_eq(buf_str(&iss), f->iss)));
	buf_free(&iss);
	buf_free(&sub);
	return has;
}

bool
audit_filter_matches(const struct audit_filter *f, const struct store_audit *e)
{
	return is_of(f->subject, e->subject) &&
	    (!f->owner.p || (store_audit_is_about_owner(e) && str_eq(f->owner, e->target))) &&
	    is_of(f->operation, e->operation) && is_of(f->request_id, e->request_id) &&
	    (f->created_before == WHEN_NONE || e->recorded_at < f->created_before) &&
	    (!f->sub.p || has_identity(f, e->detail));
}

void
audit_filter_set_identity(struct audit_filter *f, struct str text)
{
	size_t space = text.p ? str_find_char(text, ' ') : SIZE_MAX;
	f->sub = text;
	if (space == SIZE_MAX)
		return;
	f->iss = str_sub(text, 0, space);
	f->sub = str_sub(text, space + 1, text.n);
}
