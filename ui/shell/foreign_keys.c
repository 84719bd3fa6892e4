#include "ui/shell/foreign_keys.h"

static const struct {
	const char *key;
	enum action action;
} foreign_key_table[] = {
	{ "a", ACT_MARK_ALL },                                     /* lazygit: mark all */
	{ "A", ACT_MARK_ALL }, { "b", ACT_PAGE_UP },               /* less, tig */
	{ "D", ACT_IN },                                           /* k9s: describe */
	{ "d", ACT_IN }, { "E", ACT_EXPORT },                      /* E: edit a file */
	{ "I", ACT_ABOUT }, { "p", ACT_OUT }, { "P", ACT_EXPORT }, /* less: print */
	{ "n", ACT_FILTER }, { "N", ACT_FILTER },                  /* vim: the next match */
	{ "r", ACT_REFRESH }, { "S", ACT_SORT },                   /* htop, VisiData */
	{ "W", ACT_EXPORT }, { "x", ACT_SEND_MENU },               /* lazygit: action menu */
	{ "X", ACT_SEND_MENU }, { "z", ACT_FULL_SIZE },            /* tmux: zoom */
	{ "Z", ACT_QUIT },                                         /* vim: ZZ */
	{ "0", ACT_CANCEL },                                       /* k9s: clear the filter */
	{ "9", ACT_ANYTHING }, { "^", ACT_SCROLL_LEFT }, { "$", ACT_SCROLL_RIGHT },
	{ "{", ACT_PAGE_UP }, { "}", ACT_PAGE_DOWN }, { "(", ACT_PREV_SIBLING },
	{ ")", ACT_NEXT_SIBLING }, { "+", ACT_FULL_SIZE },                  /* lazygit: enlarge */
	{ "_", ACT_FULL_SIZE }, { "=", ACT_COLUMNS }, { "'", ACT_GO_VIEW }, /* vim: a mark */
	{ "\"", ACT_SEND_MENU }, { "@", ACT_GO_VIEW }, { "#", ACT_FILTER }, { "%", ACT_ANYTHING },
	{ "&", ACT_FILTER },  /* less: show only matching lines */
	{ "!", ACT_SUSPEND }, /* open a shell */
	{ "|", ACT_EXPORT }, { ";", ACT_ANYTHING }, { ",", ACT_SCROLL_LEFT },
	{ ".", ACT_SEND_MENU }, { "Ctrl-A", ACT_MARK_ALL }, { "Ctrl-E", ACT_DOWN },
	{ "Ctrl-N", ACT_DOWN }, { "Ctrl-P", ACT_ANYTHING }, /* command palette of an editor */
	{ "Ctrl-S", ACT_SAVE_VIEW }, { "Ctrl-T", ACT_ANYTHING }, { "Ctrl-V", ACT_MARK_RANGE },
	{ "Ctrl-W", ACT_OTHER_PART }, /* vim: the other window */
	{ "Ctrl-X", ACT_QUIT },       /* nano */
	{ "Ctrl-Y", ACT_UP }, { "F5", ACT_REFRESH }, { "F10", ACT_QUIT }, /* mc, htop */
};

enum action
foreign_key_action(struct str key)
{
	for (size_t i = 0; i < sizeof(foreign_key_table) / sizeof(*foreign_key_table); i++)
		if (str_eqz(key, foreign_key_table[i].key))
			return foreign_key_table[i].action;
	return ACT_NONE;
}
