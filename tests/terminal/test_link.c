/*
 * Ways to get a link without the clipboard, and where secrets must not appear: the link alone on
 * the screen, in a private file, proven by a paste; tokens and links as canaries.
 */
#include "lib/console.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES = 300 };

/* A console on one basket whose link has BYTES bytes. */
struct desk {
	struct buf link;
	struct shop shop;
	struct pty *p;
};

static void
open_desk(struct desk *d, const struct pty_options *options, const char *ui)
{
	memset(d, 0, sizeof(*d));
	page_link(&d->link, 0, BYTES);
	const struct page_basket basket = { "Ann", "Example", NULL, buf_z(&d->link) };
	shop_open(&d->shop, &basket, 1, options, ui);
	d->p = d->shop.p;
}

static void
close_desk(struct desk *d)
{
	shop_close(&d->shop);
	buf_free(&d->link);
}

static void
send(struct desk *d)
{
	assert_true(pty_press(d->p, "y", "Ctrl-V"));
}

static void
paste(struct pty *p, struct str text)
{
	pty_type(p, "\033[200~");
	pty_send(p, text.p, text.n);
	pty_type(p, "\033[201~");
}

TEST(the_raw_screen_writes_the_link_at_once_and_restores_the_screen)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf before = { 0 };
	open_desk(&d, NULL, "");
	pty_type(d.p, "j");
	assert_true(pty_wait_quiet(d.p, 40));
	pty_screen(d.p, &before);
	size_t since = pty_log(d.p).n;
	pty_type(d.p, "v");
	/* The link is written as one run of bytes: only then does the terminal treat it as one
	 * line. */
	assert_true(pty_wait_raw(d.p, since, buf_str(&d.link)));
	assert_true(pty_wait_text(d.p, "Any key returns"));
	assert_true(pty_is_alternate(d.p));
	assert_memory_equal(pty_row(d.p, 3), d.link.p, 80);
	assert_memory_equal(pty_row(d.p, 4), d.link.p + 80, 80);
	assert_true(pty_find(d.p, "PERSON", NULL) < 0);
	/* The view stays until a key is pressed: neither a resize nor a late response draws over
	 * it. */
	assert_true(pty_press(d.p, "Q", ": anything"));
	assert_true(pty_wait_screen(d.p, &before));
	console_quit(d.p);
	assert_true(pty_find(d.p, "shop.example", NULL) < 0);
}

TEST(a_link_longer_than_the_screen_is_not_shown_alone)
{
	CLEANUP(shop_close) struct shop s;
	auto_buf link = { 0 };
	page_link(&link, 0, 60000);
	const struct page_basket basket = { "Ann", "Example", NULL, buf_z(&link) };
	shop_open(&s, &basket, 1, NULL, "");
	pty_type(s.p, "v"); /* a check fails, so a dialog opens first */
	assert_true(pty_wait_text(s.p, "Send anyway"));
	assert_true(pty_press(s.p, "v", "do not fit on this screen"));
	/* The file that the message suggests is one key away: the dialog stays open, and no
	 * longer offers the view. */
	assert_true(pty_find(s.p, "Enter choose   w file  T note", NULL) >= 0);
	assert_int_equal(str_find(pty_log(s.p), str_sub(buf_str(&link), 0, 200)), SIZE_MAX);
}

/* If links do not arrive in a clipboard, `y` shows them: a link that could not be shown was not
 * sent, and a shown link counts as sent when the user confirms. */
TEST(a_link_that_was_not_shown_does_not_count_as_sent)
{
	static const struct {
		size_t bytes;
		const char *said, *keys;
		bool sent;
	} rows[] = { { 2000, "do not fit on this screen", "k", false },
		{ 1000, "Any key returns", "k\r", false },
		{ 1000, "Any key returns", "k\t\r", true } };
	for (size_t i = 0; i < 3; i++) {
		CLEANUP(shop_close) struct shop s;
		auto_buf link = { 0 };
		page_link(&link, 0, rows[i].bytes);
		const struct page_basket basket = { "Ann", "Example", NULL, buf_z(&link) };
		shop_open(&s, &basket, 1, NULL, "clipboard = \"bare\"");
		assert_true(pty_press(s.p, "y", rows[i].said));
		assert_true(pty_press(s.p, rows[i].keys, ": anything"));
		assert_true(pty_wait_quiet(s.p, 40));
		int row = pty_find(s.p, "Ann Example  ", NULL);
		assert_true(row >= 0);
		assert_int_equal(strstr(pty_row(s.p, row), " sent ") != NULL, rows[i].sent);
	}
}

