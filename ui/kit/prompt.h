/*
 * prompt.h - the prompts on the message line: `/` narrows or searches what is seen, `:` goes
 * anywhere and does anything, and some actions ask for a text.
 *
 * A prompt is a line being typed and a kind, which says what becomes of it per key and at its end.
 */
#ifndef UI_KIT_PROMPT_H
#define UI_KIT_PROMPT_H

#include "ui/kit/console.h"
#include "ui/kit/lineedit.h"
#include "ui/kit/palette.h"
#include "ui/kit/textview.h"

struct prompt;

/* Up brings back earlier lines: of `:`, of filters, or none. */
enum prompt_earlier { EARLIER_LINES, EARLIER_FILTERS, EARLIER_NONE };

struct prompt_kind {
	const char *mark; /* before the line; NULL: the prompt's own words */
	const char *bar;  /* of the key bar; NULL: written */
	size_t room;      /* bytes */
	enum prompt_earlier earlier;
	bool keeps;    /* what is entered is brought back later */
	bool anything; /* takes secrets and identities, where nothing else was typed */

	void (*changed)(struct prompt *p);
	/* Esc, before it closes. May be NULL, and so may be what follows but for `accepted`. */
	void (*left)(struct prompt *p);
	/* Enter; closes it, or not. */
	void (*accepted)(struct prompt *p);
	void (*write_bar)(const struct prompt *p, struct buf *out);
	void (*closed)(struct prompt *p); /* frees what is the kind's own */
};

struct prompt {
	struct modal modal;
	const struct prompt_kind *kind;
	struct lineedit edit;
	struct textview *view; /* of a search */
	const char *words;     /* of a text that is asked for */
	bool (*take)(struct console *c, struct str text, struct err *err);
	void (*narrow)(struct console *c, struct str words);
	struct buf before;      /* what Esc brings back: the VIEW line, the words that narrowed */
	struct buf problem;     /* why the text cannot be used yet */
	size_t earlier_at;      /* from the newest; 0: what is typed */
	enum typed_kind secret; /* a pasted text that is not shown; TYPED_NOTHING: none */
	struct palette palette;
	bool kept;  /* the line that is entered was: it is the last of the earlier ones */
	bool moved; /* the cursor moved among the candidates: the text is not the selection */
};

/* For kinds: the prompt is the first member of what the kind allocates, and is freed with it. */
void prompt_init(struct prompt *p, struct console *c, const struct prompt_kind *kind);
struct prompt *prompt_of_modal(const struct modal *m);
struct str prompt_text(const struct prompt *p);

/* Looks for a text in a document per key. */
struct modal *prompt_search_new(struct console *c, struct textview *view);
/* A filter for a list that is not a pane's rows: passed on per key; Esc restores the initial
 * text. */
struct modal *prompt_narrow_new(
    struct console *c, struct str words, void (*narrow)(struct console *c, struct str words));
/* Asks for a text, which `take` judges when it is entered; false: its error is said and the text
 * stays. A text that it begins with gives way to what is typed. `words` is borrowed. */
struct modal *prompt_text_new(struct console *c, const char *words, struct str text,
    bool (*take)(struct console *c, struct str text, struct err *err));
/* Replaces the text, as if it had been typed. */
void prompt_set_text(struct modal *prompt, struct str text);
/* Anything; begins with a pasted text when there is one, classified before it is shown. */
struct modal *prompt_anything_new(struct console *c, struct str pasted);

/* Forgets every line that was typed. */
void prompt_clear_history(struct console *c);

#endif
