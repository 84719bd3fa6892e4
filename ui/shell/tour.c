#include "ui/shell/tour.h"

#include "app/tour_notes.h"
#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/linear/linear.h"
#include "ui/shell/caption.h"
#include "ui/shell/script.h"
#include "ui/shell/shell.h"
#include "ui/shell/tour_record.h"

struct guided_tour {
	struct script *script;
	VEC(size_t) steps;     /* the indexes of the lines `step` */
	size_t step;           /* the current one, from 0 */
	size_t next_line, end; /* the lines that remain to be run */
	bool is_shown;         /* this console shows the step's caption */
	bool has_ended;        /* the last step is done; the tour starts again from the first */
	bool notes_failed;     /* a failure was reported */
	size_t modal_count;    /* open prompts and menus when the step's lines began to wait */
	struct tour_notes notes;
};

static const struct script_file *
file_of(const struct guided_tour *t)
{
	return script_file_of(t->script);
}

struct guided_tour *
tour_open(const char *name, struct err *err)
{
	struct script_file file;
	if (!tour_file_read(&file, name, err)) {
		script_file_free(&file);
		return NULL;
	}
	struct guided_tour *t = x_new(struct guided_tour);
	t->script = script_new(&file);
	t->notes.lock_fd = -1;
	for (size_t i = 0; i < file.lines.n; i++)
		if (file.lines.v[i].word == SCRIPT_STEP)
			vec_push(&t->steps, i);
	return t;
}

void
tour_free(struct guided_tour *t)
{
	if (!t)
		return;
	tour_notes_end(&t->notes);
	script_free(t->script);
	vec_free(&t->steps);
	x_free(t);
}

/* ---- steps ---- */

/* The index after the last line of a step. */
static size_t
end_of_step(const struct guided_tour *t, size_t step)
{
	return step + 1 < t->steps.n ? t->steps.v[step + 1] : file_of(t)->lines.n;
}

static struct str
find_in_step(const struct guided_tour *t, enum script_word word, size_t step)
{
	return script_file_find(file_of(t), word, t->steps.v[step], end_of_step(t, step));
}

/* The last step, not after `step`, that opens a view: it can be reached from anywhere. */
static size_t
find_anchor(const struct guided_tour *t, size_t step)
{
	while (step && !find_in_step(t, SCRIPT_OPEN, step).n)
		step--;
	return step;
}

static void
do_nothing_on_timer(void *arg)
{
	(void)arg;
}

/* Goes to a step. With `anew` it is reached from its anchor. */
static void
begin_step(struct console *c, size_t step, bool anew)
{
	struct guided_tour *t = c->tour;
	t->step = step;
	t->next_line = t->steps.v[anew || c->linear ? find_anchor(t, step) : step];
	t->end = end_of_step(t, step);
	t->is_shown = t->has_ended = false;
	t->modal_count = c->modals.n;
	c->tour_step = step;
	c->has_tour_lines = true;
	c->is_tour_on = true;
	c->has_left_step = false;
	if (c->io.start_timer) /* so that tour_run() is called; a new console calls it anyway */
		c->io.start_timer(c->io.ctx, 0, do_nothing_on_timer, c);
	console_request_redraw(c);
}

static void
append_position(struct buf *out, const struct guided_tour *t)
{
	buf_addf(out, "%zu of %zu", t->step + 1, t->steps.n);
}

void
tour_start(struct console *c, struct guided_tour *t)
{
	if (c->tour)
		tour_free(c->tour);
	c->tour = t;
	c->tour_file = file_of(t);
	c->tour_step_count = t->steps.n;
	begin_step(c, 0, true);
}

/* ---- speaker notes ---- */

static void
append_notes(struct buf *out, const struct guided_tour *t)
{
	const struct script_file *f = file_of(t);
	struct str caption = find_in_step(t, SCRIPT_CAPTION, t->step);
	buf_addf(
	    out, "%.*s, step %zu of %zu\n", STR_ARG(tour_file_title(f)), t->step + 1, t->steps.n);
	if (caption.n)
		buf_addf(out, "%.*s\n", STR_ARG(caption));
	for (size_t i = t->steps.v[t->step]; i < end_of_step(t, t->step); i++)
		if (f->lines.v[i].word == SCRIPT_NOTE)
			buf_addf(out, "Note: %.*s\n", STR_ARG(f->lines.v[i].text));
	if (t->step + 1 == t->steps.n)
		buf_addz(out, "Next: the end\n");
	else if ((caption = find_in_step(t, SCRIPT_CAPTION, t->step + 1)).n)
		buf_addf(out, "Next: %.*s\n", STR_ARG(caption));
}

