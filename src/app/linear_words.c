#include "app/linear_words.h"

#include <stddef.h>

const struct linear_word linear_words[] = {
	{ "Enter alone, or more", "continue: the next part of a text, or the next rows of a list" },
	{ "list; list 30", "read ten rows as sentences, from the selected row; from row 30" },
	{ "7", "select row 7 and read it" },
	{ "here", "where you are" },
	{ "in; out", "open the selected row; go back" },
	{ "/words", "list only rows with these words; in a text, go to the next line with them" },
	{ "baskets, offers since=7d", "any VIEW" },
	{ ":words", "run a command or a VIEW; the colon is optional" },
	{ "y, gg, Esc", "keys from the keymap: one key, or one sequence, per line" },
	{ "keys", "all commands you can use here, with the reason if one does not work now" },
	{ "?", "this help; at a question, the possible answers" },
	{ "2",
	    "in a dialog: pick the second choice; you can also type the choice, or its first word" },
	{ "#2; #",
	    "in a form: go to field 2; read the whole form. Any other line becomes the field's "
	    "text" },
	{ "Ctrl-C; Ctrl-D", "cancel; quit" },
	{ NULL, NULL },
};
