#include "cli/out/report.h"

#include "app/text/json_text.h"
#include "base/json_quote.h"
#include "cli/args/exits.h"
#include "wire/token.h"

#include <string.h>

bool
report_open(
    struct report *r, const struct args *args, const struct view_resource *rows, struct err *err)
{
	*r = (struct report){ .view = { .resource = rows } };
	if (!output_open(&r->output, args, &r->view, 0, err))
		return false;
	r->output.wraps = true; /* what was found stands there: half of it helps nobody */
	if (r->output.format == FORMAT_TREE || r->output.format == FORMAT_DOT)
		return err_set(err, ERR_USAGE, "-o tree and dot are for get");
	return r->output.format != FORMAT_RAW ||
	    err_set(err, ERR_USAGE, "-o raw is for get: it prints answers of the service");
}

void
report_choose(struct report *r, const char *const *columns, size_t head)
{
	for (; *columns; columns++)
		vec_push(&r->view.columns, str_of(*columns));
	r->output.head = r->output.fields.n ? 0 : head;
}

/* Rows of several kinds have not all the same members: of one that has none of those that are
 * asked for there is nothing to print. */
static bool
has_field(const struct output *o, struct str json)
{
	bool any = o->fields.n == 0;
	for (size_t i = 0; i < o->fields.n && !any; i++)
		any = token_find(json, o->fields.v[i].path).p != NULL;
	return any;
}

void
report_add(struct report *r, const void *row, struct str json)
{
	if (has_field(&r->output, json))
		output_item(&r->output, row, json, 0);
}

int
report_end(struct report *r, int status)
{
	output_page(&r->output);
	output_end(&r->output);
	if (r->output.writer.failed)
		status = exit_with(&r->output.writer.err, 0);
	report_free(r);
	return status;
}

void
report_free(struct report *r)
{
	output_free(&r->output);
	view_free(&r->view);
}

int
report_fail(const struct args *args, const struct err *err, int tries)
{
	const char *format = args->values[OPTION_OUTPUT];
	struct output nothing = { .format = FORMAT_JSON };
	if (format && strcmp(format, "json") == 0) {
		output_end(&nothing);
		output_free(&nothing);
	}
	return exit_with(err, tries);
}

static void
begin_member(struct buf *json, const char *name)
{
	buf_addc(json, json->n ? ',' : '{');
	json_quote(json, str_of(name));
	buf_addc(json, ':');
}

void
report_text(struct buf *json, const char *name, struct str text)
{
	begin_member(json, name);
	json_quote(json, text);
}

void
report_json(struct buf *json, const char *name, struct str value)
{
	begin_member(json, name);
	json_text_add(json, value, JSON_MEND);
}

void
report_number(struct buf *json, const char *name, int64_t number)
{
	begin_member(json, name);
	buf_addf(json, "%lld", (long long)number);
}
