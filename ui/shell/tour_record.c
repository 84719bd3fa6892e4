#include "ui/shell/tour_record.h"

#include "app/file.h"
#include "app/script_file.h"
#include "base/regular_file.h"
#include "base/utf8.h"
#include "ui/linear/screen_text.h"
#include "ui/shell/caption.h"
#include "ui/shell/home.h"
#include "ui/shell/typed_keys.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct tour_record {
	char *path;
	int fd;
	size_t step_count;
	/* The step that is being recorded, in the words of its file. */
	struct buf lines, caption, notes;
	bool has_moved; /* the cursor moved since the last line of the step */
	/* The keys since no prompt was open; they belong to this step or begin the next one. */
	struct typed_keys keys;
	bool is_move;             /* the keys only move the cursor of a list */
	bool is_dropped;          /* the keys gave a command to the recording itself */
	struct buf place, row_id; /* before the keys */
};

static const char placeholder[] = "(caption)";

/* ---- places ---- */

static void
append_place(struct buf *out, const struct console *c)
{
	struct pane *p = console_top_pane(c);
	struct title t = { 0 };
	p->ops->write_title(p, &t);
	buf_adds(out, buf_str(&t.breadcrumb));
	buf_addc(out, ' ');
	buf_adds(out, buf_str(&t.terms));
	title_free(&t);
}

static void
append_selected_id(struct buf *out, const struct console *c)
{
	const struct rows_pane *r = screen_focused_list(c);
	if (r)
		buf_adds(out, buf_str(&r->selected_id));
}

/* Appends the line that opens the visible place; nothing if it can be reached by keys only. */
static void
append_open_line(struct buf *out, struct console *c)
{
	const struct rows_pane *r = screen_focused_list(c);
	struct buf line = { 0 };
	bool is_base = r && !console_pane_below(c);
	if (is_base)
		view_write(&line, rows_pane_shown_rows(r).view);
	if (is_base && (c->tab == TAB_CHECKS || c->tab == TAB_JOURNAL)) {
		/* their VIEWs cannot be typed */
		bool is_plain = str_find_char(buf_str(&line), ' ') == SIZE_MAX;
		buf_reset(&line);
		buf_addz(&line, is_plain ? action_infos[c->tabs[c->tab].action].name : "");
	}
	if (home_is_open(c)) {
		buf_reset(&line);
		buf_addz(&line, "today");
	}
	enum typed_kind kind = typed_classify_known(c, buf_str(&line));
	if (kind == TYPED_VIEW || kind == TYPED_ACTION)
		buf_addf(out, "open %s\n", buf_z(&line));
	buf_free(&line);
}

/* Appends `mark` with as much of the row's text as no row before it has. */
static void
append_mark_line(struct buf *out, const struct console *c)
{
	struct rows_pane *r = screen_focused_list(c);
	struct buf row = { 0 };
	struct str comma = STR(", ");
	if (!r || r->pos.cursor >= rows_pane_shown_rows(r).n)
		return;
	/* A second mark replaces the first. */
	size_t last = out->n ? out->n - 1 : 0;
	while (last && out->p[last - 1] != '\n')
		last--;
	if (str_starts(str_sub(buf_str(out), last, out->n), STR("mark ")))
		out->n = last;
	screen_append_row(r, r->pos.cursor, &row);
	for (size_t end = 0; end < row.n;) {
		struct str rest = str_sub(buf_str(&row), end, row.n);
		size_t at = str_find(rest, comma);
		end = at == SIZE_MAX ? row.n : end + at;
		struct str text = str_sub(buf_str(&row), 0, end);
		if (caption_find_row(r, text) == r->pos.cursor || end == row.n) {
			buf_addf(out, "mark %.*s\n", STR_ARG(text));
			break;
		}
		end += comma.n;
	}
	buf_free(&row);
}

/* ---- the file ---- */

static void
free_record(struct console *c)
{
	struct tour_record *r = c->tour_record;
	c->tour_record = NULL;
	close(r->fd);
	buf_free(&r->lines);
	buf_free(&r->caption);
	buf_free(&r->notes);
	buf_free(&r->keys.lines);
	buf_free(&r->place);
	buf_free(&r->row_id);
	x_free(r->path);
	x_free(r);
}

