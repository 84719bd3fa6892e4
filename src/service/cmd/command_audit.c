#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/audit_check.h"

#include <stdio.h>
#include <string.h>

enum audit_option { AUDIT_STORE, AUDIT_LAST, AUDIT_HELP, AUDIT_SUBCOMMAND };

static const struct option_spec options[] = {
	[AUDIT_STORE] = { "--store", "URL",
	    "sqlite:FILE or postgresql://… (sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[AUDIT_LAST] = { "--last", "HASH",
	    "the hash that an earlier run printed for the last entry: it must be in the chain" },
	[AUDIT_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(sizeof(options) / sizeof(*options) == AUDIT_SUBCOMMAND,
    "every option needs a row in this table");

static bool
verify_store(struct store *store, const char *last, struct audit_verdict *verdict, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(store, &tx, STORE_READ, err))
		return false;
	bool ok = audit_check(&tx, str_of(last), verdict, err);
	store_end(&tx, false, &ignored);
	return ok;
}

static int
report_broken_entry(const struct audit_verdict *v)
{
	char chain[40] = "";
	if (v->audit_chain)
		snprintf(chain, sizeof(chain), " in chain %lld", (long long)v->audit_chain);
	fprintf(stderr, "backroom: entry %lld of the audit%s %s\n",
	    (long long)v->broken_entry_number, chain, v->problem);
	return 1;
}

static int
report_verdict(const struct audit_verdict *v)
{
	struct buf hex = { 0 };
	if (v->problem)
		return report_broken_entry(v);
	hex_encode(&hex, v->hash, v->has_hash ? DIGEST_SIZE : 0);
	printf("%lld %s intact", (long long)v->entry_count,
	    v->entry_count == 1 ? "entry is" : "entries are");
	if (v->audit_chain_count > 1)
		printf(", in %u chains", v->audit_chain_count);
	if (v->redacted_count)
		printf(", %lld of them redacted by an erasure", (long long)v->redacted_count);
	printf("%s%s\n", hex.n ? "; the hash of the last one is " : "", buf_z(&hex));
	buf_free(&hex);
	return 0;
}

static int
run_audit(const char *const *v)
{
	struct buf url = { 0 };
	struct audit_verdict verdict;
	struct err err;
	struct store *store = NULL;
	bool ok = strcmp(v[AUDIT_SUBCOMMAND], "verify") == 0 ||
	    err_set(&err, ERR_USAGE, "audit takes verify, not %s", v[AUDIT_SUBCOMMAND]);
	ok = ok && command_store_url(v[AUDIT_STORE], &url, &err) &&
	    (store = store_open_existing(buf_str(&url), &err)) &&
	    verify_store(store, v[AUDIT_LAST], &verdict, &err);
	store_close(store);
	buf_free(&url);
	return ok ? report_verdict(&verdict) : command_fail(&err);
}

const struct service_command command_audit = {
	.name = "audit",
	.summary = "Verifies the chain of accepted and refused writes.",
	.arguments = "verify",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "Finds changed, missing or moved entries and a truncated end. Someone who can write "
	    "to the file could\nrebuild the whole chain: to detect that too, keep the last hash "
	    "somewhere else and pass it as\n--last HASH.\n",
	.run = run_audit,
};
