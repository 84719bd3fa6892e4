#include "app/config/linear_words.h"

#include <stddef.h>

const struct linear_word linear_words[] = {
	{ "Enter alone, or more", "continue: more of a text, the next rows of a list" },
	{ "list; list 30", "ten rows as sentences, starting at the selected row; starting at row 30" },
	{ "7", "select row 7 and read it" },
	{ "here", "where you are" },
	{ "in; out", "open the selected row; go back" },
	{ "/words", "only rows with these words; in a text, the next line with them" },
	{ "baskets, offers since=7d", "any VIEW" },
	{ ":words", "run a command or a VIEW; the colon is optional" },
	{ "y, gg, Esc", "keys of the keymap, one or a sequence per line" },
	{ "keys", "all commands here, with the reason if one does not work now" },
	{ "?", "this help; at a question, the possible answers" },
	{ "2", "in a box: its second choice; its words or the first of them work too" },
	{ "#2; #",
	    "in a form, where a line is the field's text: its second part; read all of it" },
	{ "Ctrl-C; Ctrl-D", "cancels; leaves" },
	{ NULL, NULL },
};
