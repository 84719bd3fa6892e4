#include "base/utf8.h"
#include "basket/link.h"
#include "list/columns.h"
#include "ui/basket/basket_command.h"
#include "ui/basket/basket_link.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/groups_pane.h"
#include "ui/basket/hidden_marks.h"
#include "ui/basket/link_dialog.h"
#include "ui/basket/note.h"
#include "ui/basket/persons_pane.h"
#include "ui/basket/send_link.h"
#include "ui/basket/send_menu.h"
#include "ui/basket/watch.h"
#include "ui/kit/console.h"
#include "ui/kit/dialog.h"
#include "ui/kit/masked.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"
#include "ui/kit/send.h"
#include "ui/rows/compare_pane.h"
#include "ui/rows/empty.h"
#include "ui/rows/source_pane.h"
#include "ui/rows/undo.h"

static struct baskets *
baskets_of_pane(const struct pane *p)
{
	return p->console->baskets;
}

static const struct basket_row *
selected_basket_row(const struct pane *p)
{
	return rows_pane_selected_row(rows_pane_of(p));
}

static void
run_go_to_bottom(struct pane *p)
{
	rows_run_move(p);
	struct buf words = { 0 };
	if (rows_pane_of(p)->in_detail || !baskets_of_pane(p)->rows.n)
		return;
	if (baskets_append_cursor_loop(&words, baskets_of_pane(p)))
		console_show(p->console, ROLE_WARN, "%s", buf_z(&words));
	else if (!baskets_at_end(baskets_of_pane(p)))
		console_show(
		    p->console, ROLE_TEXT, "End of the baskets read so far. m reads older baskets");
	buf_free(&words);
}

static void
run_into_basket(struct pane *p)
{
	if (!suggestion_rows_show(rows_pane_of(p)) && selected_basket_row(p))
		rows_run_follow(p);
}

static void
run_sibling(struct pane *p)
{
	int by = p->running_action == ACT_NEXT_SIBLING ? 1 : -1;
	if (rows_pane_move_cursor(rows_pane_of(p), by))
		return;
	console_show(p->console, ROLE_TEXT,
	    by > 0 ? baskets_at_end(baskets_of_pane(p))
		    ? "Last basket"
		    : "Last basket read so far. m reads older baskets"
		   : "First basket");
}

static void
on_send_marked_answered(struct console *c, void *ctx, int button)
{
	const struct rows_pane *r = rows_pane_of(console_tab_pane(c, TAB_BASKETS));
	(void)ctx;
	if (button == 1)
		send_links(c, (const char *const *)r->marked_ids.v, r->marked_ids.n);
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was sent. Your clipboard is unchanged");
}

static bool
ask_about_hidden_marks(struct pane *p)
{
	struct buf words = { 0 };
	if (!append_hidden_marks(&words, p->console))
		return false;
	buf_addz(&words, "Send the links of all marked baskets?");
	dialog_ask(p->console, "Marked baskets", buf_z(&words), "Send marked",
	    on_send_marked_answered, NULL);
	buf_free(&words);
	return true;
}

static void
run_send_basket(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->marked_ids.n == 0 || r->in_detail)
		send_link(p->console, selected_basket_row(p)->id, 0);
	else if (!ask_about_hidden_marks(p))
		on_send_marked_answered(p->console, NULL, 1);
}

/* True if the failure is shown in place of rows. */
static bool
has_failed(const struct baskets *b)
{
	return b->state == BASKETS_FAILED && !b->rows.n;
}

static void
run_send_menu(struct pane *p)
{
	struct console *c = p->console;
	const struct list_query page = { .limit = 50, .changed_after = c->baskets->created_after };
	struct buf curl = { 0 };
	if (has_failed(c->baskets)) {
		list_append_curl(&curl, c->client, ENDPOINT_BASKETS, &page);
		empty_open_failure_menu(c, &c->baskets->err, buf_str(&curl));
		buf_free(&curl);
		return;
	}
	send_menu_open(rows_pane_of(p));
}

/* Opens the dialog with the failed checks, from where the link can still be sent, so that no
 * single key sends such a link. */