/* Writes to the file; a failure ends the recording. */
static bool
write_text(struct console *c, struct str text)
{
	struct tour_record *r = c->tour_record;
	struct buf path = { 0 };
	if (regular_file_write(r->fd, text))
		return true;
	text_clean(&path, str_of(r->path), c->look.ascii_text);
	console_show(c, ROLE_BAD, "The recording has ended: %s: %s", buf_z(&path), strerror(errno));
	buf_free(&path);
	free_record(c);
	return false;
}

static bool
write_step(struct console *c)
{
	struct tour_record *r = c->tour_record;
	struct buf text = { 0 };
	buf_addz(&text, "\nstep\n");
	buf_adds(&text, buf_str(&r->lines));
	buf_addf(&text, "caption %s\n", r->caption.n ? buf_z(&r->caption) : placeholder);
	buf_adds(&text, buf_str(&r->notes));
	bool ok = write_text(c, buf_str(&text));
	buf_free(&text);
	if (!ok)
		return false;
	r->step_count++;
	buf_reset(&r->lines);
	buf_reset(&r->caption);
	buf_reset(&r->notes);
	return true;
}

/* ---- keys ---- */

/* Begins the next keys, if there are none yet. */
static void
begin_keys(struct console *c, uint32_t key)
{
	struct tour_record *r = c->tour_record;
	enum action a = ACT_NONE;
	const uint32_t keys[] = { key };
	if (r->keys.lines.n)
		return;
	buf_reset(&r->place);
	append_place(&r->place, c);
	buf_reset(&r->row_id);
	append_selected_id(&r->row_id, c);
	r->is_move = screen_focused_list(c) &&
	    keymap_lookup(&c->keys, pane_scope(console_top_pane(c)), keys, 1, &a) == MATCH_ACTION &&
	    a >= ACT_DOWN && a <= ACT_BOTTOM;
	r->is_dropped = false;
	if (r->has_moved && !r->is_move) {
		append_mark_line(&r->lines, c);
		r->has_moved = false;
	}
}

/* True if a link or a signed token may be in the text, also one typed by hand among other words. */
static bool
may_be_secret(struct str text)
{
	return str_find(text, STR("://")) != SIZE_MAX || str_find(text, STR("eyJ")) != SIZE_MAX;
}

void
tour_record_before_key(struct console *c, uint32_t key)
{
	struct tour_record *r = c->tour_record;
	if (!r || c->is_tour_acting)
		return;
	begin_keys(c, key);
	typed_keys_add(&r->keys, key, console_top_modal(c) != NULL);
}

/* The keys have led to another place: it is the next step. */
static void
begin_next_step(struct console *c)
{
	struct tour_record *r = c->tour_record;
	if (!write_step(c))
		return;
	append_open_line(&r->lines, c);
	if (!r->lines.n)
		buf_adds(&r->lines, buf_str(&r->keys.lines));
	r->has_moved = false;
}

static void
add_keys_to_step(struct console *c)
{
	struct tour_record *r = c->tour_record;
	struct buf id = { 0 };
	append_selected_id(&id, c);
	if (!r->is_move)
		buf_adds(&r->lines, buf_str(&r->keys.lines));
	else if (!str_eq(buf_str(&id), buf_str(&r->row_id)))
		r->has_moved = true;
	buf_free(&id);
}

void
tour_record_after_key(struct console *c)
{
	struct tour_record *r = c->tour_record;
	struct buf place = { 0 };
	if (!r || c->is_tour_acting || !r->keys.lines.n || console_top_modal(c) || c->typed_keys_n)
		return;
	typed_keys_end_line(&r->keys);
	typed_keys_drop_secrets(&r->keys, may_be_secret);
	append_place(&place, c);
	if (r->is_dropped)
		;
	else if (!str_eq(buf_str(&place), buf_str(&r->place)))
		begin_next_step(c);
	else
		add_keys_to_step(c);
	if (c->tour_record)
		typed_keys_reset(&r->keys);
	buf_free(&place);
}