static void
publish_notes(struct console *c)
{
	struct guided_tour *t = c->tour;
	struct buf text = { 0 };
	struct err err;
	append_notes(&text, t);
	if (!c->is_tour_on)
		buf_addz(&text, "The tour was left here; :tour goes on\n");
	if (!tour_notes_write(&t->notes, buf_str(&text), &err) && !t->notes_failed) {
		t->notes_failed = true;
		console_show(c, ROLE_WARN, "The speaker notes are not written: %s", err.text);
	}
	buf_free(&text);
}

/* ---- running ---- */

static void
show_step(struct console *c)
{
	struct guided_tour *t = c->tour;
	t->is_shown = true;
	caption_set(c, find_in_step(t, SCRIPT_CAPTION, t->step));
	publish_notes(c);
}

/* In linear mode: speaks the caption, after the lines of the step, which may clear all messages. */
static void
speak_step(struct console *c)
{
	const struct guided_tour *t = c->tour;
	struct buf words = { 0 };
	buf_addz(&words, "Step ");
	append_position(&words, t);
	buf_addf(&words, "%s%s", c->caption.n ? ": " : "", buf_z(&c->caption));
	if (t->step == 0)
		buf_addz(&words, " Type next-step to go on, leave-tour to leave");
	if (c->linear)
		console_log_message(c, ROLE_TEXT, buf_str(&words), NULL);
	buf_free(&words);
}

/* Shows why a line of this step failed; a line of an earlier step that is only passed does not
 * count. */
static void
show_problem(struct console *c)
{
	struct guided_tour *t = c->tour;
	const char *problem = script_problem(t->script);
	if (t->next_line < t->steps.v[t->step])
		return;
	caption_set_problem(c, str_of(problem));
	if (c->linear)
		console_log_message(c, ROLE_WARN, str_of(problem), NULL);
}

void
tour_run(struct console *c)
{
	struct guided_tour *t = c->tour;
	if (!c->is_tour_on)
		return;
	if (!t->is_shown)
		show_step(c);
	while (c->is_tour_on && t->next_line < t->end) {
		/* The lines wait for a prompt that the presenter has opened in the meantime. */
		if (c->modals.n > t->modal_count || c->is_raw_view_open)
			return;
		c->is_tour_acting = true;
		enum script_result result = script_run_lines(t->script, c, &t->next_line, t->end);
		c->is_tour_acting = false;
		t->modal_count = c->modals.n;
		if (result == SCRIPT_WAITS)
			return;
		if (result == SCRIPT_FAILED) {
			show_problem(c);
			t->next_line++;
		}
	}
	if (c->has_tour_lines)
		speak_step(c);
	c->has_tour_lines = false;
}

void
tour_move(struct console *next, const struct console *last)
{
	next->tour = last->tour;
	next->tour_file = last->tour_file;
	next->tour_step = last->tour_step;
	next->tour_step_count = last->tour_step_count;
	next->is_tour_on = next->has_tour_lines = last->is_tour_on;
	next->has_left_step = true;
	next->tour_record = last->tour_record;
	if (next->tour)
		next->tour->is_shown = false;
}

void
tour_close(struct console *c)
{
	if (!shell_of(c)->is_switching_environment)
		tour_record_end(c);
}

/* ---- the presenter ---- */

static void
end_tour(struct console *c, const char *message)
{
	c->is_tour_on = false;
	c->tour->has_ended = true;
	c->tour->next_line = c->tour->end;
	tour_notes_end(&c->tour->notes);
	caption_set(c, STR_NONE);
	console_show(c, ROLE_TEXT, "%s", message);
}

void
tour_go_on(struct console *c)
{
	struct guided_tour *t = c->tour;
	bool anew = c->has_left_step || c->has_tour_lines;
	if (t->step + 1 < t->steps.n)
		begin_step(c, t->step + 1, anew);
	else
		end_tour(c, "The tour has ended. :tour starts it again");
}

void
tour_go_back(struct console *c)
{
	struct guided_tour *t = c->tour;
	begin_step(c, t->step ? t->step - 1 : 0, true);
}