static bool
ask_about_failed_check(struct pane *p)
{
	const struct basket_row *row = selected_basket_row(p);
	struct link link;
	basket_link_examine(&link, &p->console->app->link_rules, p->console->baskets, row);
	bool failed = link.verdict == LINK_FAILED;
	link_free(&link);
	if (failed)
		link_dialog_open(p->console, row->id, LINK_DIALOG_FAILED, &link_dialog_actions);
	return failed;
}

static void
run_send_raw(struct pane *p)
{
	if (!ask_about_failed_check(p))
		send_link_raw(p->console, selected_basket_row(p)->id);
}

static void
run_write_link_file(struct pane *p)
{
	if (!ask_about_failed_check(p))
		send_link_to_file(p->console, selected_basket_row(p)->id);
}

static void
run_send_qr(struct pane *p)
{
	send_as_qr_code(p->console, selected_basket_row(p)->id);
}

static void
run_basket_note(struct pane *p)
{
	ticket_note_open(p->console, selected_basket_row(p)->id);
}

/* Runs on the marked baskets, or on the one under the cursor. */
typedef void baskets_action_fn(struct console *c, const char *const *ids, size_t n, bool marked);

static void
open_for_chosen_baskets(struct pane *p, baskets_action_fn *open)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (r->marked_ids.n && !r->in_detail) {
		open(p->console, (const char *const *)r->marked_ids.v, r->marked_ids.n, true);
		return;
	}
	char *id = str_dup(selected_basket_row(p)->id);
	open(p->console, (const char *const *)&id, 1, false);
	x_free(id);
}

static void
run_contact(struct pane *p)
{
	contact_log_reload(p->console);
	open_for_chosen_baskets(p, contact_menu_open);
}

static void
open_commands(struct console *c, const char *const *ids, size_t n, bool marked)
{
	basket_command_open(c, "baskets", ids, n, marked);
}

static void
run_user_command(struct pane *p)
{
	open_for_chosen_baskets(p, open_commands);
}

static void
run_source(struct pane *p)
{
	console_push_pane(p->console, rows_source_pane_new(rows_pane_of(p)));
}

static void
run_link(struct pane *p)
{
	link_dialog_open(
	    p->console, selected_basket_row(p)->id, LINK_DIALOG_REVIEW, &link_dialog_actions);
}

static void
run_refresh(struct pane *p)
{
	console_show(p->console, ROLE_TEXT, "%s", baskets_rereading_text);
	watch_clear_marks(p->console);
	contact_log_reload(p->console);
	baskets_refresh(baskets_of_pane(p));
}

/* Opens the form with one of the basket's identities. */
static void
link_identity(struct console *c, void *ctx, int value)
{
	const struct basket_row *row = baskets_row(c->baskets, str_of(ctx));
	struct identity_form_values ask = { 0 };
	struct arena a = { 0 };
	struct basket b;
	struct err err;
	if (row && baskets_read_basket(c->baskets, row, &b, &a, &err) &&
	    (size_t)value < b.identities_n) {
		ask.identity.iss = b.identities[value].iss;
		ask.identity.sub = b.identities[value].sub;
		c->nav->open_identity_form(c, &ask);
	}
	arena_free(&a);
}

static void
choose_identity(struct console *c, const struct basket_row *row, const struct basket *b)
{
	struct menu *m = menu_new(
	    c, "Which identity of this basket?", false, link_identity, str_dup(row->id));
	struct buf words = { 0 };
	for (size_t i = 0; i < b->identities_n; i++) {
		buf_reset(&words);
		text_clean(&words, b->identities[i].sub, c->look.ascii_lines);
		buf_addz(&words, " at ");
		text_clean(&words, b->identities[i].iss, c->look.ascii_lines);
		menu_add(m, (int)i, false, "%s", buf_z(&words));
	}
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
	buf_free(&words);
}

static bool
has_identity(const struct basket_row *row)
{
	return row && (row->reach & REACH_IDENTITY);
}

static void
run_identity(struct pane *p)
{
	const struct basket_row *row = selected_basket_row(p);
	struct arena a = { 0 };
	struct basket b;
	struct err err;
	if (!has_identity(row)) {
		p->console->nav->open_identity_form(p->console, NULL);
		return;
	}
	if (baskets_read_basket(baskets_of_pane(p), row, &b, &a, &err) && b.identities_n > 1) {
		choose_identity(p->console, row, &b);
	} else {
		char *id = str_dup(row->id);
		link_identity(p->console, id, 0);
		x_free(id);
	}
	arena_free(&a);
}

