/*
 * draft.h - a price plan being edited in the console: its offers, its rules, and the rows that were
 * dropped or set by hand. Owns the plan. Pure, except for plan_sign().
 */
#ifndef UI_PLAN_DRAFT_H
#define UI_PLAN_DRAFT_H

#include "plan/log.h"
#include "plan/usage.h"
#include "ui/kit/console.h"

struct draft_edit {
	size_t at;
	struct plan_row row;
	bool was_dropped, was_edited; /* `is_edited` before the change */
};

struct draft {
	struct console *console;
	struct arena text_arena;
	VEC(struct str) paths;
	struct str selection;     /* description of the offers */
	size_t price_taker_count; /* offers that take their price from another one */
	size_t unpriced_count;    /* offers without any price */
	struct buf rules;         /* as typed */
	struct buf sheet_errors;  /* errors in the spreadsheet, one per line */
	bool is_edited;           /* some rows differ from those of the rules */
	bool is_rollback;         /* a rollback of another plan: it has no rules */
	bool sent;
	bool was_masked;         /* made of offers with masked people: the service's differ */
	struct buf typed_reason; /* as it was left on the page before sending */
	struct plan plan;
	/* While new rules are previewed: the previous state. */
	struct plan plan_before;
	struct buf rules_before, sheet_errors_before;
	bool previews_rules, is_edited_before;
	/* Rows before they were dropped or set by hand, the last one last; their texts are the
	 * plan's. */
	VEC(struct draft_edit) edits;
	struct plan_usage usage; /* of the open baskets, counted at the first review */
	struct plan_log log; /* results of the rows, once it is sent */
};

struct draft *draft_new(struct console *c, const struct new_plan_request *ask);
void draft_free(struct draft *d);
/* Like draft_set_rules() while rules are being typed. The old rows, with those dropped or set by
 * hand, are kept until draft_accept_rules() or draft_cancel_rules() is called. */
bool draft_preview_rules(struct draft *d, struct str typed, struct err *err);
void draft_accept_rules(struct draft *d);
/* Makes the rows of the rules again if people were masked then and are not now, unless rows were
 * changed by hand. Returns true if it did. */
bool draft_make_unmasked(struct draft *d);
void draft_cancel_rules(struct draft *d);
/* Sets a new value for the row with that key; validated like the value of a rule. */
bool draft_set_price(struct draft *d, struct str key, struct str value, struct err *err);
void draft_drop_row(struct draft *d, struct str key);
/* Takes back the last change of a row, and sets *key to the row's. Returns false if there is none, or new rules have replaced
 * the rows since. */
bool draft_undo(struct draft *d, struct str *key);
/* Appends "14 offers" or "all 78 offers": those selected. */
void draft_append_offer_count(const struct draft *d, struct buf *out);
/* Appends "For 14 offers: winback"; nothing for a rollback. */
void draft_append_selection(const struct draft *d, struct buf *out);
/* Append how many of the selected offers the rules change: " in 11 of 14 offers"; and those that
 * price rules cannot change: "1 takes another's price, 2 have none". */
void draft_append_coverage(const struct draft *d, struct buf *out);
void draft_append_left_out(const struct draft *d, struct buf *out);
/* Signs and seals the draft in its current state. */
bool draft_seal(struct draft *d, struct str reason, struct err *err);

#endif
