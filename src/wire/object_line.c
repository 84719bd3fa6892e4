#include "wire/object_line.h"

#include "wire/json_scan.h"
#include "wire/member.h"

#include <stdio.h>

static const struct json_scan_rules object_line_rules = { .max_bytes = OBJECT_LINE_SIZE_MAX,
	.max_depth = JSON_SCAN_DEPTH_MAX,
	.flags_are_errors = true,
	.omits_position = true };

/* Rejects unknown members, because they would be lost without notice. */
static bool
has_known_members(struct str text, struct err *err)
{
	struct member_walk w;
	struct member m;
	member_start(&w, text);
	while (json_is_object(text) && member_next(&w, &m))
		if (!member_is_named(&m, STR("kind")) && !member_is_named(&m, STR("item")) &&
		    !member_is_named(&m, STR("published")))
			return err_set_at(err, m.name.p, ERR_INVALID,
			    "unknown member %.*s: a line has only \"kind\", \"item\" and "
			    "\"published\"",
			    STR_ARG(str_sub(m.name, 0, 60)));
	return true;
}

bool
object_line_read(struct object_line *line, struct str text, struct err *err)
{
	struct buf kind = { 0 };
	if (!json_scan_check(text, &object_line_rules, NULL, err) || !has_known_members(text, err))
		return false;
	bool ok = member_read_text(&kind, text, STR("kind"));
	snprintf(line->kind, sizeof(line->kind), "%s", buf_z(&kind));
	buf_free(&kind);
	line->item = member_find(text, STR("item"));
	struct str published = member_find(text, STR("published"));
	line->published = !str_eqz(published, "false");
	if (!ok)
		return err_set_at(err, member_find(text, STR("kind")).p, ERR_INVALID,
		    "it has no \"kind\"");
	if (published.p && line->published && !str_eqz(published, "true"))
		return err_set_at(
		    err, published.p, ERR_INVALID, "its published must be true or false");
	return json_is_object(line->item) ||
	    err_set_at(err, line->item.p, ERR_INVALID, "its \"item\" is not an object");
}
