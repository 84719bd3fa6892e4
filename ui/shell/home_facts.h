/*
 * home_facts.h - the numbers of Today, each with the VIEW that lists its rows: counted by that
 * VIEW, so that both always agree. Computed when data changed or a minute passed, never for a key.
 */
#ifndef UI_SHELL_HOME_FACTS_H
#define UI_SHELL_HOME_FACTS_H

#include "basket/groups.h"
#include "basket/person_row.h"
#include "ui/basket/folded.h"
#include "ui/kit/console.h"
#include "ui/shell/home_calls.h"

/* The groups of baskets that have a box. */
enum home_group {
	HOME_BY_AGE,
	HOME_BY_START_PAGE,
	HOME_BY_OFFER,
	HOME_BY_CHANNEL,
	HOME_BY_PRODUCT,
	HOME_GROUPS
};

struct home_count {
	size_t n;
	struct str view; /* empty: not counted */
};

enum { HOME_CALLS_MAX = 100 };

/* Twelve hours of baskets: those up to now, or those of the day before. */
struct home_hours {
	struct home_count count;
	struct groups groups;   /* its total has the counts by hour */
	bool is_read, is_whole; /* at least one of the hours was read; all were */
};

enum home_day { HOME_TODAY, HOME_YESTERDAY, HOME_DAYS };

struct home_facts {
	bool has_baskets; /* at least one page was read */
	struct groups groups[HOME_GROUPS];
	struct home_count new_baskets; /* since the last visit; if there is none, of today */
	bool has_last_visit;
	bool may_be_more; /* even the oldest basket read is newer than the last visit */
	struct home_count reachable, contacted; /* persons; reachable ones not contacted */
	struct home_count contacted_unnamed;    /* baskets without a person */
	struct home_count links; /* that this account sent in 7 days; no VIEW: none is recorded */
	uint32_t link_results[SENT_LINK_RESULTS];
	struct home_count findings; /* with terms of the checks in place of the VIEW */
	int severity;               /* of those findings, an enum check_severity */
	struct home_call calls[HOME_CALLS_MAX];
	size_t call_count; /* of calls[]; all of them are counted in `reachable` */
	struct home_hours hours[HOME_DAYS];

	/* private */
	struct arena text_arena;
	struct derived_list_state built_from;
	struct persons merged_persons;
	struct person_rows persons;
	int64_t built_minute;
	int64_t built_since; /* the start of the baskets that were requested then */
	unsigned built_catalog;
	bool built_graph, built_whole, built_masked, built_presenting;
};

void home_facts_free(struct home_facts *f);
/* Counts again if the data changed or a minute passed. Returns true if so. While baskets are being
 * read, not for every page. */
bool home_facts_update(struct home_facts *f, const struct console *c);

#endif
