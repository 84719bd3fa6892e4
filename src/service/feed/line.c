#include "service/feed/line.h"

#include "base/json_quote.h"
#include "store/feed.h"
#include "wire/json_scan.h"
#include "wire/member.h"
#include "wire/object_line.h"

const char *const feed_outcome_names[FEED_OUTCOMES] = {
	[FEED_DONE] = "done",
	[FEED_UNCHANGED] = "unchanged",
	[FEED_SKIPPED] = "skipped",
	[FEED_REFUSED] = "refused",
};

static const struct json_scan_rules line_rules = { .max_bytes = OBJECT_LINE_SIZE_MAX,
	.max_depth = JSON_SCAN_DEPTH_MAX,
	.flags_are_errors = true };

#define ONLY(op) (1U << (op))

enum { ANY_OP = ONLY(FEED_PUT) | ONLY(FEED_COMPLETE) | ONLY(FEED_REMOVE) };

static const struct {
	const char *name;
	unsigned ops; /* the operations that have this member */
} line_members[] = {
	{ "op", ANY_OP },
	{ "kind", ANY_OP },
	{ "source", ANY_OP },
	{ "seq", ANY_OP },
	{ "item", ONLY(FEED_PUT) },
	{ "published", ONLY(FEED_PUT) },
	{ "id", ONLY(FEED_COMPLETE) | ONLY(FEED_REMOVE) },
	{ "path", ONLY(FEED_REMOVE) },
	{ "at", ONLY(FEED_COMPLETE) },
};

static const char *const op_names[] = {
	[FEED_PUT] = "put", [FEED_COMPLETE] = "complete", [FEED_REMOVE] = "remove"
};

/* A member that the operation does not have would be ignored without notice. */
static bool
check_member(const struct member *m, enum feed_op op, struct err *err)
{
	for (size_t i = 0; i < sizeof(line_members) / sizeof(*line_members); i++) {
		if (!member_is_named(m, str_of(line_members[i].name)))
			continue;
		return (line_members[i].ops & ONLY(op)) ||
		    err_set(err, ERR_INVALID, "\"%s\" has no member \"%s\"", op_names[op],
			line_members[i].name);
	}
	return err_set(err, ERR_INVALID, "unknown member %.*s", STR_ARG(str_sub(m->name, 0, 60)));
}

static bool
check_members(struct str text, enum feed_op op, struct err *err)
{
	struct member_walk w;
	struct member m;
	member_start(&w, text);
	while (member_next(&w, &m))
		if (!check_member(&m, op, err))
			return false;
	return true;
}

/* Sets *out to the text of a member; STR_NONE if it is absent. */
static bool
read_optional_text(
    struct arena *a, struct str *out, struct str text, const char *name, struct err *err)
{
	struct buf value = { 0 };
	*out = STR_NONE;
	if (!member_find(text, str_of(name)).p)
		return true;
	bool ok = member_read_text(&value, text, str_of(name));
	if (ok)
		*out = value.n ? arena_str(a, buf_str(&value)) : STR("");
	buf_free(&value);
	return ok || err_set(err, ERR_INVALID, "its %s must be a string", name);
}

bool
feed_check_source(struct str source, struct err *err)
{
	bool ok = source.n > 0 && source.n <= STORE_SOURCE_SIZE_MAX;
	for (size_t i = 0; ok && i < source.n; i++)
		ok = (unsigned char)source.p[i] >= ' ' && source.p[i] != 0x7F;
	return ok ||
	    err_set(err, ERR_INVALID,
		"a source's name has 1 to %d bytes, without control characters",
		STORE_SOURCE_SIZE_MAX);
}

/* Sets the source and the number, also if the rest of the line has mistakes: such a line counts
 * as processed. */
static bool
read_sequence(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	struct str own, seq = member_find(text, STR("seq"));
	int64_t number;
	if (!read_optional_text(a, &own, text, "source", err) ||
	    (own.p && !feed_check_source(own, err)))
		return false;
	if (own.p)
		line->source = own;
	if (!seq.p)
		return true;
	if (!str_to_int64(seq, &number) || number < 0)
		return err_set(
		    err, ERR_INVALID, "its seq must be an integer from 0 to 9223372036854775807");
	if (!line->source.n)
		return err_set(err, ERR_INVALID, "a seq needs a source");
	line->seq = number;
	return true;
}

