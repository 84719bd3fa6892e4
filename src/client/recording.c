#include "client/recording.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "base/vec.h"
#include "model/when.h"
#include "wire/json_scan.h"
#include "wire/member.h"
#include "wire/value.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct recorded_line {
	struct recorded_response response;
	bool used;
};

struct recording {
	struct buf file;
	struct arena texts;
	int64_t time;
	struct wire_names names;
	VEC(struct recorded_line) lines;
};

static const struct json_scan_rules line_rules = { .max_bytes = RECORDING_BYTES_MAX,
	.max_depth = JSON_SCAN_DEPTH_MAX };

/* ---- lines ---- */

static bool
read_member(
    struct recording *r, struct str *out, struct str object, const char *name, struct err *err)
{
	struct buf text = { 0 };
	bool ok = member_read_text(&text, object, str_of(name)); /* never with a NUL */
	*out = ok ? arena_str(&r->texts, text.n ? buf_str(&text) : STR("")) : STR_NONE;
	buf_free(&text);
	return ok || err_set(err, ERR_CONFIG, "\"%s\" is missing, or is not a text", name);
}

/* Splits off the body, which is the last member: a body may be nested as deep as a whole text. */
static bool
split_line(struct str line, struct buf *head, struct str *body, struct err *err)
{
	struct str mark = STR(",\"body\":");
	size_t at = str_find(line, mark);
	*body = STR_NONE;
	buf_adds(head, str_sub(line, 0, at));
	if (at != SIZE_MAX && str_ends(line, STR("}"))) {
		*body = str_sub(line, at + mark.n, line.n - at - mark.n - 1);
		buf_addc(head, '}');
		if (!json_scan_check(*body, &line_rules, NULL, err))
			return false;
	}
	if (!json_scan_check(buf_str(head), &line_rules, NULL, err))
		return false;
	return json_is_object(buf_str(head)) || err_set(err, ERR_CONFIG, "it is not an object");
}

static bool
read_response(struct recording *r, struct str head, struct str body, struct err *err)
{
	enum { STATUS_MIN = 100, STATUS_MAX = 599 };
	struct recorded_response x = { .body = body };
	struct str method;
	int64_t status;
	if (!read_member(r, &method, head, "method", err) ||
	    !read_member(r, &x.target, head, "target", err) ||
	    !read_member(r, &x.request_id, head, "requestId", err) ||
	    !read_member(r, &x.code, head, "code", err))
		return false;
	if (!value_whole_number(member_find(head, STR("status")), &status) ||
	    (status && (status < STATUS_MIN || status > STATUS_MAX)))
		return err_set(
		    err, ERR_CONFIG, "\"status\" must be a number from 100 to 599, or 0");
	x.method = method.p;
	x.http_status = (int)status;
	vec_push(&r->lines, ((struct recorded_line){ .response = x }));
	return true;
}

static bool
read_name(
    struct recording *r, struct str list, const char *setting, const char **name, struct err *err)
{
	struct str text;
	if (!member_find(list, str_of(setting)).p)
		return true;
	if (!read_member(r, &text, list, setting, err))
		return false;
	*name = text.p;
	return true;
}

static bool
read_names(struct recording *r, struct str head, struct err *err)
{
	struct str params = member_find(head, STR("parameters"));
	struct str paths = member_find(head, STR("paths"));
	r->names = wire_names_default();
	for (size_t p = 0; p < PARAM_COUNT; p++)
		if (!read_name(r, params, param_infos[p].setting_name, &r->names.params[p], err))
			return false;
	for (size_t e = 0; e < ENDPOINT_COUNT; e++)
		if (!read_name(r, paths, endpoint_infos[e].setting_name, &r->names.paths[e], err))
			return false;
	return wire_names_check(&r->names, err);
}

static bool
read_head(struct recording *r, struct str head, struct err *err)
{
	struct str now;
	int64_t version;
	if (!value_whole_number(member_find(head, STR("backroom-session")), &version))
		return err_set(err, ERR_CONFIG, "this is not a saved session");
	if (version != 1)
		return err_set(err, ERR_CONFIG, "a newer Backroom saved this session");
	if (!read_member(r, &now, head, "now", err))
		return false;
	if (!when_parse(now, &r->time))
		return err_set(err, ERR_CONFIG, "\"now\" is not a time");
	return read_names(r, head, err);
}

