/*
 * prompt.h - the prompts on the message line: `/` filters or searches the visible pane, `:` opens
 * or runs anything, and some actions ask for a text.
 *
 * A prompt is a line being typed plus a kind, which has the callbacks for each key and for Enter
 * and Esc.
 */
#ifndef UI_KIT_PROMPT_H
#define UI_KIT_PROMPT_H

#include "ui/kit/console.h"
#include "ui/kit/lineedit.h"
#include "ui/kit/palette.h"
#include "ui/kit/textview.h"

struct prompt;

/* The history that Up recalls: lines of `:`, filters, or none. */
enum prompt_history_kind { HISTORY_LINES, HISTORY_FILTERS, HISTORY_NONE };

struct prompt_kind {
	const char *prefix;       /* text before the line; NULL: the prompt's `label` */
	const char *key_bar_text; /* text of the key bar; NULL: write_key_bar() makes it */
	size_t max_bytes;         /* maximum bytes */
	enum prompt_history_kind history_kind;
	bool keeps_history;   /* entered lines go into the history */
	bool accepts_secrets; /* accepts secrets and identities as the only text */

	/* Hooks; only `on_changed` and `on_accept` are required. */
	void (*on_changed)(struct prompt *p);
	/* Called for a key before the prompt's own keys; returns false if it does nothing. */
	bool (*on_key)(struct prompt *p, uint32_t key);
	/* Appends the line for the history on Enter; nothing: the typed text. */
	void (*append_history_line)(const struct prompt *p, struct buf *out);
	/* Called on Esc, before the prompt closes. */
	void (*on_cancel)(struct prompt *p);
	/* Called on Enter; may close the prompt or leave it open. */
	void (*on_accept)(struct prompt *p);
	void (*write_key_bar)(const struct prompt *p, struct buf *out);
	void (*on_close)(struct prompt *p); /* frees the kind's own data */
};

struct prompt {
	struct modal modal;
	const struct prompt_kind *kind;
	struct lineedit edit;
	struct textview *searched_view; /* for a search: the view to search in */
	const char *label;              /* for prompt_text_new(): what to enter */
	const char *enter_label;        /* and what Enter does, in the key bar; NULL: OK */
	bool (*on_accept)(struct console *c, struct str text, struct err *err);
	void (*on_filter)(struct console *c, struct str words);
	struct buf original_text;    /* restored on Esc: the VIEW line, or the filter words */
	struct buf problem;          /* why the text cannot be used yet */
	size_t history_position;     /* position in the history; 0: the typed text */
	enum typed_kind secret_kind; /* kind of a hidden pasted text; TYPED_NOTHING: none */
	struct palette palette;
	struct buf offered;    /* texts that Tab puts into the field, one per line */
	size_t offered_at;     /* start of the one that Tab takes next */
	bool added_to_history; /* the entered line was added to the history */
	bool suggestion_moved; /* the cursor moved among the suggestions */
};

/* For kinds: struct prompt is the first member of the kind's own struct, and is freed with it. */
void prompt_init(struct prompt *p, struct console *c, const struct prompt_kind *kind);
struct prompt *prompt_of_modal(const struct modal *m);
struct str prompt_text(const struct prompt *p);

/* Searches a document while the user types. */
struct modal *prompt_search_new(struct console *c, struct textview *view);
/* Says that the text is not in the document of the topmost pane. */
void prompt_show_not_found(struct console *c, struct str sought);
/* A filter for a list that is not a pane's rows: calls `narrow` after each key. Esc restores the
 * initial text. */
struct modal *prompt_narrow_new(
    struct console *c, struct str words, void (*narrow)(struct console *c, struct str words));
/* Asks for a text and passes it to `take` on Enter; if that returns false, its error is shown
 * and the text stays. Typing replaces the initial text. `words` is borrowed. */
struct modal *prompt_text_new(struct console *c, const char *words, struct str text,
    bool (*take)(struct console *c, struct str text, struct err *err));
/* Names what Enter does, in the key bar; `words` is borrowed. */
void prompt_set_enter_label(struct modal *prompt, const char *words);
/* Offers texts, one per line: the first one is the initial text if there was none, and Tab goes
 * from one to the next. Takes the buffer's content. */
void prompt_offer(struct modal *prompt, struct buf *texts);
/* Replaces the text as if it had been typed. */
void prompt_set_text(struct modal *prompt, struct str text);
/* The `:` prompt. May start with a pasted text, which is classified before it is shown. */
struct modal *prompt_anything_new(struct console *c, struct str pasted);
/* The same list of commands on the whole body, for `?`. */
struct modal *prompt_commands_new(struct console *c);

/* Deletes the history of typed lines. */
void prompt_clear_history(struct console *c);

#endif
