#include "client/recording.h"

#include "base/json_quote.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "model/when.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct recorder {
	char *path;
	int fd;
	off_t length; /* of the whole lines in the file */
	size_t line_count;
	struct err err;
	void (*stopped)(void *ctx);
	void *ctx;
};

static void
stop(struct recorder *r)
{
	/* A partial line is cut off, so that the file can be replayed. */
	if (ftruncate(r->fd, r->length) < 0)
		err_prefix(&r->err, "the last line is not whole");
	if (r->stopped)
		r->stopped(r->ctx);
}

static void
add_line(struct recorder *r, struct buf *line)
{
	if (r->err.kind)
		return;
	/* A service may send line ends, and control characters in texts. */
	for (size_t i = 0; i < line->n; i++)
		if ((unsigned char)line->p[i] < ' ')
			line->p[i] = ' ';
	buf_addc(line, '\n');
	if (r->length + (off_t)line->n > RECORDING_BYTES_MAX)
		err_set(&r->err, ERR_IO, "%s: the file has reached %d MiB", r->path,
		    RECORDING_BYTES_MAX >> 20);
	else if (!regular_file_write(r->fd, buf_str(line)))
		err_set(&r->err, ERR_IO, "%s: %s", r->path, strerror(errno));
	if (r->err.kind)
		stop(r);
	else
		r->length += (off_t)line->n;
	r->line_count++;
}

static void
add_name(struct buf *out, const char *list, bool *first, const char *name, const char *value)
{
	buf_addz(out, *first ? "" : ",");
	if (*first)
		buf_addf(out, ",\"%s\":{", list);
	json_quote(out, str_of(name));
	buf_addc(out, ':');
	json_quote(out, str_of(value));
	*first = false;
}

/* Appends the names that differ from the usual ones. */
static void
add_names(struct buf *out, const struct wire_names *names)
{
	struct wire_names usual = wire_names_default();
	bool first = true;
	for (size_t p = 0; p < PARAM_COUNT; p++)
		if (strcmp(names->params[p], usual.params[p]) != 0)
			add_name(out, "parameters", &first, param_infos[p].setting_name,
			    names->params[p]);
	buf_addz(out, first ? "" : "}");
	first = true;
	for (size_t e = 0; e < ENDPOINT_COUNT; e++)
		if (strcmp(names->paths[e], usual.paths[e]) != 0)
			add_name(
			    out, "paths", &first, endpoint_infos[e].setting_name, names->paths[e]);
	buf_addz(out, first ? "" : "}");
}

struct recorder *
recorder_open(const char *path, int64_t now, const struct wire_names *names, struct err *err)
{
	int fd = regular_file_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0, err);
	if (fd < 0) {
		if (errno == EEXIST)
			err_set(err, ERR_IO, "%s: the file exists; choose a new name", path);
		return NULL;
	}
	struct recorder *r = x_new(struct recorder);
	*r = (struct recorder){ .fd = fd, .path = x_strdup(path) };
	struct buf line = { 0 };
	buf_addz(&line,
	    "{\"backroom-session\":1,\"program\":\"" BACKROOM_VERSION
	    "\",\"masked\":true,\"now\":\"");
	when_write(&line, now);
	buf_addc(&line, '"');
	add_names(&line, names);
	buf_addc(&line, '}');
	add_line(r, &line);
	buf_free(&line);
	if (!r->err.kind)
		return r;
	*err = r->err;
	unlink(path);
	recorder_free(r);
	return NULL;
}

void
recorder_free(struct recorder *r)
{
	if (!r)
		return;
	if (r->line_count == 1) /* only the head: a call that was refused, for example */
		unlink(r->path);
	close(r->fd);
	x_free(r->path);
	x_free(r);
}

void
recorder_add_response(struct recorder *r, const struct recorded_response *x)
{
	struct buf line = { 0 };
	buf_addf(&line, "{\"method\":\"%s\",\"target\":", x->method);
	json_quote(&line, x->target);
	buf_addf(&line, ",\"status\":%d,\"requestId\":", x->http_status);
	json_quote(&line, x->request_id);
	buf_addz(&line, ",\"code\":");
	json_quote(&line, x->code);
	if (x->body.p) {
		buf_addz(&line, ",\"body\":");
		buf_adds(&line, x->body);
	}
	buf_addc(&line, '}');
	add_line(r, &line);
	buf_free(&line);
}

void
recorder_add_script(struct recorder *r, struct str text)
{
	struct buf line = { 0 };
	buf_addz(&line, "{\"script\":");
	json_quote(&line, text);
	buf_addc(&line, '}');
	add_line(r, &line);
	buf_free(&line);
}

const struct err *
recorder_error(const struct recorder *r)
{
	return r->err.kind ? &r->err : NULL;
}

void
recorder_watch(struct recorder *r, void (*stopped)(void *ctx), void *ctx)
{
	r->stopped = stopped;
	r->ctx = ctx;
	if (stopped && r->err.kind)
		stopped(ctx);
}
