#include "cli/get.h"

#include "app/words.h"
#include "base/mem.h"
#include "cli/exits.h"
#include "cli/output.h"
#include "cli/walk.h"
#include "wire/basket.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NEWEST = 50, PAGE = 500, SEARCHED = 10000, MAX_MAX = 100000000 };

/* A row that waits for sort=. */
struct kept {
	struct basket_row row;
	struct str json;
	unsigned flags;
};

struct get {
	const struct call *call;
	struct launch launch;
	struct view view;
	struct basket_filter filter;
	struct output output;
	struct walk_plan plan;
	struct walk_end end;
	bool all;
	size_t max;    /* to print; 0: no end */
	bool filtered; /* by more than since=, which the service answers */
	size_t read, matched;
	bool cut;           /* more matched, or came, than was wanted */
	struct arena texts; /* of one row, or of all kept */
	VEC(struct kept) kept;
};

/* ---- pages ---- */

static bool
is_full(const struct get *g)
{
	return g->max && g->matched >= g->max;
}

static int
page_limit(void *ctx)
{
	struct get *g = ctx;
	size_t left = g->max ? g->max - g->matched : PAGE;
	return g->filtered || left > PAGE ? PAGE : (int)left;
}

static bool
wants(struct get *g, const struct basket_row *row, struct str json)
{
	return g->view.terms.n == 0 || basket_filter_match(&g->filter, row, json);
}

/* The row of an item, where somebody asks for rows; what cannot be read is an empty one. */
static void
read_row(struct get *g, struct kept *k)
{
	struct basket basket;
	struct err err;
	k->row = (struct basket_row){ .created = WHEN_NONE };
	if (!g->view.terms.n && !g->view.sort.n && !output_needs_rows(&g->output))
		return;
	if (basket_read(&basket, &g->texts, k->json, k->flags, &err))
		basket_row_fill(&k->row, &g->texts, &basket);
}

static void
keep_for_later(struct get *g, struct kept *k)
{
	k->json = arena_str(&g->texts, k->json);
	vec_push(&g->kept, *k);
}

/* Reads one item, prints or keeps it. */
static void
take_item(struct get *g, struct str json, unsigned flags)
{
	struct kept k = { .json = json, .flags = flags };
	bool sorted = g->view.sort.n > 0;
	read_row(g, &k);
	bool wanted = wants(g, &k.row, json);
	g->matched += wanted;
	if (wanted && sorted)
		keep_for_later(g, &k);
	else if (wanted)
		output_item(&g->output, &k.row, json, flags);
	if (!sorted)
		arena_reset(&g->texts);
}

static enum walk_step
take_page(void *ctx, const struct strict *page)
{
	struct get *g = ctx;
	if (g->output.format == FORMAT_RAW) {
		output_answer(&g->output, buf_str(&page->body));
		g->matched += page->items.n;
	}
	for (size_t i = 0; i < page->items.n && g->output.format != FORMAT_RAW; i++) {
		if (is_full(g)) {
			g->cut = true;
			break;
		}
		take_item(g, strict_item(page, i), page->items.v[i].flags);
	}
	g->read += page->items.n;
	bool searched = !g->all && !g->call->values[OPTION_MAX] && g->read >= SEARCHED;
	if (!output_page(&g->output) || is_full(g) || searched)
		return WALK_ENOUGH;
	return WALK_ON;
}

/* ---- sort= ---- */

static int
compare(const void *a, const void *b, void *ctx)
{
	const struct get *g = ctx;
	int order = basket_row_compare(
	    &((const struct kept *)a)->row, &((const struct kept *)b)->row, g->view.sort);
	return g->view.descending ? -order : order;
}

static void
print_sorted(struct get *g)
{
	if (g->kept.n)
		qsort_r(g->kept.v, g->kept.n, sizeof(*g->kept.v), compare, g);
	for (size_t i = 0; i < g->kept.n; i++)
		output_item(&g->output, &g->kept.v[i].row, g->kept.v[i].json, g->kept.v[i].flags);
	output_page(&g->output);
}

/* ---- what is said beside the data ---- */

