#include "ui/kit/prompt.h"

#include "base/utf8.h"

/* The prompt `:`, and the same list of commands on the whole body, `?`. */

static void
update_palette(struct prompt *p)
{
	buf_reset(&p->problem);
	if (p->secret_kind)
		palette_clear(&p->palette);
	else
		palette_find(&p->palette, p->modal.console, prompt_text(p));
}

/* Moves the last line, which was not understood, out of the history. Up recalls it once, to be
 * corrected. */
static void
store_rejected_line(struct console *c)
{
	if (c->typed_lines[HISTORY_LINES].n == 0)
		return; /* the line itself cleared the history */
	x_free(c->rejected_line);
	c->rejected_line = c->typed_lines[HISTORY_LINES].v[--c->typed_lines[HISTORY_LINES].n];
}

/* True if the text is an action's name and no other suggestion was chosen. */
static bool
runs_typed_text(const struct prompt *p)
{
	return !p->secret_kind && p->palette.chosen <= 0 && !p->suggestion_moved &&
	    typed_classify_known(p->modal.console, prompt_text(p)) == TYPED_ACTION;
}

/* Runs or opens the line. Words that match nothing stay in the prompt instead of starting a
 * search for baskets, since they may be a typing error. */
static void
accept_anything(struct prompt *p)
{
	struct console *c = p->modal.console;
	struct palette_entry chosen = { 0 };
	struct buf text = { 0 };
	bool picks = p->palette.chosen >= 0, kept = p->added_to_history;
	unsigned said = c->messages_shown;
	buf_adds(&text, prompt_text(p));
	enum typed_kind kind = p->secret_kind ? p->secret_kind
					      : typed_classify_known(c, buf_str(&text));
	if (kind == TYPED_WORDS && !picks) {
		palette_append_unknown(&p->problem, c, str_trim(buf_str(&text)));
		if (kept)
			store_rejected_line(c);
		buf_wipe(&text);
		return;
	}
	if (picks) {
		chosen = p->palette.entries.v[p->palette.chosen];
		p->palette.entries.v[p->palette.chosen] = (struct palette_entry){ 0 };
	}
	bool runs_text = runs_typed_text(p);
	console_close_modal(c);
	if (picks && !runs_text)
		palette_run(c, &chosen);
	else
		c->nav->run_typed_text(c, kind, buf_str(&text));
	if (kept && c->messages_shown != said && c->message_role == ROLE_WARN)
		store_rejected_line(c);
	x_free(chosen.name);
	x_free(chosen.description);
	x_free(chosen.target);
	buf_wipe(&text);
}

static void
append_chosen_line(const struct prompt *p, struct buf *out)
{
	if (p->palette.chosen >= 0 && !runs_typed_text(p))
		palette_append_line(out, &p->palette.entries.v[p->palette.chosen]);
}

/* `?` opens and closes the whole list. Before a text is typed, `q` closes it as it closes every
 * text, and `/` is the key to search, which the list does anyway. */
static bool
on_anything_key(struct prompt *p, uint32_t key)
{
	bool is_empty = prompt_text(p).n == 0 && !p->secret_kind;
	if (p->palette.is_whole && is_empty && (key == 'q' || key == '/')) {
		if (key == 'q')
			console_close_modal(p->modal.console);
		return true;
	}
	if (key != KEY_F1 && !(is_empty && key == '?'))
		return false;
	if (p->palette.is_whole)
		console_close_modal(p->modal.console);
	else
		p->palette.is_whole = true;
	return true;
}

static void
write_anything_bar(const struct prompt *p, struct buf *out)
{
	(void)p;
	buf_addz(out, "Enter run   Tab complete   Up Down choose   Esc close");
}

static const struct prompt_kind anything_prompt_kind = {
	.prefix = ":",
	.write_key_bar = write_anything_bar,
	.max_bytes = LINEEDIT_SIZE_MAX, /* room for a token */
	.history_kind = HISTORY_LINES,
	.keeps_history = true,
	.accepts_secrets = true,
	.on_changed = update_palette,
	.on_key = on_anything_key,
	.append_history_line = append_chosen_line,
	.on_accept = accept_anything,
};

struct modal *
prompt_anything_new(struct console *c, struct str pasted)
{
	struct prompt *p = x_new(struct prompt);
	prompt_init(p, c, &anything_prompt_kind);
	if (pasted.n)
		p->modal.ops->on_paste(&p->modal, pasted);
	else
		update_palette(p);
	return &p->modal;
}

struct modal *
prompt_commands_new(struct console *c)
{
	struct modal *m = prompt_anything_new(c, STR_NONE);
	prompt_of_modal(m)->palette.is_whole = true;
	return m;
}
