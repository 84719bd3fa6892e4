/*
 * input.h - converts bytes from a terminal to keys, pastes and answers. Pure: no terminal needed.
 *
 * Not ncurses' wgetch(): that waits inside for the rest of an escape, knows one of the two ways
 * terminals send arrows, and takes a paste key by key. Feed it the bytes that were read; a lone Esc
 * is held until input_flush(), which the loop calls ESC_MS later. Focus reports are ignored; keys
 * of kitty's protocol and of modifyOtherKeys, which another program may have left on, are decoded.
 * A key that follows an Esc within that time is the key with Alt; an unknown sequence is one
 * KEY_UNKNOWN, and nothing of it is typed.
 */
#ifndef UI_TERM_INPUT_H
#define UI_TERM_INPUT_H

#include "app/config/keymap.h"
#include "base/arena.h"

enum { ESC_MS = 25, PASTE_MS = 2000, PASTE_MAX = 1 << 20, BURST_MIN = 8 };

enum input_kind { INPUT_KEY, INPUT_PASTE, INPUT_DEVICE, INPUT_BACKGROUND, INPUT_MOUSE };

/* Mouse events that the console handles. */
enum mouse { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct input_event {
	enum input_kind kind;
	uint32_t key;
	struct str text; /* of a paste; valid until the next feed or flush */
	bool is_cut;     /* the paste was longer than PASTE_MAX: this is its beginning */
	int device[3]; /* what it says it is; of a background red, green, blue to 255 */
	enum mouse mouse;
	int y, x; /* of the mouse, from 0 */
};

struct input {
	struct buf held;    /* an escape or character that is not whole yet */
	struct buf paste;   /* a bracketed paste under way */
	struct arena texts; /* pastes among the events: several may come in one read */
	bool pasting;
	enum { SKIP_NOTHING, SKIP_SEQUENCE, SKIP_STRING } skipping; /* to the end of one too long */
	bool cut;                       /* the paste under way had more than PASTE_MAX bytes */
	bool brackets;                  /* this terminal marks its pastes: bursts are keys */
	VEC(struct input_event) events; /* the caller takes them all, then sets n to 0 */
};

/* Adds the events of these bytes. `burst_is_paste`: many different characters at once are a
 * paste, for terminals that do not say so. */
void input_feed(struct input *in, struct str bytes, bool burst_is_paste);
/* Does something wait for more bytes? Then flush it after ESC_MS (PASTE_MS in a paste or an answer). */
bool input_is_held(const struct input *in);
/* Is it the beginning of an answer of the terminal, or the rest of one too long? No key begins so, and on a
 * slow line it may come in pieces. */
bool input_is_answer(const struct input *in);
/* Nothing more came: what is held is what it is. */
void input_flush(struct input *in);
void input_free(struct input *in);

#endif