static void
run_persons(struct pane *p)
{
	persons_pane_open(p->console, &baskets_of_pane(p)->view, selected_basket_row(p)->id);
}

static void
run_group(struct pane *p)
{
	groups_pane_ask_keys(p->console, &baskets_of_pane(p)->view);
}

static void
run_older(struct pane *p)
{
	baskets_read_older(baskets_of_pane(p));
}

/* The conditions for each action. */
enum action_need {
	NEED_NOTHING,
	NEED_ROW,
	NEED_ROW_OR_FAILURE,
	NEED_REFERENCE,
	NEED_DETAIL,
	NEED_OLDER_BASKETS,
	NEED_IDENTITY,
	NEED_LINK,
	NEED_UNMASKED_BASKET,
	NEED_RUN,
	NEED_TWO_ROWS
};

static const struct {
	enum action id;
	enum action_need requirement;
} action_needs[] = {
	{ ACT_IN, NEED_REFERENCE },
	{ ACT_OUT, NEED_DETAIL },
	{ ACT_SEND_MAIN, NEED_LINK },
	{ ACT_SEND_MENU, NEED_ROW_OR_FAILURE },
	{ ACT_BARE, NEED_LINK },
	{ ACT_NOTE, NEED_LINK },
	{ ACT_WRITE_FILE, NEED_LINK },
	{ ACT_OUTCOME, NEED_UNMASKED_BASKET },
	{ ACT_RUN, NEED_RUN },
	{ ACT_QR, NEED_LINK },
	{ ACT_SOURCE, NEED_ROW },
	{ ACT_DIFF, NEED_TWO_ROWS },
	{ ACT_MARK, NEED_ROW },
	{ ACT_MARK_RANGE, NEED_ROW },
	{ ACT_NEXT_MATCH, NEED_DETAIL },
	{ ACT_PREV_MATCH, NEED_DETAIL },
	{ ACT_OLDER, NEED_OLDER_BASKETS },
	{ ACT_IDENTITY, NEED_IDENTITY },
	{ ACT_MARK_ALL, NEED_ROW },
	{ ACT_MARK_INVERT, NEED_ROW },
	{ ACT_PERSONS, NEED_ROW },
	{ ACT_GROUP, NEED_ROW },
	{ ACT_SORT, NEED_ROW },
	{ ACT_SORT_TURN, NEED_ROW },
	{ ACT_COLUMNS, NEED_ROW },
	{ ACT_EXPORT, NEED_ROW },
	{ ACT_MAIL_LIST, NEED_ROW },
	{ ACT_OTHER_PART, NEED_ROW },
	{ ACT_FULL_SIZE, NEED_ROW },
	{ ACT_LINK, NEED_LINK },
	{ ACT_SCROLL_LEFT, NEED_ROW },
	{ ACT_SCROLL_RIGHT, NEED_ROW },
};

static enum action_need
need_of(enum action a)
{
	for (size_t i = 0; i < sizeof(action_needs) / sizeof(*action_needs); i++)
		if (action_needs[i].id == a)
			return action_needs[i].requirement;
	return NEED_NOTHING;
}