/* Number of files in the runtime folder; appends the path of the last one. */
static size_t
runtime_files(struct buf *path)
{
	auto_buf folder = { 0 };
	size_t files = 0;
	buf_addf(&folder, "%s/runtime", console_folder());
	DIR *dir = opendir(buf_z(&folder));
	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));) {
		if (e->d_name[0] == '.')
			continue;
		buf_reset(path);
		buf_addf(path, "%s/%s", buf_z(&folder), e->d_name);
		files++;
	}
	closedir(dir);
	return files;
}

static size_t
files_in_runtime(void)
{
	auto_buf ignored = { 0 };
	size_t n = runtime_files(&ignored);
	return n;
}

TEST(w_writes_a_private_file)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf path = { 0 }, text = { 0 };
	struct stat st;
	open_desk(&d, &(struct pty_options){ .cols = 200 }, "");
	send(&d);
	assert_true(pty_press(d.p, "w", "Saved to "));
	assert_int_equal(runtime_files(&path), 1);
	assert_true(pty_wait_text(d.p, buf_z(&path)));
	assert_int_equal(lstat(buf_z(&path), &st), 0);
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_true(process_read_file(buf_z(&path), &text));
	assert_true(str_eq(str_trim(buf_str(&text)), buf_str(&d.link)));
	console_quit(d.p);
}

static void
make_runtime_file(const char *name, const char *target)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s/runtime/%s", console_folder(), name);
	if (target) {
		assert_int_equal(symlink(target, buf_z(&path)), 0);
	} else {
		FILE *file = fopen(buf_z(&path), "we");
		assert_non_null(file);
		assert_int_equal(fclose(file), 0);
	}
}

/* Files with other or longer names, and symlinks, are not the console's: they stay. */
TEST(only_own_link_files_are_removed_on_request)
{
	static const char *const others[] = { "backroom-link-0123456789ab.old", "backroom-link-",
		"backroom-link-0123456789aX", "notes" };
	CLEANUP(close_desk) struct desk d;
	auto_buf home = { 0 };
	buf_addf(&home, "HOME=%s/home", console_folder());
	const char *const env[] = { buf_z(&home), NULL };
	open_desk(&d, &(struct pty_options){ .cols = 200, .env = env }, "");
	for (size_t i = 0; i < 4; i++)
		make_runtime_file(others[i], NULL);
	make_runtime_file("backroom-link-0123456789ab", "notes");
	assert_true(pty_press(d.p, ":delete-files\r", "No link files to remove"));
	for (int i = 0; i < 2; i++) {
		assert_true(pty_press(
		    d.p, ":write-file\r", "readable only by you. :delete-files removes it"));
		assert_true(pty_press_gone(d.p, "\033", "readable only by you"));
	}
	assert_int_equal(files_in_runtime(), 7);
	assert_true(pty_press(d.p, ":delete-files\r", "2 files with links were removed"));
	assert_int_equal(files_in_runtime(), 5);
	pty_type(d.p, "\033");
	/* A file of a console that had no XDG_RUNTIME_DIR. */
	assert_int_equal(mkdir(home.p + strlen("HOME="), 0700), 0);
	make_runtime_file("../home/backroom-link-0123456789ab", NULL);
	assert_true(pty_press(d.p, ":delete-files\r", "1 file with a link was removed"));
	assert_int_equal(rmdir(home.p + strlen("HOME=")), 0);
	console_quit(d.p);
}

