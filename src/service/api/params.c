#include "service/api/params.h"

const char *
param_name(const struct call *call, enum param p)
{
	return call->service->names.params[p];
}

struct str
param_get(struct call *call, enum param p)
{
	struct str value = query_get(&call->query, str_of(param_name(call, p)));
	const char *alias = param_infos[p].alias;
	if (!alias)
		return value;
	struct str by_alias = query_get(&call->query, str_of(alias));
	return value.p ? value : by_alias;
}

bool
param_read_count(struct call *call, enum param p, size_t *out, struct err *err)
{
	struct str text = param_get(call, p);
	int64_t value;
	if (!text.p)
		return true;
	if (!str_to_int64(text, &value) || value < 1 || value > STORE_PAGE_ITEMS_MAX)
		return refuse_request(err, REFUSE_BAD_REQUEST, "%s must be a number from 1 to %d.",
		    param_name(call, p), STORE_PAGE_ITEMS_MAX);
	*out = (size_t)value;
	return true;
}

/* An unescaped plus sign arrives as a space: "…10:00 02:00" means "…10:00+02:00". */
static bool
parse_time(struct call *call, struct str text, int64_t *out)
{
	if (when_parse(text, out))
		return true;
	struct str copy = arena_str(call->arena, text);
	for (size_t i = copy.n; i-- > 0;)
		if (copy.p[i] == ' ') {
			((char *)(uintptr_t)copy.p)[i] = '+';
			return when_parse(copy, out);
		}
	return false;
}

bool
param_read_time(struct call *call, enum param p, int64_t *out, struct err *err)
{
	struct str text = param_get(call, p);
	*out = WHEN_NONE;
	return !text.p || parse_time(call, text, out) ||
	    refuse_request(err, REFUSE_BAD_REQUEST,
		"%s must be a date or a date-time such as "
		"2026-11-20T10:42:00Z.",
		param_name(call, p));
}

bool
param_read_flag(struct call *call, enum param p, bool *out, struct err *err)
{
	struct str text = param_get(call, p);
	if (!text.p)
		return true;
	*out = str_eqz(text, "true");
	return *out || str_eqz(text, "false") ||
	    refuse_request(
		err, REFUSE_BAD_REQUEST, "%s must be true or false.", param_name(call, p));
}

bool
param_refuse_cursor(struct call *call, enum param p, bool mismatch, struct err *err)
{
	if (mismatch)
		return refuse_request(err, REFUSE_CURSOR_MISMATCH,
		    "%s belongs to a list with other filters: filters must not change while "
		    "paging.",
		    param_name(call, p));
	return refuse_request(
	    err, REFUSE_CURSOR_INVALID, "%s is not a cursor of this service.", param_name(call, p));
}
