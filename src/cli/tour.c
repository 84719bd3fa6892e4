#include "app/script_file.h"
#include "app/tour_notes.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/exits.h"
#include "cli/writer.h"

#include <stdio.h>

/* Appends each line of the text, cleaned. */
static void
append_clean_lines(struct buf *out, struct str text)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line)) {
		text_clean(out, line, false);
		buf_addc(out, '\n');
	}
}

static int
list_tours(void)
{
	struct buf all = { 0 };
	struct str line, name;
	tour_append_names(&all);
	struct str rest = buf_str(&all);
	while (rest.n && str_next(&rest, '\n', &line)) {
		str_next(&line, '\t', &name);
		printf("%-10.*s %.*s\n", STR_ARG(name), STR_ARG(line));
	}
	buf_free(&all);
	return EXIT_OK;
}

static int
check_tour(const char *path)
{
	struct script_file f;
	struct err err;
	bool ok = tour_file_read(&f, path, &err);
	size_t steps = 0;
	for (size_t i = 0; i < f.lines.n; i++)
		steps += f.lines.v[i].word == SCRIPT_STEP;
	if (ok) {
		struct buf title = { 0 };
		text_clean(&title, tour_file_title(&f), false);
		printf("%s: %zu %s, no mistakes\n", buf_z(&title), steps,
		    steps == 1 ? "step" : "steps");
		buf_free(&title);
	}
	script_file_free(&f);
	return ok ? EXIT_OK : fail_with_exit_code(&err, 0);
}

/* Prints the notes each time they change. Returns false if no tour is running. */
static bool
print_new_notes(struct buf *last)
{
	struct buf now = { 0 }, clean = { 0 };
	bool is_running = tour_reader_read(&now);
	if (is_running && !str_eq(buf_str(&now), buf_str(last))) {
		append_clean_lines(&clean, buf_str(&now));
		printf("%s%s", last->n ? "\n" : "", buf_z(&clean));
		buf_reset(last);
		buf_adds(last, buf_str(&now));
	}
	buf_free(&now);
	buf_free(&clean);
	return is_running;
}

static int
follow_tour(void)
{
	struct tour_reader reader;
	struct buf last = { 0 };
	struct err err;
	bool ok = tour_reader_open(&reader, &err), is_running = ok && print_new_notes(&last);
	if (ok && !is_running)
		fprintf(stderr, "No tour is running. Waiting for one; Ctrl-C ends this\n");
	while (ok && (is_running || !last.n)) {
		ok = writer_flush_stdio(&err) && tour_reader_wait(&reader, &err);
		is_running = ok && print_new_notes(&last);
	}
	if (ok)
		printf("\nThe tour has ended\n");
	buf_free(&last);
	tour_reader_close(&reader);
	return ok ? EXIT_OK : fail_with_exit_code(&err, 0);
}

int
tour_command(struct args *args)
{
	struct err err;
	size_t n = args->positional_args.n;
	struct str verb = n ? str_of(args->positional_args.v[0]) : STR("list");
	if (str_eqz(verb, "list") && n < 2)
		return list_tours();
	if (str_eqz(verb, "follow") && n == 1)
		return follow_tour();
	if (str_eqz(verb, "check") && n == 2)
		return check_tour(args->positional_args.v[1]);
	err_set(&err, ERR_USAGE, "tour takes list, follow or check FILE");
	return fail_with_exit_code(&err, 0);
}
