#include "base/clock.h"
#include "base/utf8.h"
#include "model/when.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/erase.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum erase_option {
	ERASE_STORE,
	ERASE_EMAIL,
	ERASE_ID,
	ERASE_IDENTITY,
	ERASE_OWNER,
	ERASE_YES,
	ERASE_HELP,
	ERASE_WORDS
};

/* RUNS_MAX: a basket that arrives meanwhile is found by the next run. SHOWN_MAX: ids that are
 * listed. */
enum { RUNS_MAX = 5, SHOWN_MAX = 5 };

static const struct option_spec options[] = {
	[ERASE_STORE] = { "--store", "URL",
	    "sqlite:FILE or postgresql://… (sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[ERASE_EMAIL] = { "--email", "ADDRESS",
	    "the person with this address: baskets, their identities and links" },
	[ERASE_ID] = { "--id", "BASKET", "one basket" },
	[ERASE_IDENTITY] = { "--identity", "\"ISS SUB\"",
	    "an identity: its issuer, a space and its subject, as one word: links and baskets" },
	[ERASE_OWNER] = { "--owner", "ID",
	    "an owner: its links, and the identities of no other owner, with their baskets" },
	[ERASE_YES] = { "--yes", NULL, "erase; without it only what would be erased is printed" },
	[ERASE_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(
    sizeof(options) / sizeof(*options) == ERASE_WORDS, "every option needs a row in this table");

static struct str
given(const char *value)
{
	return value ? str_of(value) : STR_NONE;
}

static bool
read_person(const char *const *v, struct erase_person *who, struct err *err)
{
	int n = !!v[ERASE_EMAIL] + !!v[ERASE_ID] + !!v[ERASE_IDENTITY] + !!v[ERASE_OWNER];
	struct str identity = given(v[ERASE_IDENTITY]);
	size_t space = identity.p ? str_find_char(identity, ' ') : 0;
	*who = (struct erase_person){ .email = given(v[ERASE_EMAIL]),
		.basket = given(v[ERASE_ID]),
		.owner = given(v[ERASE_OWNER]) };
	if (n != 1)
		return err_set(err, ERR_USAGE,
		    "erase needs one of --email, --id, --identity and --owner: see backroom erase "
		    "--help");
	if ((who->email.p && !who->email.n) || (who->basket.p && !who->basket.n) ||
	    (who->owner.p && !who->owner.n))
		return err_set(err, ERR_USAGE, "erase: the value is empty");
	if (identity.p && (space == SIZE_MAX || space == 0 || space + 1 == identity.n))
		return err_set(err, ERR_USAGE,
		    "erase: --identity needs an issuer, a space and a subject, as one word");
	if (identity.p)
		who->identity = (struct erase_identity){ str_sub(identity, 0, space),
			str_sub(identity, space + 1, identity.n) };
	return true;
}

/* ---- the report ---- */

static void
print_clean(struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, false);
	fwrite(clean.p, 1, clean.n, stdout);
	buf_free(&clean);
}

static void
print_count(size_t n, const char *one, const char *many, const char *more)
{
	if (n)
		printf("  %zu %s%s\n", n, n == 1 ? one : many, more);
}

static void
print_baskets(const char *words, const struct str *v, size_t n)
{
	printf("%s", words);
	for (size_t i = 0; i < n && i < SHOWN_MAX; i++) {
		fputs(i ? ", " : " ", stdout);
		print_clean(v[i]);
	}
	printf(n > SHOWN_MAX ? " and %zu more\n" : "\n", n - SHOWN_MAX);
}

static void
print_found(const struct erase_plan *p)
{
	if (p->baskets.n) {
		printf("  %zu basket%s:", p->baskets.n, p->baskets.n == 1 ? "" : "s");
		print_baskets("", p->baskets.v, p->baskets.n);
	}
	print_count(p->has_owner, "owner", "", "");
	for (size_t i = 0; i < p->links.n && i < SHOWN_MAX; i++) {
		fputs("  the link of ", stdout);
		print_clean(p->links.v[i].identity.sub);
		fputs(" to owner ", stdout);
		print_clean(p->links.v[i].owner);
		putchar('\n');
	}
	if (p->links.n > SHOWN_MAX)
		print_count(p->links.n - SHOWN_MAX, "more link", "more links", "");
	print_count(p->answers.n, "saved response", "saved responses", "");
	print_count(p->entries.n, "audit entry", "audit entries",
	    " without object and detail: time, user and action stay");
}

/* True if the backup has data of the person, or cannot be read. */
static bool
may_have_person(struct str url, const struct erase_person *who)
{
	struct erase_plan plan = { 0 };
	struct err ignored;
	struct store *store = store_open_with_flags(url, 0, &ignored);
	bool may = !store || !erase_find(store, who, &plan, &ignored) ||
	    !erase_plan_is_empty(&plan);
	erase_plan_free(&plan);
	store_close(store);
	return may;
}

/* Returns false if the backup is not at its place. One that has the person can be erased from. */
static bool
print_backup(const struct erase_backup *b, const struct erase_person *who, const char *selector,
    const char *value)
{
	struct buf url = { 0 }, line = { 0 };
	buf_addf(&url, "sqlite:%.*s", STR_ARG(b->file));
	bool there = access(buf_z(&url) + strlen("sqlite:"), F_OK) == 0;
	if (there && may_have_person(buf_str(&url), who)) {
		buf_addz(&line, "Not erased, the backup of ");
		when_write(&line, b->made_at);
		buf_addf(&line, ": %.*s\n  backroom erase --store ", STR_ARG(b->file));
		buf_add_shell_word(&line, buf_str(&url));
		buf_addf(&line, " %s ", selector);
		buf_add_shell_word(&line, str_of(value));
		buf_addz(&line, " --yes\n");
		printf("%s", buf_z(&line));
	}
	buf_free(&url);
	buf_free(&line);
	return there;
}

static void
print_backups(const struct erase_plan *p, const struct erase_person *who, const char *selector,
    const char *value)
{
	size_t gone = 0, last = 0;
	for (size_t i = 0; i < p->backups.n; i++)
		if (!print_backup(&p->backups.v[i], who, selector, value)) {
			gone++;
			last = i;
		}
	if (gone)
		printf("%zu backup%s deleted or on another machine, and may have this person; the "
		       "newest: %.*s\n",
		    gone, gone == 1 ? " is" : "s are", STR_ARG(p->backups.v[last].file));
}

/* Names the places that this store does not reach. */
static void
print_beyond(const struct erase_plan *p, const struct erase_person *who, const char *selector,
    const char *value)
{
	for (size_t i = 0; i < p->shared.n; i++) {
		struct buf identity = { 0 }, line = { 0 };
		buf_adds(&identity, p->shared.v[i].iss);
		buf_addc(&identity, ' ');
		buf_adds(&identity, p->shared.v[i].sub);
		buf_addz(&line, "Not erased, an identity that others use, too: --identity ");
		buf_add_shell_word(&line, buf_str(&identity));
		print_clean(buf_str(&line));
		putchar('\n');
		buf_free(&identity);
		buf_free(&line);
	}
	if (p->others.n)
		print_baskets(
		    "Not erased, its baskets with another address:", p->others.v, p->others.n);
	print_backups(p, who, selector, value);
	puts("Beyond this store: other backups, consoles' journals, snapshots and exports, logs of "
	     "proxies and\nmail, the shop itself.");
}

/* ---- erasure ---- */

/* A basket that arrives meanwhile is found by the next run; its texts are added to the first plan.
 */
static bool
erase_until_gone(
    struct store *store, const struct erase_person *who, struct erase_plan *first, struct err *err)
{
	struct erase_plan again;
	struct str user = str_of(command_user());
	bool ok = erase_run(store, who, first, user, clock_real(), err), gone = false;
	for (int runs = 1; ok && !gone && runs < RUNS_MAX; runs++) {
		ok = erase_find(store, who, &again, err);
		gone = ok && erase_plan_is_empty(&again);
		ok = ok && (gone || erase_run(store, who, &again, user, clock_real(), err));
		erase_plan_add_texts(first, &again);
		erase_plan_free(&again);
	}
	return ok &&
	    (gone || err_set(err, ERR_CONFLICT, "new records of this person keep arriving"));
}

static void
print_scrubbed(const struct erase_plan *p, const struct scrub_report *r)
{
	uint64_t found = 0;
	for (size_t i = 0; i < p->texts.n; i++)
		found += p->texts.v[i].found;
	if (r->was_counted && !found && p->texts.n && !p->has_other_texts)
		printf("The file and its WAL were searched: no byte of it is left%s.\n",
		    r->was_rewritten ? " since the file was rewritten" : "");
	else if (r->was_counted && !found && r->was_rewritten)
		puts("The file was rewritten without the deleted records.");
	for (size_t i = 0; i < p->texts.n; i++)
		if (p->texts.v[i].found) {
			fputs("Still in the store, in records of others: ", stdout);
			print_clean(p->texts.v[i].text);
			printf(" (%llu times)\n", (unsigned long long)p->texts.v[i].found);
		}
	printf("%.*s", STR_ARG(buf_str(&r->beyond)));
}

/* Also if there is nothing (more) to erase: a run before may have been interrupted. */
static bool
scrub(struct store *store, struct erase_plan *plan, struct err *err)
{
	struct scrub_report report = { .must_rewrite = plan->has_other_texts };
	bool ok = store_scrub(store, plan->texts.v, plan->texts.n, &report, err);
	if (ok)
		print_scrubbed(plan, &report);
	else
		err_prefix(err, "the records are deleted, but their bytes may be left in the file");
	buf_free(&report.beyond);
	return ok;
}

static bool
find_and_erase(struct store *store, const char *const *v, struct err *err)
{
	static const enum erase_option selectors[] = { ERASE_EMAIL, ERASE_ID, ERASE_IDENTITY,
		ERASE_OWNER };
	struct erase_person who;
	struct erase_plan plan = { 0 };
	enum erase_option by = ERASE_EMAIL;
	for (size_t i = 0; i < sizeof(selectors) / sizeof(*selectors); i++)
		by = v[selectors[i]] ? selectors[i] : by;
	bool ok = read_person(v, &who, err) && erase_find(store, &who, &plan, err);
	bool is_empty = ok && erase_plan_is_empty(&plan);
	if (is_empty)
		puts("This store has nothing of this person.");
	if (ok && v[ERASE_YES])
		ok = is_empty || erase_until_gone(store, &who, &plan, err);
	if (ok && !is_empty) {
		puts(v[ERASE_YES] ? "Erased:" : "Would be erased:");
		print_found(&plan);
	}
	ok = ok && (!v[ERASE_YES] || scrub(store, &plan, err));
	if (ok && (v[ERASE_YES] || !is_empty))
		print_beyond(&plan, &who, options[by].name, v[by]);
	if (ok && !v[ERASE_YES] && !is_empty)
		puts("Nothing was written. Add --yes to erase.");
	erase_plan_free(&plan);
	return ok;
}

static int
run_erase(const char *const *v)
{
	struct buf url = { 0 };
	struct err err;
	struct erase_person who;
	struct store *store = NULL;
	bool ok = read_person(v, &who, &err) && command_store_url(v[ERASE_STORE], &url, &err) &&
	    (store = store_open_existing(buf_str(&url), &err)) && find_and_erase(store, v, &err);
	store_close(store);
	buf_free(&url);
	return ok ? 0 : command_fail(&err);
}

const struct service_command command_erase = {
	.name = "erase",
	.summary = "Erases a person from a store.",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "Deletes the person's baskets, links and saved responses. Audit entries about them lose "
	    "their object and\ndetail, and audit verify still accepts the chain. With SQLite nothing "
	    "is left in the file, its free pages\nand its WAL; writers wait if the file must be "
	    "rewritten. It names backups made by backroom store, and\nwhat it does not reach.\n",
	.run = run_erase,
};
