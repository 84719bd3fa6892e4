#include "ui/catalog/item_doc_context.h"

#include "base/utf8.h"
#include "model/path.h"
#include "ui/kit/console.h"

#include <string.h>

static const char missing_words[] = " (missing)";

int
item_name_width(struct str name, bool missing)
{
	return text_width(name) + (missing ? (int)strlen(missing_words) : 0);
}

void
item_add_name(struct doc *d, struct str name, bool missing, const struct doc_target *target)
{
	doc_add_link(d, missing ? ROLE_BAD : ROLE_REFERENCE, name, target);
	if (missing)
		doc_printf(d, ROLE_BAD, "%s", missing_words);
}

void
item_doc_add_link(struct doc *d, const struct graph_node *n, const struct item_doc_context *context)
{
	const struct doc_target target = { (int)n->kind, n->path };
	bool missing = graph_is_missing(n);
	/* While presenting, show only the part of the path after its root. */
	struct str name = context->presenting ? path_below_root(graph_name(n)) : graph_name(n);
	bool template = n->kind == GRAPH_TEMPLATE;
	doc_wrap(d, DOC_VALUE_COLUMN, item_name_width(name, missing) + (template ? 9 : 0) + 3);
	if (template)
		doc_printf(d, ROLE_TEXT, "template ");
	item_add_name(d, name, missing, &target);
}

/* ---- users ---- */

enum { USED_BY_NAMED_MAX = 3, USED_BY_LISTED_MAX = 200 };

static void
add_used_by_link(struct doc *d, const struct used_by_row *user)
{
	struct buf words = { 0 };
	buf_addf(&words, "%.*s ", STR_ARG(user->kind));
	if (user->link_kind == GRAPH_JOURNEY)
		buf_reset(&words);
	doc_wrap(
	    d, DOC_VALUE_COLUMN, (int)words.n + item_name_width(user->name, user->missing) + 3);
	doc_printf(d, ROLE_TEXT, "%s", buf_z(&words));
	item_add_name(d, user->name, user->missing, &user->target);
	buf_free(&words);
}

/* "14 open baskets", with a link to them. */
static void
add_link_count(struct doc *d, int link, size_t n, struct str path, const struct baskets *baskets)
{
	const struct doc_target target = { link == LINK_BASKET ? LINK_BASKETS : LINK_USED_BY,
		path };
	const char *one = link == LINK_BASKET ? "open basket" : graph_kinds[link].singular;
	const char *many = link == LINK_BASKET ? "open baskets" : graph_kinds[link].plural;
	struct buf words = { 0 };
	format_plural(&words, n, one, many);
	doc_wrap(d, DOC_VALUE_COLUMN, (int)words.n + 3);
	doc_add_link(d, ROLE_REFERENCE, buf_str(&words), &target);
	if (link == LINK_BASKET && !baskets_is_whole(baskets)) {
		buf_reset(&words);
		format_count(&words, baskets->rows.n);
		doc_printf(d, ROLE_LABEL, " of %s read", buf_z(&words));
	}
	buf_free(&words);
}

static size_t
count_users_of_kind(const struct used_by *u, int link)
{
	size_t n = 0;
	for (size_t i = 0; i < u->rows.n; i++)
		n += u->rows.v[i].link_kind == link;
	return n;
}

/* Lists users of a kind by name if there are few, else only their number. */
static void
add_used_by_summary(
    struct doc *d, const struct used_by *u, struct str path, const struct item_doc_context *context)
{
	bool first = true;
	doc_add_label(d, "Used by");
	for (int link = 0; link <= LINK_BASKET; link++) {
		size_t n = count_users_of_kind(u, link);
		if (n == 0)
			continue;
		bool counted = n > (link == GRAPH_CAMPAIGN ? USED_BY_NAMED_MAX : 1);
		for (size_t i = 0; i < u->rows.n && !counted; i++) {
			if (u->rows.v[i].link_kind != link)
				continue;
			doc_printf(d, ROLE_LABEL, first ? "" : " \xC2\xB7 ");
			add_used_by_link(d, &u->rows.v[i]);
			first = false;
		}
		if (!counted)
			continue;
		doc_printf(d, ROLE_LABEL, first ? "" : " \xC2\xB7 ");
		add_link_count(d, link, n, path, context->baskets);
		first = false;
	}
	if (u->rows.n == 0)
		doc_printf(d, ROLE_LABEL, "nothing (in the data read so far)");
}

/* Lists the users one per line, each with its relation. */
static void
add_used_by_list(
    struct doc *d, const struct used_by *u, struct str path, const struct item_doc_context *context)
{
	size_t baskets = count_users_of_kind(u, LINK_BASKET), n = u->rows.n - baskets;
	if (u->rows.n == 0) {
		doc_add_label(d, "Used by");
		doc_printf(d, ROLE_LABEL, "nothing (in the data read so far)");
	}
	for (size_t i = 0; i < n && i < USED_BY_LISTED_MAX; i++) {
		const struct used_by_row *user = &u->rows.v[i];
		doc_add_label(d, i ? "" : "Used by");
		if (user->link_kind != GRAPH_JOURNEY)
			doc_printf(d, ROLE_TEXT, "%.*s ", STR_ARG(user->kind));
		item_add_name(d, user->name, user->missing, &user->target);
		doc_printf(d, ROLE_LABEL, "  %.*s", STR_ARG(user->usage));
	}
	if (n > USED_BY_LISTED_MAX) {
		doc_add_label(d, "");
		doc_printf(d, ROLE_LABEL, "and %zu more", n - USED_BY_LISTED_MAX);
	}
	if (baskets) {
		doc_add_label(d, n ? "" : "Used by");
		add_link_count(d, LINK_BASKET, baskets, path, context->baskets);
	}
}

void
item_doc_add_used_by(
    struct doc *d, enum graph_kind kind, struct str path, const struct item_doc_context *context)
{
	struct used_by u;
	if (!catalog_graph(context->catalog)) {
		doc_add_label(d, "Used by");
		doc_printf(d, ROLE_LABEL, "not known until the whole catalog has been read");
		return;
	}
	used_by_collect(&u, context->catalog, context->baskets, kind, path);
	if (kind == GRAPH_OFFER || kind == GRAPH_CAMPAIGN)
		add_used_by_summary(d, &u, path, context);
	else
		add_used_by_list(d, &u, path, context);
	used_by_free(&u);
}

struct item_doc_context
item_doc_context_now(const struct console *c)
{
	return (struct item_doc_context){ .catalog = c->catalog,
		.baskets = c->baskets,
		.now = console_now(c),
		.time_style = c->time_style,
		.presenting = c->presenting,
		.start_day = c->start_day,
		.month_shift = c->timeline_shift };
}
