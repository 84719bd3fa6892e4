#include "ui/audit/audit_doc.h"

#include "catalog/graph_names.h"
#include "wire/member.h"

enum { FACT_INDENT = 20 };

/* "refused: nothing was changed" would be untrue for a batch of which a part was applied. */
static void
add_outcome(struct doc *d, const struct audit_row *row)
{
	doc_add_label(d, "Result");
	if (row->is_refused) {
		doc_printf(d, ROLE_BAD, "x refused: ");
		doc_add_value(d, ROLE_BAD, row->outcome);
	} else if (str_eqz(row->outcome, "done")) {
		doc_printf(d, ROLE_GOOD, "ok done");
	} else if (str_eqz(row->outcome, "undone")) {
		doc_printf(d, ROLE_GOOD, "ok undone");
		doc_printf(d, ROLE_LABEL, ": took back a recent link of the same user");
	} else if (str_eqz(row->outcome, "unchanged")) {
		doc_printf(d, ROLE_GOOD, "ok unchanged");
		doc_printf(d, ROLE_LABEL, ": it was so already");
	} else {
		doc_add_value(d, ROLE_TEXT, row->outcome);
	}
}

/* A text that opens a VIEW: the entries with the same text. */
static void
add_entries_link(struct doc *d, const char *label, const char *key, struct str text)
{
	struct buf line = { 0 };
	if (!text.n)
		return;
	buf_addf(&line, "audit %s=", key);
	view_write_quoted(&line, text);
	const struct doc_target target = { LINK_VIEW, buf_str(&line) };
	doc_add_label(d, label);
	doc_add_link(d, ROLE_REFERENCE, text, &target);
	buf_free(&line);
}

static void
add_entry_time(struct doc *d, const struct audit_row *row, int64_t now, enum time_style times)
{
	struct buf at = { 0 };
	if (row->recorded_at == WHEN_NONE) {
		doc_add_labelled(d, "When", STR("? not readable"));
		return;
	}
	format_time_long(&at, row->recorded_at, times == TIME_UTC);
	if (now - row->recorded_at >= 60000) {
		buf_addz(&at, ", ");
		when_write_age(&at, now, row->recorded_at);
		buf_addz(&at, " ago");
	}
	doc_add_labelled(d, "When", buf_str(&at));
	buf_free(&at);
}

static bool
is_of_identity(struct str path)
{
	return str_eqz(path, "iss") || str_eqz(path, "sub");
}

/* The members of the detail that are not shown above. */
static void
add_facts(struct doc *d, struct str json)
{
	struct json_leaves leaves = { 0 };
	struct arena a = { 0 };
	struct buf value = { 0 };
	struct str detail = member_find(json, STR("detail"));
	bool has_title = false;
	if (json_is_object(detail))
		json_flatten(&leaves, &a, detail);
	for (size_t i = 0; i < leaves.list.n; i++) {
		const struct json_leaf *leaf = &leaves.list.v[i];
		if (is_of_identity(leaf->path) || !leaf->path.n)
			continue;
		if (!has_title) {
			doc_begin_line(d);
			doc_begin_line(d);
			doc_printf(d, ROLE_LEAD, " What the service recorded");
		}
		has_title = true;
		buf_reset(&value);
		if (json_is_string(leaf->value))
			json_lex_unquote(&value, leaf->value);
		else
			buf_adds(&value, leaf->value);
		doc_begin_line(d);
		doc_pad_to_column(d, 3);
		doc_add_text(d, ROLE_LABEL, leaf->path);
		doc_pad_to_column(d, FACT_INDENT);
		doc_add_value(d, ROLE_TEXT, buf_str(&value));
	}
	leaves_free(&leaves);
	buf_free(&value);
	arena_free(&a);
}

void
audit_doc(
    struct doc *d, const struct audit_row *row, struct str json, int64_t now, enum time_style times)
{
	add_outcome(d, row);
	doc_add_label(d, "Action");
	doc_add_value(d, ROLE_TEXT, row->action);
	if (!str_eq(row->action, row->operation)) {
		doc_printf(d, ROLE_LABEL, "   ");
		doc_add_text(d, ROLE_LABEL, row->operation);
	}
	add_entry_time(d, row, now, times);
	add_entries_link(d, "User", "user", row->user);
	add_entries_link(d, "Owner", "owner", row->owner);
	add_entries_link(d, "Identity", "identity", row->identity);
	doc_add_labelled(d, "Issuer", row->issuer);
	if (!d->hides_private) {
		doc_add_labelled(d, "Request", row->request_id);
		doc_add_labelled(d, "Entry", row->id);
	}
	add_facts(d, json);
}