void
tour_record_on_paste(struct console *c)
{
	struct tour_record *r = c->tour_record;
	if (!r || c->is_tour_acting)
		return;
	begin_keys(c, KEY_NOTHING);
	r->keys.has_paste = true;
	typed_keys_add(&r->keys, KEY_NOTHING, false);
}

/* ---- commands ---- */

static void
start_recording(struct console *c, struct str name)
{
	struct buf path = { 0 }, clean = { 0 };
	struct err err;
	if (!c->app->options.demo_pack && !c->app->masked) {
		console_show(
		    c, ROLE_WARN, "Mask people first, with :mask on: a tour names the rows it marks");
		return;
	}
	file_append_full_path(&path, name);
	text_clean(&clean, buf_str(&path), c->look.ascii_text);
	int fd = regular_file_open(buf_z(&path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0, &err);
	if (fd < 0) {
		console_show(c, ROLE_WARN, "%s: %s", buf_z(&clean),
		    errno == EEXIST ? "the file exists; choose a new name" : strerror(errno));
	} else {
		struct tour_record *r = c->tour_record = x_new(struct tour_record);
		*r = (struct tour_record){
			.fd = fd, .path = x_strdup(buf_z(&path)), .is_dropped = true
		};
		append_open_line(&r->lines, c);
		append_mark_line(&r->lines, c);
		if (write_text(
			c, STR("# man backroom, TOURS, describes this file.\ntitle A tour\n")))
			console_show(c, ROLE_TEXT,
			    "Recording. :tour caption TEXT and :tour note TEXT, :tour record off ends it");
	}
	buf_free(&path);
	buf_free(&clean);
}

void
tour_record_end(struct console *c)
{
	struct tour_record *r = c->tour_record;
	struct buf path = { 0 };
	if (!r)
		return;
	if (r->has_moved)
		append_mark_line(&r->lines, c);
	if (!write_step(c))
		return;
	text_clean(&path, str_of(r->path), c->look.ascii_text);
	console_show(c, ROLE_TEXT, "Recorded %zu %s: %s", r->step_count,
	    r->step_count == 1 ? "step" : "steps", buf_z(&path));
	buf_free(&path);
	free_record(c);
}

static void
set_text(struct console *c, struct buf *out, const char *word, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, c->look.ascii_text);
	buf_addf(out, "%s%s", word, buf_z(&clean));
	buf_free(&clean);
}

bool
tour_record_run_command(struct console *c, struct str line)
{
	struct str word = str_sub(line, 0, str_find_char(line, ' '));
	struct str text = str_trim(str_sub(line, word.n, line.n));
	bool is_record = str_eqz(word, "record"), is_caption = str_eqz(word, "caption"),
	     is_note = str_eqz(word, "note");
	struct tour_record *r = c->tour_record;
	if (!is_record && !is_caption && !is_note)
		return false;
	if (r)
		r->is_dropped = true;
	if (!text.n)
		console_show(c, ROLE_WARN, "tour %.*s needs a %s", STR_ARG(word),
		    is_record ? "file, or off" : "text");
	else if (is_record && r && !str_eqz(text, "off"))
		console_show(c, ROLE_WARN, "Already recording. :tour record off ends it");
	else if (is_record && c->linear)
		console_show(c, ROLE_WARN, "Tours are recorded on a screen, not in linear mode");
	else if (is_record && !str_eqz(text, "off"))
		start_recording(c, text);
	else if (!r)
		console_show(
		    c, ROLE_WARN, "No tour is being recorded. :tour record FILE starts one");
	else if (is_record)
		tour_record_end(c);
	else if (is_caption && text.n > CAPTION_BYTES_MAX)
		console_show(c, ROLE_WARN, "A caption has at most %d bytes", CAPTION_BYTES_MAX);
	else if (is_caption) {
		buf_reset(&r->caption);
		set_text(c, &r->caption, "", text);
		console_show(c, ROLE_TEXT, "Saved as the caption of this step");
	} else {
		set_text(c, &r->notes, "note ", text);
		buf_addc(&r->notes, '\n');
		console_show(c, ROLE_TEXT, "Saved as a note of this step");
	}
	return true;
}