TEST(pasting_the_same_bytes_back_proves_the_clipboard)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf line = { 0 };
	open_desk(&d, NULL, "");
	send(&d);
	buf_adds(&line, buf_str(&d.link));
	buf_addc(&line, '\n');
	paste(d.p, buf_str(&line));
	assert_true(pty_wait_text(d.p, "The link arrived, 300 bytes. From now on y sends at once"));
	assert_true(pty_press(d.p, "\r", ": anything"));
	assert_true(pty_press(d.p, "y", "Already sent"));
	assert_true(pty_wait_text(d.p, "Cancel"));
	assert_true(pty_press(d.p, "\t\r", "Sent 300 bytes through your terminal, ending "));
	assert_true(pty_wait_text(d.p, ", for Ann Example. v shows it"));
	assert_true(pty_find(d.p, "Recovery link", NULL) < 0);
}

TEST(pasting_other_bytes_back_shows_the_first_difference)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf cut = { 0 }, changed = { 0 };
	open_desk(&d, NULL, "");
	send(&d);
	buf_adds(&cut, str_sub(buf_str(&d.link), 0, 297));
	paste(d.p, buf_str(&cut));
	assert_true(pty_wait_text(
	    d.p, "Not the link: 300 bytes sent, 297 pasted, different starting at byte 298."));
	buf_adds(&changed, buf_str(&d.link));
	changed.p[199] = '~';
	paste(d.p, buf_str(&changed));
	assert_true(pty_wait_text(
	    d.p, "Not the link: 300 bytes sent, 300 pasted, different starting at byte 200."));
	paste(d.p, STR("https://shop.example/r?basket=the-customer-before"));
	assert_true(
	    pty_wait_text(d.p, "That is another link, an older one in your clipboard"));
	paste(d.p, STR("something else"));
	assert_true(pty_wait_text(
	    d.p, "Not the link: 300 bytes sent, 14 pasted, different starting at byte 1"));
	/* None of these pastes proves the terminal, and no link is recorded as sent. */
	assert_true(pty_press(d.p, "\033", ": anything"));
	assert_true(pty_press(d.p, "y", "Paste it here once"));
}

TEST(after_not_there_links_are_shown_alone)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf got = { 0 };
	open_desk(&d, NULL, "");
	send(&d);
	assert_true(pty_press(d.p, "n", "Any key returns"));
	assert_true(pty_press(d.p, " ", "From now on y shows the link alone"));
	/* Since links do not arrive on this terminal, a link is recorded as sent only if the
	 * user confirms it. */
	assert_true(pty_press(d.p, "y", "Any key returns"));
	assert_true(pty_wait_text(d.p, "links do not arrive here. :clipboard tries again."));
	assert_false(pty_read_clipboard(d.p, 1, &got));
	assert_true(pty_press(d.p, " ", "Did you send "));
	assert_true(pty_press(d.p, "\t\r", ": anything"));
	pty_type(d.p, ":");
	pty_type(d.p, "clipboard");
	assert_true(
	    pty_press(d.p, "\r", "Clipboard check reset. The next link asks for a paste again"));
	assert_true(pty_press(d.p, "y", "Already sent"));
	assert_true(pty_press(d.p, "\t\r", "Paste it here once"));
}

/* A terminal without bracketed paste sends a paste as keys: none of them may confirm anything. */
TEST(a_paste_without_brackets_answers_no_question)
{
	CLEANUP(close_desk) struct desk d;
	open_desk(&d, NULL, "");
	send(&d);
	assert_true(pty_press(d.p, "https://shop.northlight.example/nonsense?invented=1",
	    "That is another link, an older one in your clipboard"));
	assert_true(pty_find(d.p, "Paste it here once", NULL) >= 0 ||
	    pty_find(d.p, "Do not paste it.", NULL) >= 0);
}

TEST(with_the_clipboard_off_nothing_is_sent_to_it)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf got = { 0 };
	open_desk(&d, NULL, "clipboard = \"off\"");
	assert_true(pty_press(d.p, "y", "Any key returns"));
	assert_false(pty_read_clipboard(d.p, 0, &got));
}

