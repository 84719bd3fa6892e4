/*
 * A tour on one terminal and its speaker notes on another; the pointer for an audience; a tour line
 * by line; `tour check`.
 */
#include "lib/console.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

static struct pty *
start_follower(void)
{
	static char state[4096];
	snprintf(state, sizeof(state), "XDG_STATE_HOME=%s/state", console_folder());
	const char *const env[] = { state, NULL };
	const char *const argv[] = { getenv("BACKROOM_BIN"), "tour", "follow", NULL };
	return pty_start(&(struct pty_options){ .env = env }, argv);
}

static void
expect_exit(struct pty *p, int code)
{
	int status = 0;
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), code);
}

TEST(notes_follow_the_steps_of_a_tour)
{
	auto_pty *p = console_demo(NULL, NULL);
	auto_pty *notes = start_follower();
	assert_true(pty_wait_text(notes, "No tour is running. Waiting for one"));
	assert_true(pty_press(p, ":tour catalog\r", "1 of 12"));
	assert_true(pty_wait_text(notes, "A catalog in ten minutes, step 1 of 12"));
	assert_true(pty_wait_text(notes, "Note: Wait until all have found the marked row."));
	assert_true(pty_wait_text(notes, "Next: The six offers"));
	assert_true(pty_press(p, " ", "2 of 12"));
	assert_true(pty_wait_text(notes, "step 2 of 12"));
	assert_true(pty_press(p, "\033", "You left the tour at step 2 of 12"));
	assert_true(pty_wait_text(notes, "The tour was left here; :tour goes on"));

	auto_buf path = { 0 };
	struct stat file;
	buf_addf(&path, "%s/state/backroom/tour", console_folder());
	assert_int_equal(stat(buf_z(&path), &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);

	/* a second reader begins with the step that is shown */
	auto_pty *late = start_follower();
	assert_true(pty_wait_text(late, "step 2 of 12"));
	assert_true(pty_press(p, ":tour\r", "2 of 12"));
	for (int i = 3; i <= 12; i++) {
		char position[16];
		snprintf(position, sizeof(position), "%d of 12", i);
		assert_true(pty_press(p, " ", position));
	}
	assert_true(pty_wait_text(notes, "Next: the end"));
	assert_true(pty_press(p, " ", "The tour has ended"));
	expect_exit(notes, 0);
	expect_exit(late, 0);
	assert_int_equal(stat(buf_z(&path), &file), -1);
	console_quit(p);
}

/* The notes of a console that was killed are not those of a running tour. */
TEST(notes_end_when_the_console_is_killed)
{
	auto_pty *p = console_demo(NULL, (const char *const[]){ "--tour", "basket", NULL });
	auto_pty *notes = start_follower();
	assert_true(pty_wait_text(notes, "A basket's way, step 1 of 11"));
	pty_signal(p, SIGKILL);
	expect_exit(notes, 0);
	auto_pty *late = start_follower();
	assert_true(pty_wait_text(late, "No tour is running"));
	pty_type(late, "\003");
	int status;
	assert_true(pty_wait_exit(late, &status));
}

static int
foreground_at(struct pty *p, const char *text)
{
	int col, row = pty_find(p, text, &col);
	struct pty_cell cell;
	assert_true(row >= 0);
	pty_cell(p, row, col, &cell);
	return cell.fg;
}

TEST(the_pointer_dims_all_but_the_selected_row)
{
	auto_pty *p = console_start(&(struct pty_options){ .rows = 30, .cols = 100 }, NULL,
	    (const char *const[]){ "demo", "--theme", "projector", "campaigns", NULL });
	assert_true(pty_wait_text(p, "Winback 2026"));
	assert_true(pty_wait_quiet(p, 200));
	int selected = foreground_at(p, "2019 Winter"), other = foreground_at(p, "Winback 2026");
	assert_true(pty_press(p, ".", "Pointing at the selected row. . ends it"));
	assert_int_equal(foreground_at(p, "2019 Winter"), selected);
	assert_int_not_equal(foreground_at(p, "Winback 2026"), other);
	assert_true(pty_press_gone(p, ".", "Pointing"));
	assert_true(pty_wait_quiet(p, 200));
	assert_int_equal(foreground_at(p, "Winback 2026"), other);
	console_quit(p);
}

TEST(a_tour_line_by_line)
{
	auto_pty *p = console_start(
	    NULL, NULL, (const char *const[]){ "demo", "--linear", "--tour", "journeys", NULL });
	assert_true(pty_wait_text(p, "Step 1 of 9: Nine journeys"));
	assert_true(pty_wait_text(p, "DEMO journeys:"));
	assert_true(pty_press(p, "next-step\r", "Step 2 of 9: Journey 3"));
	assert_true(pty_wait_text(p, "Row 3 of 9"));
	assert_true(pty_press(p, "previous-step\r", "Step 1 of 9"));
	assert_true(pty_press(p, "leave-tour\r", "You left the tour at step 1 of 9"));
	pty_type(p, "Q\r");
	expect_exit(p, 0);
}

/* A step that waits for data must not press its keys into a prompt that the presenter has opened. */
TEST(a_waiting_step_leaves_the_presenters_prompt_alone)
{
	write_file("waits.tour",
	    "title A tour that waits\nstep\nopen baskets\ncaption The baskets\n"
	    "step\nkeys R\nopen campaigns\ncaption The campaigns\n");
	auto_pty *p = console_start(&(struct pty_options){ .rows = 30, .cols = 100 }, NULL,
	    (const char *const[]){
		"demo", "--delay", "3s", "--tour", "./waits.tour", "baskets", NULL });
	assert_true(pty_wait_text(p, "1 of 2"));
	assert_true(pty_wait_text(p, "all read"));
	assert_true(pty_press(p, " ", "2 of 2"));
	pty_type(p, ":tour li");
	assert_true(pty_wait_text(p, "tour list"));
	assert_true(pty_wait_text(p, "all read"));
	assert_true(pty_wait_quiet(p, 200));
	assert_true(pty_find(p, ":tour li", &(int){ 0 }) >= 0);
	pty_type(p, "st\r");
	assert_true(pty_wait_text(p, "A catalog in ten minutes")); /* the menu of tours */
	assert_true(pty_wait_quiet(p, 200));
	assert_true(pty_find(p, "A catalog in ten minutes", &(int){ 0 }) >= 0);
	pty_type(p, "\033"); /* then the step goes on */
	assert_true(pty_wait_text(p, "8 campaigns"));
	console_quit(p);
}

/* A step names the row that it marks, so people must not be in it. */
TEST(other_data_is_recorded_masked_only)
{
	auto_hostile *h = hostile_start_json("{\"items\":[]}");
	auto_pty *p = console_for_server(h, NULL, "");
	remove("own.tour"); /* of an earlier run */
	assert_true(pty_wait_text(p, "No abandoned baskets"));
	assert_true(pty_press(p, ":tour record own.tour\r", "Mask people first, with :mask on"));
	assert_true(pty_press(p, ":mask on\r", "People are masked"));
	assert_true(pty_press(p, ":tour record own.tour\r", "Recording."));
	console_quit(p);
}

TEST(a_tour_file_is_checked)
{
	static const struct {
		const char *const words[5];
		const char *output, *error;
		int code;
	} rows[] = {
		{ { "tour", "check", "catalog" },
		    "A catalog in ten minutes: 12 steps, no mistakes\n", "", 0 },
		{ { "tour", "list" },
		    "basket     A basket's way\ncatalog    A catalog in ten minutes\n"
		    "journeys   Journeys and what-if\n",
		    "", 0 },
		{ { "tour", "check", "bad.tour" }, "",
		    "bad.tour:2: \"capton\" is not a word of a tour; did you mean caption?\n"
		    "bad.tour:3: '<Entr>' is not a key\n",
		    2 },
		{ { "demo", "--linear", "--tour", "bad.tour" }, "",
		    "backroom: bad.tour:2: \"capton\" is not a word of a tour; did you mean caption?\n"
		    "bad.tour:3: '<Entr>' is not a key\n",
		    2 },
		{ { "tour", "check" }, "", "backroom: tour takes list, follow or check FILE\n", 2 },
		{ { "tour", "start", "x" }, "", "backroom: tour takes list, follow or check FILE\n",
		    2 },
	};
	/* the console names all mistakes, too, before it opens anything */
	write_file("bad.tour", "step\ncapton A\nkeys <Entr>\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *argv[8] = { getenv("BACKROOM_BIN") };
		auto_buf out = { 0 }, error = { 0 };
		int status;
		for (int k = 0; rows[i].words[k]; k++)
			argv[1 + k] = rows[i].words[k];
		int out_fd = open_new("out"), error_fd = open_new("error");
		pid_t pid = process_start(argv, NULL, out_fd, error_fd);
		close(out_fd);
		close(error_fd);
		assert_true(process_wait(pid, 20000, &status));
		assert_true(process_read_file("out", &out) && process_read_file("error", &error));
		assert_string_equal(buf_z(&out), rows[i].output);
		assert_string_equal(buf_z(&error), rows[i].error);
		assert_int_equal(WEXITSTATUS(status), rows[i].code);
	}
}