const char *
baskets_pane_why_not(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	bool covers = r->layout.shape == LAYOUT_ONE_PART || r->detail_covers_list;
	if (a == ACT_FILTER && has_failed(baskets_of_pane(p)))
		return "Nothing to find: the baskets could not be read";
	if (a == ACT_REFRESH && !client_has_address(p->console->client))
		return "The demo's service has not started";
	switch (need_of(a)) {
	case NEED_ROW:
		return selected_basket_row(p) ? NULL : "No basket is selected";
	case NEED_ROW_OR_FAILURE:
		return selected_basket_row(p) || has_failed(baskets_of_pane(p))
		    ? NULL
		    : "No basket is selected";
	case NEED_REFERENCE:
		if (r->in_detail && !textview_selected_target(&r->detail))
			return "No reference is selected. j and k go from one to the next";
		return selected_basket_row(p) || r->suggestions.n ? NULL : "No basket is selected";
	case NEED_DETAIL:
		return r->in_detail ? NULL
		    : covers        ? "Works in the detail. Enter opens it"
				    : "Works in the detail. Tab goes there";
	case NEED_LINK:
		if (p->console->app->masked)
			return masked_why_not(
			    p->console->app, a == ACT_NOTE ? MASKED_NOTE : MASKED_SEND_LINK);
		return selected_basket_row(p) ? NULL : "No basket is selected";
	case NEED_UNMASKED_BASKET:
		if (p->console->app->masked)
			return masked_why_not(p->console->app, MASKED_RECORD_CONTACT);
		return selected_basket_row(p) ? NULL : "No basket is selected";
	case NEED_TWO_ROWS:
		return selected_basket_row(p) ? compare_pane_why_not(rows_pane_of(p))
					      : "No basket is selected";
	case NEED_RUN:
		return selected_basket_row(p) ? NULL : "No basket is selected";
	case NEED_IDENTITY:
		if (has_identity(selected_basket_row(p)) || p->console->closed_form_words)
			return NULL;
		return selected_basket_row(p)
		    ? "This basket has no sign-in. 6 then i opens an empty form"
		    : "No basket is selected";
	case NEED_OLDER_BASKETS:
		return baskets_of_pane(p)->read_at == WHEN_NONE ? "No baskets have been read"
		    : baskets_has_all_requested(baskets_of_pane(p))
		    ? "The service has no older baskets"
		    : baskets_at_end(baskets_of_pane(p))
		    ? "The service sent the same page twice; older baskets may be missing. "
		      "Reload to try again"
		    : NULL;
	case NEED_NOTHING:
		break;
	}
	return NULL;
}

const struct pane_action baskets_pane_actions[] = {
	{ ACT_SEND_MAIN, run_send_basket },
	{ ACT_FILTER, rows_run_filter },
	{ ACT_NOTE, run_basket_note },
	{ ACT_OUTCOME, run_contact },
	{ ACT_OUT, rows_run_back },
	{ ACT_IN, run_into_basket },
	{ ACT_BARE, run_send_raw },
	{ ACT_SORT, rows_run_sort },
	{ ACT_SEND_MENU, run_send_menu },
	{ ACT_EXPORT, rows_run_export },
	{ ACT_PERSONS, run_persons },
	{ ACT_GROUP, run_group },
	{ ACT_IDENTITY, run_identity },
	{ ACT_SOURCE, run_source },
	{ ACT_DIFF, rows_run_compare },
	{ ACT_COLUMNS, rows_run_columns },
	{ ACT_REFRESH, run_refresh },
	{ ACT_OLDER, run_older },
	{ ACT_NEXT_SIBLING, run_sibling },
	{ ACT_PREV_SIBLING, run_sibling },
	{ ACT_WRITE_FILE, run_write_link_file },
	{ ACT_QR, run_send_qr },
	{ ACT_RUN, run_user_command },
	{ ACT_MARK, rows_run_mark },
	{ ACT_MARK_RANGE, rows_run_mark },
	{ ACT_MARK_ALL, rows_run_mark },
	{ ACT_MARK_INVERT, rows_run_mark },
	{ ACT_UNDO, rows_run_undo },
	{ ACT_SORT_TURN, rows_run_reverse_sort },
	{ ACT_SAVE_VIEW, rows_run_save_view },
	{ ACT_SCROLL_LEFT, rows_run_scroll_columns },
	{ ACT_SCROLL_RIGHT, rows_run_scroll_columns },
	{ ACT_LINK, run_link },
	{ ACT_OTHER_PART, rows_run_other_part },
	{ ACT_FULL_SIZE, rows_run_full_size },
	{ ACT_NEXT_MATCH, rows_run_match },
	{ ACT_PREV_MATCH, rows_run_match },
	{ ACT_DOWN, rows_run_move },
	{ ACT_UP, rows_run_move },
	{ ACT_PAGE_DOWN, rows_run_move },
	{ ACT_PAGE_UP, rows_run_move },
	{ ACT_HALF_DOWN, rows_run_move },
	{ ACT_HALF_UP, rows_run_move },
	{ ACT_TOP, rows_run_move },
	{ ACT_BOTTOM, run_go_to_bottom },
	{ ACT_BACK, rows_run_history },
	{ ACT_FORWARD, rows_run_history },
	{ ACT_NONE, NULL },
};
