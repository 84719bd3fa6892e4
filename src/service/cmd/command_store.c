#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/copy.h"

#include <stdio.h>
#include <string.h>

enum store_option { STORE_HELP, STORE_SUBCOMMAND, STORE_FROM, STORE_TO };

static const struct option_spec options[] = {
	[STORE_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(sizeof(options) / sizeof(*options) == STORE_SUBCOMMAND,
    "every option needs a row in this table");

static int
run_store(const char *const *v)
{
	struct store_copy_counts copied;
	struct store *from = NULL, *to = NULL;
	struct err err;
	bool ok = strcmp(v[STORE_SUBCOMMAND], "copy") == 0 ||
	    err_set(&err, ERR_USAGE, "store takes copy, not %s", v[STORE_SUBCOMMAND]);
	ok = ok && (from = store_open_existing(str_of(v[STORE_FROM]), &err)) &&
	    (to = store_open(str_of(v[STORE_TO]), &err)) && store_copy(from, to, &copied, &err);
	store_close(to);
	store_close(from);
	if (!ok)
		return command_fail(&err);
	fprintf(stderr,
	    "copied and verified: %llu baskets, %llu items, %llu owners, %llu links, %llu saved "
	    "responses, %llu audit entries\n",
	    (unsigned long long)copied.baskets, (unsigned long long)copied.items,
	    (unsigned long long)copied.owners, (unsigned long long)copied.links,
	    (unsigned long long)copied.idempotency_answers,
	    (unsigned long long)copied.audit_entries);
	return 0;
}

const struct service_command command_store = {
	.name = "store",
	.summary = "Copies a store into another one and verifies the copy.",
	.arguments = "copy FROM TO",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "FROM and TO are written as for serve --store: sqlite:FILE or postgresql://…; TO "
	    "must be empty. A\nservice may keep serving FROM meanwhile, but writes during the "
	    "copy are missing in TO: stop them\nfirst. The audit is copied completely; check it "
	    "with backroom audit verify --store TO.\n",
	.run = run_store,
};
