#include "cli/help.h"

#include "base/utf8.h"
#include "cli/exits.h"
#include "cli/parts.h"

enum { LEFT_MARGIN = 2, RIGHT_EDGE = 79 };

/* Appends a paragraph, wrapped before column RIGHT and indented to `left`; the first line
 * continues at column `at`. */
static void
add_paragraph(struct buf *out, const char *text, int left, int at)
{
	struct str rest = str_of(text), word;
	bool first = true;
	while (str_next(&rest, ' ', &word)) {
		int width = text_width(word);
		if (!first && at + 1 + width > RIGHT_EDGE) {
			buf_addc(out, '\n');
			buf_pad(out, ' ', (size_t)left);
			at = left;
			first = true;
		}
		if (!first) {
			buf_addc(out, ' ');
			at++;
		}
		buf_adds(out, word);
		at += width;
		first = false;
	}
	buf_addc(out, '\n');
}

static void
add_row(struct buf *out, struct str head, int column, const char *text)
{
	int at = LEFT_MARGIN + text_width(head);
	buf_pad(out, ' ', LEFT_MARGIN);
	buf_adds(out, head);
	if (at + 1 > column) {
		buf_addc(out, '\n');
		at = 0;
	}
	buf_pad(out, ' ', (size_t)(column - at));
	add_paragraph(out, text, column, column);
}

/* Appends "-e, --environment ENV". */
static void
write_option_head(struct buf *out, enum option o)
{
	const struct option_info *info = &option_infos[o];
	if (info->letter)
		buf_addf(out, "-%c, ", info->letter);
	buf_addz(out, info->name);
	if (info->argument)
		buf_addf(out, "%s%s", info->argument[0] == '[' ? "" : " ", info->argument);
}

static void
write_option(struct buf *out, enum option o)
{
	struct buf head = { 0 };
	write_option_head(&head, o);
	add_row(out, buf_str(&head), 26, option_infos[o].help);
	buf_free(&head);
}

static void
write_options(struct buf *out, enum command c)
{
	buf_addz(out, "\nOptions:\n");
	for (int o = 0; o < OPTION_COUNT; o++)
		if (option_is_for((enum option)o, c))
			write_option(out, (enum option)o);
}

static void
write_example(struct buf *out, const char *example)
{
	struct str rest = str_of(example), line;
	buf_addz(out, "\nTo try it on sample data:\n");
	while (str_next(&rest, '\n', &line))
		buf_addf(out, "  %.*s\n", STR_ARG(line));
}

static void
write_parts(struct buf *out, const struct help_part *part)
{
	for (; part && part->title; part++) {
		buf_addf(out, "\n%s:\n", part->title);
		for (const struct help_row *row = part->rows; row->heading; row++)
			if (*row->text)
				add_row(out, str_of(row->heading), 26, row->text);
			else
				buf_addf(out, "  %s\n", row->heading);
	}
}

static void
write_exit_codes(struct buf *out)
{
	buf_addz(out, "\nExit codes:\n");
	for (int i = 0; i < EXIT_CODES; i++) {
		struct buf head = { 0 };
		buf_addf(&head, "%d", i);
		add_row(out, buf_str(&head), 6, exit_meanings[i]);
		buf_free(&head);
	}
}

static void
write_command(struct buf *out, enum command c)
{
	const struct command_info *info = &command_infos[c];
	buf_addf(out, "backroom %s%s%s: ", info->name, *info->name && *info->arguments ? " " : "",
	    info->arguments);
	buf_addf(out, "%s\n", info->help);
	if (info->notes) {
		buf_addc(out, '\n');
		add_paragraph(out, info->notes, 0, 0);
	}
	write_parts(out, info->parts);
	if (info->example)
		write_example(out, info->example);
	write_options(out, c);
	if (info->parts)
		write_exit_codes(out);
}

static void
write_overview(struct buf *out)
{
	buf_addz(out, "Abandoned baskets and their recovery links, in a terminal.\n\n");
	for (int c = 0; c < COMMAND_COUNT; c++) {
		const struct command_info *info = &command_infos[c];
		struct buf head = { 0 };
		buf_addf(&head, "backroom %s%s%s", info->name,
		    *info->name && *info->arguments ? " " : "", info->arguments);
		add_row(out, buf_str(&head), 38, info->help);
		buf_free(&head);
	}
	write_options(out, COMMAND_CONSOLE);
	buf_addz(out,
	    "\nA VIEW is a line like: baskets since=7d tag=/tags/uk/reseller smith "
	    "sort=-created\nTo try it: backroom demo. More: backroom COMMAND --help, man "
	    "backroom.\n");
}

void
help_write(struct buf *out, const struct args *args)
{
	if (args->command == COMMAND_CONSOLE)
		write_overview(out);
	else
		write_command(out, args->command);
}
