#include "ui/snapshot/snapshots.h"

#include "app/file.h"
#include "base/utf8.h"
#include "ui/kit/dialog.h"
#include "ui/kit/prompt.h"
#include "ui/snapshot/changes_pane.h"

#include <unistd.h>

/* Shows "Saved" with the file, or "Not saved" with the reason. */
static void
show_about_snapshot(struct console *c, enum role role, const char *what, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, c->look.ascii_lines);
	console_show(c, role, "%s: %s", what, buf_z(&clean));
	buf_free(&clean);
}

/* ---- saving ---- */

static void
save_as(struct console *c, const char *path)
{
	struct snapshot all = { 0 };
	struct buf text = { 0 }, words = { 0 };
	struct err err;
	baseline_add_catalog(&all, c->catalog);
	snapshot_write(&text, &all);
	if (file_replace(path, buf_str(&text), &err)) {
		buf_addf(&words, "%s, ", path);
		snapshot_append_summary(&words, &all, catalog_commit(c->catalog));
		show_about_snapshot(c, ROLE_TEXT, "Saved", buf_str(&words));
	} else {
		show_about_snapshot(c, ROLE_BAD, "Not saved", str_of(err.text));
	}
	buf_free(&text);
	buf_free(&words);
	snapshot_free(&all);
}

static void
answer(struct console *c, void *ctx, int button)
{
	char *path = ctx;
	if (button)
		save_as(c, path);
	else
		console_show(c, ROLE_TEXT, "Nothing was saved. The file is unchanged");
	x_free(path);
}

static void
ask_to_replace(struct console *c, const char *path)
{
	struct buf words = { 0 };
	text_clean(&words, str_of(path), c->look.ascii_lines);
	buf_addz(&words, " exists. Saving replaces its content.");
	dialog_ask(c, "Snapshot", buf_z(&words), "Replace", answer, x_strdup(path));
	buf_free(&words);
}

/* Stores the typed name, which is the default of the next prompt. */
static bool
on_snapshot_name(struct console *c, struct str text, struct err *err)
{
	struct str name = str_trim(text);
	if (!name.n)
		return err_set(err, ERR_USAGE, "a file's name");
	buf_reset(&c->snapshot_file);
	buf_adds(&c->snapshot_file, name);
	return true;
}

static bool
replace_file(struct console *c, struct str text, struct err *err)
{
	if (!on_snapshot_name(c, text, err))
		return false;
	const char *path = buf_z(&c->snapshot_file);
	if (access(path, F_OK) == 0)
		ask_to_replace(c, path);
	else
		save_as(c, path);
	return true;
}

/* True if the catalog is complete enough for a snapshot; else starts reading it and shows a
 * message. */
static bool
is_read(struct console *c)
{
	if (catalog_graph(c->catalog))
		return true;
	catalog_read(c->catalog, CATALOG_CAMPAIGNS);
	console_show(c, ROLE_WARN, "The catalog has not been read completely yet");
	return false;
}

void
snapshots_save(struct console *c)
{
	struct buf name = { 0 }, day = { 0 };
	if (!is_read(c))
		return;
	buf_adds(&name, buf_str(&c->snapshot_file));
	if (!name.n) {
		buf_addz(&name, "catalog-");
		when_write(&day, console_now(c));
		buf_adds(&name, str_sub(buf_str(&day), 0, 10));
		buf_addz(&name, ".snap");
	}
	console_open(c, prompt_text_new(c, "Save the snapshot as: ", buf_str(&name), replace_file));
	buf_free(&name);
	buf_free(&day);
}

/* ---- comparing ---- */

static bool
build_snapshot(struct console *c, struct str text, struct err *err)
{
	if (!on_snapshot_name(c, text, err))
		return false;
	struct baseline *read = baseline_load(buf_z(&c->snapshot_file), err);
	if (!read)
		return false; /* shown in the prompt: the name can be corrected */
	baseline_free(c->baseline);
	c->baseline = read;
	c->comparisons++;
	c->compare_after = c->catalog->revisions;
	catalog_refresh(c->catalog);
	console_changed(c);
	changes_pane_show(c);
	return true;
}

void
snapshots_compare(struct console *c)
{
	if (is_read(c))
		console_open(c,
		    prompt_text_new(c, "Compare with the snapshot: ", buf_str(&c->snapshot_file),
			build_snapshot));
}