static void
say_count(const struct get *g)
{
	struct buf line = { 0 };
	bool older = g->cut || !g->end.at_end;
	words_plural(&line, g->matched, "basket", "baskets");
	if (older && g->filtered && is_full(g)) {
		buf_addz(&line, ", the newest that match; --all reads on");
	} else if (older && g->filtered) {
		buf_reset(&line);
		words_plural(&line, g->matched, "basket matches", "baskets match");
		buf_addz(&line, " in the newest ");
		words_count(&line, g->read);
		buf_addz(&line, "; older exist, --all reads on");
	} else if (older) {
		buf_addz(&line, ", the newest; older exist, --all reads on");
	} else if (g->matched == 0) {
		buf_reset(&line);
		buf_addz(&line, g->read ? "No basket matches, in all " : "No abandoned baskets");
		if (g->read)
			words_count(&line, g->read);
	} else {
		buf_reset(&line);
	}
	if (line.n)
		fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

static void
say_oddities(const struct get *g)
{
	struct buf line = { 0 };
	if (g->output.mended) {
		words_plural(&line, g->output.mended, "item was", "items were");
		fprintf(
		    stderr, "%s not well-formed and mended: bad bytes are U+FFFD\n", buf_z(&line));
	}
	for (size_t i = 0; i < g->output.fields.n && g->output.items; i++)
		if (!g->output.fields.v[i].found)
			fprintf(
			    stderr, "No basket has %.*s\n", STR_ARG(g->output.fields.v[i].path));
	buf_free(&line);
}

static int
finish(struct get *g)
{
	const struct walk_end *end = &g->end;
	if (g->output.emit.failed)
		return exit_with(&g->output.emit.err, 0);
	say_oddities(g);
	if (end->looped) {
		fprintf(stderr,
		    "backroom: the service gave the same place twice: the walk ended "
		    "after %zu baskets\n",
		    g->read);
		return EXIT_PARTLY;
	}
	if (end->err.kind) {
		int code = exit_with(&end->err, end->tries);
		return end->pages ? EXIT_PARTLY : code;
	}
	say_count(g);
	return EXIT_OK;
}

/* ---- the command line's meaning ---- */

static bool
read_max(struct get *g, struct err *err)
{
	const char *text = g->call->values[OPTION_MAX];
	int64_t n = NEWEST;
	g->all = g->call->values[OPTION_ALL] != NULL;
	if (g->all && text)
		return err_set(err, ERR_USAGE, "--all and --max exclude each other");
	if (text && (!str_to_int64(str_of(text), &n) || n < 1 || n > MAX_MAX))
		return err_set(err, ERR_USAGE, "--max takes a number from 1 on");
	g->max = g->all ? 0 : (size_t)n;
	return true;
}

static bool
read_view(struct get *g, struct err *err)
{
	const char *line = g->call->launch.view;
	if (!line)
		return err_set(err, ERR_USAGE, "get takes a VIEW, as in: backroom get baskets");
	if (!view_parse(&g->view, str_of(line), err))
		return false;
	return basket_filter_init(&g->filter, &g->view, clock_now(&g->launch.clock), err);
}

/* since= goes to the service. It is looked at here too: a service may not know it. */
static void
settle_terms(struct get *g)
{
	g->plan.after = WHEN_NONE;
	for (size_t i = 0; i < g->view.terms.n; i++) {
		const struct view_term *t = &g->view.terms.v[i];
		if (str_eqz(t->key, "since") && !t->negated)
			g->plan.after = g->filter.times.v[i] > g->plan.after ? g->filter.times.v[i]
									     : g->plan.after;
		else
			g->filtered = true;
	}
}

static bool
read_format(struct get *g, struct err *err)
{
	const char *name = g->call->values[OPTION_OUTPUT];
	const char *fields = g->call->values[OPTION_FIELDS];
	struct output *o = &g->output;
	if (name && !format_find(&o->format, name))
		return err_set(err, ERR_USAGE, "-o takes table, json, ndjson, csv, tsv or raw");
	if (fields && !output_set_fields(o, str_of(fields), err))
		return false;
	if (o->format != FORMAT_RAW)
		return true;
	if (o->fields.n || g->view.sort.n || g->filtered)
		return err_set(err, ERR_USAGE,
		    "-o raw prints whole answers: of a VIEW it takes "
		    "since= alone, and no --fields");
	return true;
}

static void
look_at_stdout(struct get *g)
{
	struct winsize size = { 0 };
	struct output *o = &g->output;
	o->terminal = isatty(1);
	if (o->terminal && ioctl(1, TIOCGWINSZ, &size) < 0)
		size.ws_col = 0;
	o->width = size.ws_col ? size.ws_col : 80;
	o->view = &g->view;
	o->cells = (struct cell_context){ .now = clock_now(&g->launch.clock),
		.ascii = g->call->launch.ascii };
}

static bool
read_call(struct get *g, struct err *err)
{
	if (!read_max(g, err) || !read_view(g, err))
		return false;
	settle_terms(g);
	look_at_stdout(g);
	g->plan.launch = &g->launch;
	g->plan.limit = page_limit;
	g->plan.page = take_page;
	g->plan.ctx = g;
	return read_format(g, err);
}

static int
print_curl(struct get *g)
{
	struct err err;
	struct buf *out = &g->output.emit.bytes;
	if (!walk_curl(&g->plan, out, &err))
		return exit_with(&err, 0);
	buf_addc(out, '\n');
	return emit_all(&g->output.emit) ? EXIT_OK : exit_with(&g->output.emit.err, 0);
}

static int
print_baskets(struct get *g)
{
	walk_run(&g->plan, &g->end);
	print_sorted(g);
	output_end(&g->output);
	return finish(g);
}

/* -o json is JSON even when nothing could be asked. */
static int
fail_early(struct get *g, const struct err *err)
{
	const char *format = g->call->values[OPTION_OUTPUT];
	if (format && strcmp(format, "json") == 0 && !g->call->values[OPTION_CURL]) {
		g->output.format = FORMAT_JSON;
		output_end(&g->output);
	}
	return exit_with(err, 0);
}

static void
get_free(struct get *g)
{
	output_free(&g->output);
	basket_filter_free(&g->filter);
	view_free(&g->view);
	vec_free(&g->kept);
	arena_free(&g->texts);
	launch_free(&g->launch);
}

int
get_run(struct call *call)
{
	struct get g = { .call = call };
	struct err err;
	int status;
	signal(SIGPIPE, SIG_IGN);
	if (!launch_init(&g.launch, &call->launch, &err) || !read_call(&g, &err))
		status = fail_early(&g, &err);
	else if (call->values[OPTION_CURL])
		status = print_curl(&g);
	else
		status = print_baskets(&g);
	get_free(&g);
	return status;
}
