#include "service/cmd/audit_list.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/audit_check.h"

#include <stdio.h>
#include <string.h>

enum audit_option {
	AUDIT_STORE,
	AUDIT_OUTPUT,
	AUDIT_OUTPUT_LETTER,
	AUDIT_MAX,
	AUDIT_ALL,
	AUDIT_LAST,
	AUDIT_HELP,
	AUDIT_SUBCOMMAND,
	AUDIT_FIRST_TERM
};

static const struct option_spec options[] = {
	[AUDIT_STORE] = { "--store", "URL",
	    "sqlite:FILE or postgresql://… (sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[AUDIT_OUTPUT] = { "--output", "FORMAT", "list: table or ndjson; also -o FORMAT" },
	[AUDIT_OUTPUT_LETTER] = { "-o", "FORMAT", NULL },
	[AUDIT_MAX] = { "--max", "N", "list: at most N entries (50)" },
	[AUDIT_ALL] = { "--all", NULL, "list: all entries" },
	[AUDIT_LAST] = { "--last", "HASH",
	    "verify: the hash that an earlier run printed for the last entry: it must be in the chain" },
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

static bool
is_given(const char *const *v, enum audit_option from, enum audit_option to)
{
	for (enum audit_option o = from; o <= to; o++)
		if (v[o])
			return true;
	return false;
}

/* Refuses words and options of the other subcommand, since ignoring them could look like an answer. */
static bool
check_words(const char *const *v, bool lists, struct err *err)
{
	if (!lists && strcmp(v[AUDIT_SUBCOMMAND], "verify") != 0)
		return err_set(
		    err, ERR_USAGE, "audit takes list or verify, not %s", v[AUDIT_SUBCOMMAND]);
	if (lists && v[AUDIT_LAST])
		return err_set(err, ERR_USAGE, "--last works with verify only");
	if (!lists &&
	    (is_given(v, AUDIT_OUTPUT, AUDIT_ALL) ||
		is_given(v, AUDIT_FIRST_TERM, AUDIT_FIRST_TERM)))
		return err_set(err, ERR_USAGE, "audit verify takes --store and --last only");
	return true;
}

static struct audit_list_options
list_options(const char *const *v)
{
	return (struct audit_list_options){
		.terms = v + AUDIT_FIRST_TERM,
		.terms_n = OPTIONS_REPEATED_WORDS,
		.format = v[AUDIT_OUTPUT] ? v[AUDIT_OUTPUT] : v[AUDIT_OUTPUT_LETTER],
		.max = v[AUDIT_MAX],
		.all = v[AUDIT_ALL] != NULL,
	};
}

static int
run_audit(const char *const *v)
{
	bool lists = strcmp(v[AUDIT_SUBCOMMAND], "list") == 0;
	const struct audit_list_options list = list_options(v);
	struct buf url = { 0 };
	struct audit_verdict verdict;
	struct err err;
	struct store *store = NULL;
	bool ok = check_words(v, lists, &err) && (!lists || audit_list_check(&list, &err)) &&
	    command_store_url(v[AUDIT_STORE], &url, &err) &&
	    (store = store_open_existing(buf_str(&url), &err)) &&
	    (lists ? audit_list_print(store, &list, &err)
		   : verify_store(store, v[AUDIT_LAST], &verdict, &err));
	store_close(store);
	buf_free(&url);
	if (!ok)
		return command_fail(&err);
	return lists ? 0 : report_verdict(&verdict);
}

const struct service_command command_audit = {
	.name = "audit",
	.summary = "Lists the audit of accepted and refused writes, or verifies its chain.",
	.arguments = "list|verify [TERM…]",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "list --store URL prints the audit of a store, newest first: user, action, object, time and "
	    "result.\nTerms: since= until= (7d, today, 2026-11-20), user= action= owner= "
	    "identity= (a subject, or an issuer,\na space and a subject) and request=; several must "
	    "all match. list without --store is get audit: it\nasks the environment's service, and "
	    "takes the terms and options of get. For example:\n"
	    "  backroom audit list --store sqlite:shop.db since=7d action=unlink\n\n"
	    "verify finds changed, missing or moved entries and a truncated end. Someone who can write "
	    "to the file could\nrebuild the whole chain: to detect that too, keep the last hash "
	    "somewhere else and pass it as\n--last HASH.\n",
	.run = run_audit,
};