/* Fails if a file below the folder contains the text. */
static void
expect_in_no_file(const char *folder, const char *text)
{
	assert_false(process_any_file_holds(folder, text));
}

static void
expect_not_in_process(pid_t pid, const char *text)
{
	static const char *const files[] = { "cmdline", "environ" };
	for (size_t i = 0; i < 2; i++) {
		auto_buf path = { 0 }, all = { 0 };
		buf_addf(&path, "/proc/%d/%s", (int)pid, files[i]);
		assert_true(process_read_file(buf_z(&path), &all));
		if (str_find(buf_str(&all), str_of(text)) != SIZE_MAX)
			fail_msg("%s holds %s", files[i], text);
	}
}

/* Replaces tmux on the PATH: records its arguments and input separately. */
static const char tmux_program[] = "#!/bin/sh\n"
				   "printf '%s\\n' \"$@\" >>\"$CANARY/args\"\n"
				   "env >>\"$CANARY/environ\"\n"
				   "cat >\"$CANARY/$1\"\n"
				   "[ \"$1\" != list-buffers ] ||\n"
				   "\techo \"$(wc -c <\"$CANARY/load-buffer\") buffer0\"\n";

static void
write_tmux(void)
{
	mkdir("programs", 0700);
	write_file("programs/tmux", tmux_program);
	assert_int_equal(chmod("programs/tmux", 0700), 0);
}

TEST(tokens_and_links_are_in_no_argument_environment_log_or_title)
{
	static const char token[] = "canary-token-4711";
	struct buf link = { 0 }, answer = { 0 }, url = { 0 }, path = { 0 }, canary = { 0 },
		   got = { 0 };
	write_tmux();
	page_link(&link, 0, BYTES);
	const struct page_basket basket = { "Ann", "Example", NULL, buf_z(&link) };
	page_answer(&answer, &basket, 1, 0, NULL);
	auto_hostile *h = hostile_start_bytes(buf_str(&answer));
	struct desk d;
	/* Start once to create the folders, then again with the token in the environment. */
	open_desk(&d, NULL, "");
	close_desk(&d);
	remove("programs/args");
	remove("programs/environ");
	remove("programs/load-buffer");
	remove("programs/delete-buffer");
	buf_addf(&url, "BACKROOM_URL=%s/api", hostile_url(h));
	buf_addf(&path, "PATH=%s/../programs:%s", console_folder(), getenv("PATH"));
	buf_addf(&canary, "CANARY=%s/../programs", console_folder());
	const char *const env[] = { buf_z(&url), "BACKROOM_TOKEN=canary-token-4711", buf_z(&path),
		buf_z(&canary), "TMUX=/tmp/none,1,0", NULL };
	const char *const words[] = { "--log", "console/state/log", NULL };
	auto_pty *p = console_start(&(struct pty_options){ .answer = PTY_TMUX }, env, words);
	assert_true(pty_wait_text(p, "1 basket, all read"));
	assert_true(pty_wait_quiet(p, 30));
	assert_true(pty_press(p, "y", "Enter choose"));
	assert_true(pty_press(p, "\t\r", "Ctrl-V"));
	expect_not_in_process(pty_pid(p), token);
	expect_not_in_process(pty_pid(p), "&k=");
	console_quit((pty_type(p, "\033"), p));
	/* tmux got the link on stdin, and its buffer was deleted at the end. */
	assert_true(process_read_file("programs/load-buffer", &got));
	assert_true(str_eq(buf_str(&got), buf_str(&link)));
	assert_true(process_read_file("programs/delete-buffer", &got));
	assert_false(pty_title(p, &got));
	expect_in_no_file("programs/args", "shop.example");
	expect_in_no_file("programs/environ", token);
	expect_in_no_file("programs/environ", "shop.example");
	expect_in_no_file("console/state", token);
	expect_in_no_file("console/state", "shop.example");
	buf_free(&link);
	buf_free(&answer);
	buf_free(&url);
	buf_free(&path);
	buf_free(&canary);
	buf_free(&got);
}
