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
