/*
 * input.h - converts bytes from a terminal to keys, pastes and replies. Pure: needs no terminal.
 *
 * Replaces ncurses' wgetch(), which blocks for the rest of an escape sequence, knows only one of
 * the two ways that terminals send arrows, and delivers a paste key by key. Feed it the bytes as
 * they are read; a lone Esc is held until input_flush(), which the loop calls ESCAPE_TIMEOUT_MS
 * later. Focus reports are ignored. Keys in kitty's protocol and modifyOtherKeys, which another
 * program may have left on, are decoded. A key within ESCAPE_TIMEOUT_MS after Esc is that key with
 * Alt. An unknown sequence becomes one KEY_UNKNOWN, and none of its bytes are typed.
 */
#ifndef UI_TERM_INPUT_H
#define UI_TERM_INPUT_H

#include "app/keymap.h"
#include "base/arena.h"

enum {
	ESCAPE_TIMEOUT_MS = 25,
	PASTE_TIMEOUT_MS = 2000,
	PASTE_BYTES_MAX = 1 << 20,
	BURST_BYTES_MIN = 8
};

enum input_kind { INPUT_KEY, INPUT_PASTE, INPUT_DEVICE, INPUT_BACKGROUND, INPUT_MOUSE };

/* Mouse events that the console handles. */
enum mouse { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct input_event {
	enum input_kind kind;
	uint32_t key;
	struct str text;      /* text of a paste; valid until the next feed or flush */
	bool is_cut;          /* the paste exceeded PASTE_BYTES_MAX: this is its beginning */
	int report_values[3]; /* the device attributes; or a background's red, green, blue to 255 */
	enum mouse mouse;
	int y, x; /* mouse position, from 0 */
};

struct input {
	struct buf partial_input; /* an incomplete escape sequence or character */
	struct buf paste;         /* a bracketed paste in progress */
	struct arena text_arena;  /* texts of pastes: one read may contain several */
	bool in_paste;
	enum { SKIP_NOTHING, SKIP_SEQUENCE, SKIP_STRING } skipping; /* an overlong one */
	bool paste_truncated;           /* the current paste exceeded PASTE_BYTES_MAX */
	bool brackets_pastes;           /* the terminal brackets pastes: a burst is keys */
	VEC(struct input_event) events; /* the caller takes them all, then sets n to 0 */
};

/* Adds the events of these bytes. `burst_is_paste`: treats many different characters at once as
 * a paste, for terminals without bracketed paste. */
void input_feed(struct input *in, struct str bytes, bool burst_is_paste);
/* True if an incomplete sequence is held. Call input_flush() after ESCAPE_TIMEOUT_MS
 * (PASTE_TIMEOUT_MS in a paste or a reply). */
bool input_is_held(const struct input *in);
/* True if the held bytes start a reply from the terminal, or a reply that is too long is being
 * skipped. No key starts that way, and on a slow line a reply may arrive in pieces. */
bool input_is_answer(const struct input *in);
/* Call when no more bytes arrived: turns the held bytes into events. */
void input_flush(struct input *in);
void input_free(struct input *in);

#endif
