#include "base/clock.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "store/audit_check.h"
#include "store/copy.h"
#include "store/removal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum store_option { STORE_STORE, STORE_HELP, STORE_SUBCOMMAND, STORE_FIRST, STORE_SECOND };

static const struct option_spec options[] = {
	[STORE_STORE] = { "--store", "URL",
	    "the store to back up, restore or check: sqlite:FILE or postgresql://… "
	    "(sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[STORE_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(sizeof(options) / sizeof(*options) == STORE_SUBCOMMAND,
    "every option needs a row in this table");

static void
print_counts(const char *done, const struct store_copy_counts *n)
{
	fprintf(stderr,
	    "%s: %llu baskets, %llu items, %llu owners, %llu links, %llu saved "
	    "responses, %llu audit entries\n",
	    done, (unsigned long long)n->baskets, (unsigned long long)n->items,
	    (unsigned long long)n->owners, (unsigned long long)n->links,
	    (unsigned long long)n->idempotency_answers, (unsigned long long)n->audit_entries);
}

/* Opens a store that is only read: a service of an older version may use it. */
static struct store *
open_unchanged(struct str url, struct err *err)
{
	return store_open_with_flags(url, 0, err);
}

static bool
copy_store(
    struct str from_url, struct str to_url, struct store_copy_counts *copied, struct err *err)
{
	struct store *from = NULL, *to = NULL;
	bool ok = (from = open_unchanged(from_url, err)) && (to = store_open(to_url, err)) &&
	    store_copy(from, to, copied, err);
	store_close(to);
	store_close(from);
	return ok;
}

static bool
run_copy(const char *const *v, struct err *err)
{
	struct store_copy_counts copied;
	bool ok = copy_store(str_of(v[STORE_FIRST]), str_of(v[STORE_SECOND]), &copied, err);
	if (ok)
		print_counts("copied and verified", &copied);
	return ok;
}

/* ---- check ---- */

static bool
check_audit(struct store_tx *tx, struct err *err)
{
	struct audit_verdict verdict;
	return audit_check(tx, STR_NONE, &verdict, err) &&
	    (!verdict.problem ||
		err_set(err, ERR_PROTOCOL, "entry %lld of the audit %s",
		    (long long)verdict.broken_entry_number, verdict.problem));
}

static bool
check_store(struct store *store, struct err *err)
{
	struct store_copy_counts read;
	struct store_tx tx;
	struct err ignored;
	struct buf damage = { 0 };
	if (!store_begin(store, &tx, STORE_READ, err))
		return false;
	bool ok = store_find_damage(&tx, &damage, err) &&
	    (!damage.n || err_set(err, ERR_PROTOCOL, "the file is damaged: %s", buf_z(&damage))) &&
	    check_audit(&tx, err);
	store_end(&tx, false, &ignored);
	buf_free(&damage);
	ok = ok && store_check_records(store, &read, err);
	if (ok)
		print_counts("sound", &read);
	return ok;
}

static bool
check_url(struct str url, struct err *err)
{
	struct store *store = open_unchanged(url, err);
	bool ok = store && check_store(store, err);
	store_close(store);
	return ok;
}

static bool
run_check(const char *const *v, struct err *err)
{
	struct buf url = { 0 };
	bool ok = command_store_url(v[STORE_STORE], &url, err) && check_url(buf_str(&url), err);
	buf_free(&url);
	return ok;
}

/* ---- backup and restore ---- */

/* Replaces nothing. A file system may have no such rename, or no hard links. */
static bool
rename_to_new(const char *from, const char *to)
{
	return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ||
	    (errno != EEXIST && link(from, to) == 0);
}

/* Writes a file that is complete, or not there: under another name until it is verified. */
static bool
back_up(struct str url, const char *file, struct err *err)
{
	struct store_copy_counts copied;
	struct buf part = { 0 }, part_url = { 0 }, log = { 0 }, old_log = { 0 };
	buf_addf(&part, "%s.part", file);
	buf_addf(&log, "%s.part-wal", file);
	buf_addf(&old_log, "%s-wal", file);
	buf_addf(&part_url, "sqlite:%s", buf_z(&part));
	bool ok = (access(file, F_OK) != 0 && access(buf_z(&old_log), F_OK) != 0) ||
	    err_set(err, ERR_CONFLICT, "%s exists already",
		access(file, F_OK) == 0 ? file : buf_z(&old_log));
	ok = ok &&
	    (access(buf_z(&part), F_OK) != 0 ||
		err_set(err, ERR_CONFLICT, "%s exists already: remove it if no backup is running",
		    buf_z(&part)));
	if (ok) {
		ok = copy_store(url, buf_str(&part_url), &copied, err) &&
		    (access(buf_z(&log), F_OK) != 0 || /* else part of the copy is only there */
			err_set(err, ERR_IO, "cannot complete %s: is the disk full?", file)) &&
		    (rename_to_new(buf_z(&part), file) ||
			err_set(err, ERR_IO, "cannot write %s: %s", file, strerror(errno)));
		unlink(buf_z(&part));
		unlink(buf_z(&log));
	}
	if (ok)
		print_counts("backed up and verified", &copied);
	buf_free(&part);
	buf_free(&part_url);
	buf_free(&log);
	buf_free(&old_log);
	return ok;
}

/* Records in the audit that there is a copy, for `erase`. A store that takes no writes now has been
 * backed up all the same. */
static void
record_backup(struct str url, const char *file)
{
	struct store_tx tx;
	struct err err, ignored;
	struct buf path = { 0 };
	char *absolute = realpath(file, NULL);
	buf_addz(&path, absolute ? absolute : file);
	free(absolute);
	const struct store_audit entry = { .recorded_at = clock_real(),
		.subject = str_of(command_user()),
		.operation = STR(STORE_BACKUP_OPERATION),
		.target = buf_str(&path),
		.outcome = STR("done"),
		.detail = STR("{}") };
	struct store *store = open_unchanged(url, &err);
	bool ok = store && store_begin(store, &tx, STORE_WRITE, &err);
	if (ok) {
		ok = store_append_audit(&tx, &entry, &err);
		ok = store_end(&tx, ok, ok ? &err : &ignored) && ok;
	}
	if (!ok)
		fprintf(stderr, "backroom: the backup is not recorded in the audit: %s\n", err.text);
	store_close(store);
	buf_free(&path);
}

static bool
run_backup(const char *const *v, struct err *err)
{
	struct buf url = { 0 };
	bool ok = command_store_url(v[STORE_STORE], &url, err) &&
	    back_up(buf_str(&url), v[STORE_FIRST], err);
	if (ok)
		record_backup(buf_str(&url), v[STORE_FIRST]);
	buf_free(&url);
	return ok;
}

/* Checks the backup before anything is written. */
static bool
run_restore(const char *const *v, struct err *err)
{
	struct store_copy_counts copied;
	struct buf url = { 0 }, from = { 0 };
	buf_addf(&from, "sqlite:%s", v[STORE_FIRST]);
	bool ok = command_store_url(v[STORE_STORE], &url, err) &&
	    check_url(buf_str(&from), err) &&
	    copy_store(buf_str(&from), buf_str(&url), &copied, err);
	if (ok)
		print_counts("restored and verified", &copied);
	buf_free(&url);
	buf_free(&from);
	return ok;
}

static int
run_store(const char *const *v)
{
	static const struct {
		const char *name, *needs;
		enum store_option last_word;
		bool (*run)(const char *const *v, struct err *err);
	} actions[] = {
		{ "copy", "copy FROM TO", STORE_SECOND, run_copy },
		{ "backup", "backup FILE", STORE_FIRST, run_backup },
		{ "restore", "restore FILE", STORE_FIRST, run_restore },
		{ "check", "check", STORE_SUBCOMMAND, run_check },
	};
	struct err err;
	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
		enum store_option last = actions[i].last_word;
		if (strcmp(v[STORE_SUBCOMMAND], actions[i].name) != 0)
			continue;
		bool ok = (v[last] && (last == STORE_SECOND || !v[last + 1])) ||
		    err_set(&err, ERR_USAGE, "store needs %s: see backroom store --help", actions[i].needs);
		if (ok && last == STORE_SECOND && v[STORE_STORE])
			ok = err_set(&err, ERR_USAGE, "store copy takes FROM and TO, not --store");
		return ok && actions[i].run(v, &err) ? 0 : command_fail(&err);
	}
	err_set(&err, ERR_USAGE, "store takes copy, backup, restore or check, not %s",
	    v[STORE_SUBCOMMAND]);
	return command_fail(&err);
}

const struct service_command command_store = {
	.name = "store",
	.summary = "Copies, backs up, restores or checks a store.",
	.arguments = "copy|backup|restore|check [FROM|FILE] [TO]",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "copy FROM TO copies a store into an empty one and verifies the copy. Both are written "
	    "as for serve\n--store: sqlite:FILE or postgresql://…. backup FILE writes a store to a "
	    "new file, restore FILE checks\nsuch a file and copies it into an empty store, check "
	    "reads all of a store and verifies its audit. A\nservice may keep serving meanwhile: the "
	    "copy has the state at its beginning.\n",
	.run = run_store,
};
