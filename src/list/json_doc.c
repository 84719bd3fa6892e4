#include "list/json_doc.h"

#include "wire/json_lex.h"

static bool
comma_follows(const struct json_lex *w)
{
	return str_starts(str_trim(str_sub(w->text, w->offset, 64)), STR(","));
}

void
json_add_to_doc(struct doc *d, struct str json)
{
	struct json_lex w;
	struct json_lex_token t;
	doc_clear(d);
	json_lex_start(&w, json);
	while (json_lex_next(&w, &t)) {
		doc_begin_line(d);
		size_t first = d->lines.n - 1;
		d->lines.v[first].is_foldable = t.kind == JSON_LEX_OPEN;
		doc_printf(d, ROLE_TEXT, "%*s", 1 + 2 * t.depth, "");
		if (t.name.n) {
			doc_add_text(d, ROLE_REFERENCE, t.name);
			doc_printf(d, ROLE_LABEL, ": ");
		}
		if (t.kind == JSON_LEX_VALUE)
			doc_add_value(d, ROLE_TEXT, t.text);
		else
			doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(t.text));
		if (comma_follows(&w))
			doc_printf(d, ROLE_LABEL, ",");
		for (size_t i = first; i < d->lines.n; i++) /* a long value wraps */
			d->lines.v[i].fold_level = t.depth;
	}
}