static bool
read_op(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	struct str op;
	if (!read_optional_text(a, &op, text, "op", err))
		return false;
	line->op = FEED_PUT;
	if (!op.p)
		return true;
	for (size_t i = 0; i < sizeof(op_names) / sizeof(*op_names); i++)
		if (str_eqz(op, op_names[i])) {
			line->op = (enum feed_op)i;
			return true;
		}
	return err_set(err, ERR_INVALID, "there is no op \"%.*s\": use put, complete or remove",
	    STR_ARG(str_sub(op, 0, 40)));
}

static bool
read_kind(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	struct str kind;
	if (!read_optional_text(a, &kind, text, "kind", err))
		return false;
	if (!kind.p)
		return err_set(err, ERR_INVALID, "it has no \"kind\"");
	return object_find_kind(&line->kind, kind, err);
}

static bool
read_put(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	struct str item = member_find(text, STR("item"));
	struct str published = member_find(text, STR("published"));
	if (!json_is_object(item))
		return err_set(err, ERR_INVALID, "its \"item\" is not an object");
	if (published.p && !str_eqz(published, "true") && !str_eqz(published, "false"))
		return err_set(err, ERR_INVALID, "its published must be true or false");
	return object_read(&line->object, a, line->kind, !str_eqz(published, "false"), item, err);
}

static bool
read_completion(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	struct str at;
	int64_t ignored;
	if (line->kind != OBJECT_BASKET)
		return err_set(err, ERR_INVALID, "only a basket is completed");
	if (!read_optional_text(a, &line->id, text, "id", err) ||
	    !read_optional_text(a, &at, text, "at", err))
		return false;
	if (at.p && !when_parse(at, &ignored))
		return err_set(err, ERR_INVALID, "its at must be a date-time");
	line->at = member_find(text, STR("at"));
	return line->id.n > 0 || err_set(err, ERR_INVALID, "it has no \"id\"");
}

static bool
read_removal(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	bool by_id = line->kind == OBJECT_BASKET || line->kind == OBJECT_OWNER;
	if (line->kind == OBJECT_IDENTITY)
		return err_set(err, ERR_INVALID,
		    "an identity is not removed: put it with the status \"removed\"");
	if (!read_optional_text(a, &line->id, text, "id", err) ||
	    !read_optional_text(a, &line->path, text, "path", err))
		return false;
	if (line->kind == OBJECT_JOURNEYS)
		line->path = STR("/journeys"), line->id = STR("journeys");
	if (by_id && line->path.p)
		return err_set(err, ERR_INVALID, "%s has no path",
		    line->kind == OBJECT_BASKET ? "a basket" : "an owner");
	return (by_id ? line->id.n : line->path.n) > 0 ||
	    err_set(err, ERR_INVALID, "it has no \"%s\"", by_id ? "id" : "path");
}

static bool
read_line(struct feed_line *line, struct arena *a, struct str text, struct err *err)
{
	if (!json_scan_check(text, &line_rules, NULL, err))
		return false;
	if (!json_is_object(text))
		return err_set(err, ERR_INVALID, "it is not an object");
	if (!read_sequence(line, a, text, err) || !read_op(line, a, text, err) ||
	    !check_members(text, line->op, err) || !read_kind(line, a, text, err))
		return false;
	if (line->op == FEED_PUT)
		return read_put(line, a, text, err);
	return line->op == FEED_COMPLETE ? read_completion(line, a, text, err)
					 : read_removal(line, a, text, err);
}

void
feed_line_refuse(struct feed_line *line, struct arena *a, const char *reason)
{
	line->outcome = FEED_REFUSED;
	line->is_misread = true;
	line->error = arena_str(a, str_of(reason));
}

void
feed_line_read(struct feed_line *line, struct arena *a, struct str text, struct str source)
{
	struct err err;
	*line = (struct feed_line){ .size = text.n, .source = source, .seq = -1 };
	if (!read_line(line, a, text, &err))
		feed_line_refuse(line, a, err.text);
}

void
feed_line_write_result(struct buf *out, const struct feed_line *line)
{
	buf_addf(out, "{\"line\":%zu", line->number);
	if (line->seq >= 0)
		buf_addf(out, ",\"seq\":%lld", (long long)line->seq);
	buf_addf(out, ",\"result\":\"%s\"", feed_outcome_names[line->outcome]);
	if (line->outcome == FEED_REFUSED) {
		buf_addz(out, ",\"error\":");
		json_quote(out, line->error);
	}
	buf_addz(out, "}\n");
}
