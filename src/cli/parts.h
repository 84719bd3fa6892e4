/*
 * parts.h - longer help texts for --help: tables of terms and descriptions, each
 * with a title.
 */
#ifndef CLI_PARTS_H
#define CLI_PARTS_H

struct help_row {
	const char *heading, *text;
};

struct help_part {
	const char *title;
	const struct help_row *rows; /* ends with a NULL head */
};

extern const struct help_part get_help_parts[], plan_help_parts[]; /* end with a NULL title */

#endif
