#include "app/config/linear_words.h"

#include <stddef.h>

const struct linear_word linear_words[] = {
	{ "Enter alone, or more", "goes on: more of a text, the next rows of a list" },
	{ "list; list 30", "ten rows as sentences, from the selected one on; from row 30 on" },
	{ "7", "selects row 7 and says it" },
	{ "here", "where you are, said again" },
	{ "in; out", "opens the selected row; goes back" },
	{ "/words", "only rows with these words; in a text, the next line with them" },
	{ "baskets, offers since=7d", "any VIEW" },
	{ ":words", "what : takes; of an action's name or a VIEW the colon may be left out" },
	{ "y, gg, Esc", "keys as the keymap has them, one or a sequence on a line" },
	{ "keys", "everything that can be done here, and why not what cannot" },
	{ "?", "these words; in front of a question, how it is answered" },
	{ "2", "in a box: its second choice, which may be typed by its words or the first of them, too" },
	{ "#2; #",
	    "in a form, where a line is the field's text: its second part; all of it again" },
	{ "Ctrl-C; Ctrl-D", "cancels; leaves" },
	{ NULL, NULL },
};