void
tour_leave(struct console *c)
{
	struct buf at = { 0 };
	append_position(&at, c->tour);
	c->is_tour_on = false;
	c->has_left_step = true;
	c->tour->next_line = c->tour->end;
	caption_set(c, STR_NONE);
	publish_notes(c);
	console_show(c, ROLE_TEXT, "You left the tour at step %s. :tour goes on%s", buf_z(&at),
	    c->presenting ? ", :present off ends presenting" : "");
	buf_free(&at);
}

/* Actions that send, write, unmask or change the demo, also in a file on this machine. */
static bool
is_for_presenter_only(enum action a)
{
	static const enum action actions[] = { ACT_SEND_MAIN, ACT_SEND_MENU, ACT_BARE,
		ACT_WRITE_FILE, ACT_DELETE_FILES, ACT_QR, ACT_NOTE, ACT_OUTCOME, ACT_RUN, ACT_EXPORT,
		ACT_MAIL_LIST, ACT_WEB_PAGE, ACT_SAVE_VIEW, ACT_UNSAVE, ACT_SNAPSHOT, ACT_TOUR,
		ACT_DEMO_NOW, ACT_DEMO_FAULT, ACT_DEMO_SAVE, ACT_DEMO_LOAD, ACT_DEMO_RESET,
		ACT_ENVIRONMENT, ACT_LOGIN, ACT_LOGOUT, ACT_QUIT, ACT_SUSPEND };
	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++)
		if (a == actions[i])
			return true;
	return false;
}

bool
tour_stops_action(struct console *c, enum action a)
{
	bool stops = c->is_tour_acting && is_for_presenter_only(a);
	if (stops)
		console_show(c, ROLE_WARN, "A tour cannot do this: %s. Press the key yourself",
		    action_infos[a].name);
	return stops;
}

const char *
tour_why_not(const struct console *c, enum action a)
{
	bool is_own = a == ACT_TOUR_NEXT || a == ACT_TOUR_BACK || a == ACT_TOUR_LEAVE;
	if (is_own && !c->is_tour_on)
		return "No tour is running. :tour lists the tours";
	if (a == ACT_TOUR_BACK && c->tour->step == 0)
		return "This is the first step";
	return NULL;
}

/* ---- `:tour` ---- */

static void
start_tour(struct console *c, const char *name)
{
	struct err err;
	struct guided_tour *t = tour_open(name, &err);
	if (!t) {
		struct buf words = { 0 };
		struct str rest = str_of(err.text), line;
		str_next(&rest, '\n', &line);
		text_clean(&words, line, c->look.ascii_text);
		console_show(c, ROLE_WARN, "%s", buf_z(&words));
		buf_free(&words);
		return;
	}
	tour_start(c, t);
}

static void
on_tour_chosen(struct console *c, void *ctx, int value)
{
	(void)ctx;
	start_tour(c, embedded_tours[value].name);
}

static void
open_menu(struct console *c)
{
	struct buf all = { 0 };
	struct menu *m = menu_new(c, "Tours", false, on_tour_chosen, NULL);
	tour_append_names(&all);
	struct str rest = buf_str(&all), line, name;
	for (int i = 0; rest.n && str_next(&rest, '\n', &line); i++) {
		str_next(&line, '\t', &name);
		menu_add(m, i, false, "%-10.*s %.*s", STR_ARG(name), STR_ARG(line));
	}
	menu_set_closing_action(m, ACT_TOUR);
	menu_open(m);
	buf_free(&all);
}

static void
resume_or_list(struct console *c)
{
	if (c->is_tour_on)
		console_show(c, ROLE_TEXT, "The tour is running. :tour NAME starts another");
	else if (c->tour)
		begin_step(c, c->tour->has_ended ? 0 : c->tour->step, true);
	else
		open_menu(c);
}

void
tour_run_command(struct console *c, struct str text)
{
	struct str name = str_trim(text);
	if (!name.n) {
		resume_or_list(c);
	} else if (str_eqz(name, "off")) {
		if (c->is_tour_on)
			tour_leave(c);
		else
			console_show(c, ROLE_TEXT, "No tour is running. :tour lists the tours");
	} else if (str_eqz(name, "list")) {
		open_menu(c);
	} else if (!tour_record_run_command(c, name)) {
		char *own = str_dup(name);
		start_tour(c, own);
		x_free(own);
	}
}
