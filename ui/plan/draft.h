/*
 * draft.h - a plan while it is made in the console: for which offers, by which rules, with what was
 * dropped and set by hand. Owns the plan. Pure but for plan_sign().
 */
#ifndef UI_PLAN_DRAFT_H
#define UI_PLAN_DRAFT_H

#include "app/plan/plan_log.h"
#include "ui/kit/console.h"

struct draft {
	struct console *console;
	struct arena texts;
	VEC(struct str) paths;
	struct str select; /* how they are said */
	struct buf rules;  /* as typed */
	struct buf faults; /* of a sheet: its mistakes, one a line */
	bool by_hand;      /* some rows are no longer as the rules make them */
	bool back;         /* it takes another one back: it has no rules */
	bool sent;
	struct plan plan;
	/* While other rules are tried: what was before. */
	struct plan before;
	struct buf rules_before, faults_before;
	bool tries, by_hand_before;
	struct plan_log log; /* what became of it, once it is sent */
};

struct draft *draft_new(struct console *c, const struct plan_ask *ask);
void draft_free(struct draft *d);
/* Makes the rows by these rules, or from a sheet ("from=FILE.csv"); rows dropped or set by hand
 * are reset. False with the mistake, and the rows are unchanged; an empty text gives no rows. */
bool draft_set_rules(struct draft *d, struct str typed, struct err *err);
/* As above while rules are being typed: one of the two others follows. The old rows are kept
 * until then, with those dropped or set by hand. */
bool draft_preview_rules(struct draft *d, struct str typed, struct err *err);
void draft_accept_rules(struct draft *d);
void draft_cancel_rules(struct draft *d);
/* Another new value for a row, by its key; checked as a rule is. */
bool draft_set(struct draft *d, struct str key, struct str value, struct err *err);
void draft_drop(struct draft *d, struct str key);
/* Signs and seals it, as it is now. */
bool draft_seal(struct draft *d, struct str reason, struct err *err);

#endif
