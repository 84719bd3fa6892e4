#include "service/demo/saved_demo.h"

#include "base/xdg.h"
#include "model/when.h"
#include "store/copy.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAVED_NAME_MAX = 40 };

static const char save_operation[] = "saveDemo";
static const char file_ending[] = ".db", part_ending[] = ".part"; /* .part: being written */

bool
saved_demo_is_name(struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_')
			return false;
	}
	return name.n > 0 && name.n <= SAVED_NAME_MAX;
}

static bool
append_path(struct buf *out, struct str name, const char *ending, struct err *err)
{
	struct buf file = { 0 };
	buf_addf(&file, "demos/%.*s%s", STR_ARG(name), ending);
	bool ok = xdg_append_state_path(out, buf_z(&file), err);
	buf_free(&file);
	return ok;
}

static struct store *
open_file(const char *path, unsigned may, struct err *err)
{
	struct buf url = { 0 };
	buf_addf(&url, "sqlite:%s", path);
	struct store *s = store_open_with_flags(buf_str(&url), may, err);
	buf_free(&url);
	return s;
}

static struct store *
open_saved(struct str name, struct err *err)
{
	struct buf path = { 0 };
	struct store *s = NULL;
	bool ok = append_path(&path, name, file_ending, err);
	if (ok && access(buf_z(&path), F_OK) != 0)
		err_set(err, ERR_NOT_FOUND, "no demo is saved as %.*s", STR_ARG(name));
	else if (ok)
		s = open_file(buf_z(&path), STORE_MAY_MIGRATE, err);
	buf_free(&path);
	return s;
}

/* Removes the files that SQLite keeps next to a store. */
static void
remove_beside(const char *path)
{
	static const char *const endings[] = { "-wal", "-shm", "-journal" };
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		struct buf file = { 0 };
		buf_addf(&file, "%s%s", path, endings[i]);
		unlink(buf_z(&file));
		buf_free(&file);
	}
}

static void
remove_part(const char *path)
{
	unlink(path);
	remove_beside(path);
}

/* The time of the data is that of an entry in the saved store's audit. */
static bool
append_save_entry(struct store_tx *tx, struct str name, int64_t now, struct err *err)
{
	struct store_audit entry = { .recorded_at = now,
		.subject = STR("demo"),
		.operation = str_of(save_operation),
		.target = name,
		.outcome = STR("done"),
		.detail = STR("{}") };
	return store_append_audit(tx, &entry, err);
}

static bool
take_save_time(void *ctx, const struct store_audit *entry)
{
	int64_t *now = ctx;
	if (str_eqz(entry->operation, save_operation))
		*now = entry->recorded_at;
	return true;
}

static bool
write_part(
    const char *path, struct store_tx *from, struct str name, int64_t now, struct err *err)
{
	struct store_tx to;
	struct err ignored;
	struct store *s = open_file(path, STORE_MAY_ALL, err);
	if (!s)
		return false;
	bool ok = store_begin(s, &to, STORE_WRITE, err);
	if (ok) {
		ok = store_lock_chain(&to, store_catalog_subject, err) &&
		    store_copy_data(from, &to, err) && append_save_entry(&to, name, now, err);
		ok = store_end(&to, ok, ok ? err : &ignored) && ok;
	}
	store_close(s);
	return ok;
}

/* With a full disk, closing may leave data in the WAL. */
static bool
is_whole(const char *part, struct err *err)
{
	struct buf wal = { 0 };
	struct stat st;
	buf_addf(&wal, "%s-wal", part);
	bool ok = stat(buf_z(&wal), &st) < 0 || st.st_size == 0 ||
	    err_set(err, ERR_IO, "%s is not complete", part);
	buf_free(&wal);
	return ok;
}

/* A save that fails leaves an earlier one of this name as it is. */
bool
saved_demo_write(struct store_tx *from, struct str name, int64_t now, struct err *err)
{
	struct buf part = { 0 }, path = { 0 };
	bool ok = append_path(&part, name, part_ending, err) &&
	    append_path(&path, name, file_ending, err);
	if (ok) {
		remove_part(buf_z(&part));
		ok = write_part(buf_z(&part), from, name, now, err) &&
		    is_whole(buf_z(&part), err);
		if (ok)
			remove_beside(buf_z(&path)); /* a WAL of a killed load is not the new file's */
		ok = ok &&
		    (rename(buf_z(&part), buf_z(&path)) == 0 ||
			err_set(err, ERR_IO, "%s: %s", buf_z(&path), strerror(errno)));
		remove_part(buf_z(&part));
	}
	buf_free(&part);
	buf_free(&path);
	return ok;
}

bool
saved_demo_read(struct store_tx *to, struct str name, int64_t *now, struct err *err)
{
	struct store_tx from;
	struct err ignored;
	struct store *s = open_saved(name, err);
	*now = WHEN_NONE;
	if (!s)
		return false;
	bool ok = store_begin(s, &from, STORE_READ, err);
	if (ok) {
		ok = store_list_audit(&from, take_save_time, now, err) &&
		    (*now != WHEN_NONE ||
			err_set(err, ERR_INVALID, "the saved demo %.*s is not complete",
			    STR_ARG(name))) &&
		    store_copy_data(&from, to, err);
		store_end(&from, false, &ignored);
	}
	store_close(s);
	return ok;
}

static int
is_saved_file(const struct dirent *e)
{
	struct str file = str_of(e->d_name), ending = str_of(file_ending);
	return str_ends(file, ending) && saved_demo_is_name(str_sub(file, 0, file.n - ending.n));
}

void
saved_demo_list(struct buf *out)
{
	struct buf folder = { 0 };
	struct dirent **files = NULL;
	struct err ignored;
	int n = append_path(&folder, STR_NONE, "", &ignored)
	    ? scandir(buf_z(&folder), &files, is_saved_file, alphasort)
	    : 0;
	for (int i = 0; i < n; i++) {
		struct str file = str_of(files[i]->d_name);
		buf_addz(out, i ? ", " : "");
		buf_adds(out, str_sub(file, 0, file.n - str_of(file_ending).n));
		free(files[i]);
	}
	free(files);
	buf_free(&folder);
}
