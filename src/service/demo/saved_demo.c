#include "service/demo/saved_demo.h"

#include "base/xdg.h"
#include "store/copy.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

enum { SAVED_NAME_MAX = 40 };

static const char save_operation[] = "saveDemo";
static const char file_ending[] = ".db";

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
append_path(struct buf *out, struct str name, struct err *err)
{
	struct buf file = { 0 };
	buf_addf(&file, "demos/%.*s%s", STR_ARG(name), name.n ? file_ending : "");
	bool ok = xdg_append_state_path(out, buf_z(&file), err);
	buf_free(&file);
	return ok;
}

/* Opens the store of a name; with `may` STORE_MAY_ALL it is created. */
static struct store *
open_saved(struct str name, unsigned may, struct err *err)
{
	struct buf path = { 0 }, url = { 0 };
	struct store *s = NULL;
	bool ok = append_path(&path, name, err);
	if (ok && !(may & STORE_MAY_CREATE) && access(buf_z(&path), F_OK) != 0)
		ok = err_set(err, ERR_NOT_FOUND, "no demo is saved as %.*s", STR_ARG(name));
	buf_addf(&url, "sqlite:%s", ok ? buf_z(&path) : "");
	if (ok)
		s = store_open_with_flags(buf_str(&url), may, err);
	buf_free(&path);
	buf_free(&url);
	return s;
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

bool
saved_demo_write(struct store_tx *from, struct str name, int64_t now, struct err *err)
{
	struct store_tx to;
	struct err ignored;
	struct store *s = open_saved(name, STORE_MAY_ALL, err);
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

bool
saved_demo_read(struct store_tx *to, struct str name, int64_t *now, struct err *err)
{
	struct store_tx from;
	struct err ignored;
	struct store *s = open_saved(name, STORE_MAY_MIGRATE, err);
	if (!s)
		return false;
	bool ok = store_begin(s, &from, STORE_READ, err);
	if (ok) {
		ok = store_copy_data(&from, to, err) &&
		    store_list_audit(&from, take_save_time, now, err);
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
	int n = append_path(&folder, STR_NONE, &ignored)
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