static bool
read_line(struct recording *r, struct str line, bool is_first, struct err *err)
{
	struct buf head = { 0 };
	struct str body;
	bool ok = split_line(line, &head, &body, err);
	if (ok && is_first)
		ok = read_head(r, buf_str(&head), err);
	else if (ok && !member_find(buf_str(&head), STR("script")).p)
		ok = read_response(r, buf_str(&head), body, err);
	buf_free(&head);
	return ok;
}

/* ---- the file ---- */

static bool
read_file(struct recording *r, const char *path, struct err *err)
{
	int fd = regular_file_open(path, O_RDONLY | O_CLOEXEC, REGULAR_FILE_FOLLOW, err);
	if (fd < 0)
		return false;
	bool ok = regular_file_read(&r->file, fd, RECORDING_BYTES_MAX);
	int why = errno;
	close(fd);
	if (!ok)
		return err_set(err, ERR_IO, "%s: %s", path, strerror(why));
	return r->file.n <= RECORDING_BYTES_MAX ||
	    err_set(err, ERR_CONFIG, "%s has more than %d MiB", path, RECORDING_BYTES_MAX >> 20);
}

static bool
read_lines(struct recording *r, const char *path, struct err *err)
{
	struct str rest = buf_str(&r->file);
	int number = 1;
	do {
		size_t end = str_find_char(rest, '\n');
		bool ok = end != SIZE_MAX || err_set(err, ERR_CONFIG, "the line is not complete");
		if (!ok || !read_line(r, str_sub(rest, 0, end), number == 1, err)) {
			err->kind = ERR_CONFIG;
			err_prefix(err, "%s, line %d", path, number);
			return false;
		}
		rest = str_sub(rest, end + 1, rest.n);
		number++;
	} while (rest.n);
	return true;
}

struct recording *
recording_open(const char *path, struct err *err)
{
	struct recording *r = x_new(struct recording);
	*r = (struct recording){ 0 };
	if (read_file(r, path, err) && read_lines(r, path, err))
		return r;
	recording_free(r);
	return NULL;
}

void
recording_free(struct recording *r)
{
	if (!r)
		return;
	vec_free(&r->lines);
	arena_free(&r->texts);
	buf_free(&r->file);
	x_free(r);
}

int64_t
recording_time(const struct recording *r)
{
	return r->time;
}

const struct wire_names *
recording_names(const struct recording *r)
{
	return &r->names;
}

/* ---- matching ---- */

/* True for the start of a value such as 2026-11-20T10%3A42%3A00.000Z. */
static bool
starts_with_time(struct str value)
{
	enum { YEAR_DIGITS = 4 };
	for (size_t i = 0; i < YEAR_DIGITS; i++)
		if (i >= value.n || value.p[i] < '0' || value.p[i] > '9')
			return false;
	return value.n > YEAR_DIGITS && value.p[YEAR_DIGITS] == '-';
}

static bool
matches_apart_from_times(struct str a, struct str b)
{
	struct str pair, other;
	while (str_next(&a, '&', &pair)) {
		size_t value = str_find_char(pair, '=');
		value = value == SIZE_MAX ? pair.n : value + 1;
		if (!str_next(&b, '&', &other))
			return false;
		bool both_times = str_starts(other, str_sub(pair, 0, value)) &&
		    starts_with_time(str_sub(pair, value, pair.n)) &&
		    starts_with_time(str_sub(other, value, other.n));
		if (!both_times && !str_eq(pair, other))
			return false;
	}
	return !str_next(&b, '&', &other);
}

static struct recorded_line *
find_next(struct recording *r, const char *method, struct str target,
    bool (*matches)(struct str a, struct str b))
{
	struct recorded_line *last = NULL;
	for (size_t i = 0; i < r->lines.n; i++) {
		struct recorded_line *line = &r->lines.v[i];
		if (strcmp(line->response.method, method) != 0 ||
		    !matches(line->response.target, target))
			continue;
		last = line;
		if (!line->used)
			break;
	}
	return last;
}

const struct recorded_response *
recording_next(struct recording *r, const char *method, struct str target)
{
	struct recorded_line *line = find_next(r, method, target, str_eq);
	if (!line)
		line = find_next(r, method, target, matches_apart_from_times);
	if (!line)
		return NULL;
	line->used = true;
	return &line->response;
}
