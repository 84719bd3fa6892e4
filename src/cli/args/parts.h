/*
 * parts.h - help that is more than a paragraph: tables of a head and a text, each under a title, for
 * --help and the manual alike.
 */
#ifndef CLI_ARGS_PARTS_H
#define CLI_ARGS_PARTS_H

struct help_row {
	const char *head, *text;
};

struct help_part {
	const char *title;
	const struct help_row *rows; /* the last has no head */
};

extern const struct help_row view_rows[]; /* the VIEW line */
extern const struct help_part get_parts[], plan_parts[]; /* the last has no title */

#endif
