#include "lib/braille.h"
#include "lib/test.h"

#include "base/mem.h"
#include "lib/process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Layout of the shared memory: columns, rows, the cursor's column and row, one byte per
 * character, one byte per attribute, and the window number. Its size does not depend on the
 * terminal's. */
enum { HEAD = 4, MEMORY = HEAD + 66 * 132 * 2, END_MS = 10000, PLAIN_LOOK = 7 };

struct braille {
	struct pty *p;
	char folder[sizeof("/tmp/brailleXXXXXX")];
	unsigned char *memory;
	int memory_id, line, cells; /* line: the display's end of the socket; -1 until connected */
	int listener;
	pid_t reader;
	bool stays;
	struct buf bytes; /* received from the reader, not parsed yet */
	struct buf shown, before;
};

/* ---- the screen that the reader reads ---- */

static void
share_screen(struct braille *b)
{
	int rows, cols, y, x;
	bool visible;
	pty_size(b->p, &rows, &cols);
	pty_cursor(b->p, &y, &x, &visible);
	assert_true((size_t)HEAD + 2 * (size_t)rows * (size_t)cols < MEMORY);
	unsigned char *text = b->memory + HEAD;
	for (int row = 0; row < rows; row++)
		for (int col = 0; col < cols; col++, text++) {
			struct pty_cell cell;
			pty_cell(b->p, row, col, &cell);
			/* One byte per cell: these texts are ASCII only. */
			*text = cell.text[0] && !cell.text[1] ? (unsigned char)cell.text[0]
			    : cell.text[0]                    ? '?'
							      : ' ';
			text[rows * cols] = PLAIN_LOOK;
		}
	b->memory[0] = (unsigned char)cols;
	b->memory[1] = (unsigned char)rows;
	if (b->stays)
		return;
	b->memory[2] = (unsigned char)x;
	b->memory[3] = (unsigned char)y;
}

static void
make_shared_memory(struct braille *b)
{
	key_t key = ftok(b->folder, 'b');
	/* The reader may drop its privileges, and requires all of these permission bits. */
	b->memory_id = shmget(key, MEMORY, IPC_CREAT | IPC_EXCL | S_IRWXU | S_IRWXG | S_IRWXO);
	assert_true(b->memory_id >= 0);
	b->memory = shmat(b->memory_id, NULL, 0);
	assert_true((intptr_t)b->memory != -1);
}

/* ---- the display that the reader writes to ---- */

static int
listen_here(int *port)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t n = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	assert_true(fd >= 0 && bind(fd, (struct sockaddr *)&at, n) == 0 && listen(fd, 1) == 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &n), 0);
	*port = ntohs(at.sin_port);
	return fd;
}

static void
send_command(struct braille *b, const char *command)
{
	auto_buf line = { 0 };
	buf_addf(&line, "%s\n", command);
	assert_int_equal(send(b->line, line.p, line.n, MSG_NOSIGNAL), (ssize_t)line.n);
}

/* Parses `Visual "text"`, with a backslash before some characters. */
static void
read_command_line(struct braille *b, struct str line)
{
	struct str visual = STR("Visual \"");
	if (!str_starts(line, visual))
		return;
	buf_reset(&b->shown);
	for (size_t i = visual.n; i + 1 < line.n; i++) {
		if (line.p[i] == '\\')
			i++;
		buf_addc(&b->shown, line.p[i]);
	}
	while (b->shown.n && b->shown.p[b->shown.n - 1] == ' ')
		b->shown.n--;
}

static void
read_commands(struct braille *b)
{
	char piece[4096];
	ssize_t n;
	while ((n = recv(b->line, piece, sizeof(piece), MSG_DONTWAIT)) > 0)
		buf_add(&b->bytes, piece, (size_t)n);
	struct str rest = buf_str(&b->bytes), line;
	while (str_find_char(rest, '\n') != SIZE_MAX && str_next(&rest, '\n', &line))
		read_command_line(b, line);
	struct buf left = { 0 };
	buf_adds(&left, rest);
	buf_free(&b->bytes);
	b->bytes = left;
}

/* Shares the terminal's current screen and processes the reader's output. */
static void
turn_both(struct braille *b)
{
	share_screen(b);
	if (b->line >= 0) {
		read_commands(b);
		return;
	}
	b->line = accept4(b->listener, NULL, NULL, SOCK_CLOEXEC);
	if (b->line < 0)
		return;
	auto_buf size = { 0 };
	buf_addf(&size, "cells %d", b->cells);
	send_command(b, buf_z(&size));
}

/* ---- the reader ---- */

/* If the test runs as root, the reader runs as nobody: it would look for hardware. */
static void
start_reader(struct braille *b, int port)
{
	auto_buf home = { 0 }, device = { 0 }, file = { 0 };
	const char *const nobody[] = { "setpriv", "--reuid=65534", "--regid=65534",
		"--clear-groups", "--pdeathsig=keep" };
	buf_addf(&home, "HOME=%s", b->folder);
	buf_addf(&device, "client:127.0.0.1:%d", port);
	buf_addf(&file, "%s/brltty", b->folder);
	const char *const words[] = { "brltty", "--no-daemon", "--quiet", "--standard-error",
		"--no-api", "--configuration-file=/dev/null", "--braille-driver=vr",
		"--braille-device", buf_z(&device), "--screen-driver=sc", "--speech-driver=no",
		"--text-table=en-nabcc", "--override-preferences=word-wrap=yes", "--pid-file",
		buf_z(&file), "--preferences-file=/dev/null", "--updatable-directory", b->folder,
		"--writable-directory", b->folder, "--log-level=error", NULL };
	enum { NOBODY = sizeof(nobody) / sizeof(*nobody), WORDS = sizeof(words) / sizeof(*words) };
	const char *argv[NOBODY + WORDS] = { NULL };
	size_t n = 0;
	for (size_t i = 0; geteuid() == 0 && i < NOBODY; i++)
		argv[n++] = nobody[i];
	memcpy(argv + n, words, sizeof(words));
	const char *const env[] = { buf_z(&home), NULL };
	int log = open("brltty.log", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(log >= 0);
	b->reader = process_start(argv, env, log, log);
	close(log);
}

static bool
is_installed(void)
{
	return access("/usr/bin/brltty", X_OK) == 0 || access("/bin/brltty", X_OK) == 0;
}

static bool
shows_something(struct pty *p, void *user)
{
	struct braille *b = user;
	(void)p;
	turn_both(b);
	return b->shown.n > 0;
}

struct braille *
braille_start(struct pty *p, int cells)
{
	int port;
	if (!is_installed())
		return NULL;
	struct braille *b = x_new(struct braille);
	*b = (struct braille){ .p = p, .cells = cells, .line = -1, .folder = "/tmp/brailleXXXXXX" };
	assert_non_null(mkdtemp(b->folder));
	assert_int_equal(chmod(b->folder, S_IRWXU | S_IRWXG | S_IRWXO), 0);
	make_shared_memory(b);
	share_screen(b);
	b->listener = listen_here(&port);
	start_reader(b, port);
	bool there = pty_wait_until(p, shows_something, b, "a line of braille");
	/* Both processes have it attached: it is freed when both have ended, however they end. */
	shmctl(b->memory_id, IPC_RMID, NULL);
	assert_true(there);
	return b;
}

void
braille_stop(struct braille *b)
{
	auto_buf command = { 0 };
	int status;
	if (!b)
		return;
	kill(b->reader, SIGTERM);
	assert_true(process_wait(b->reader, END_MS, &status));
	close(b->line);
	close(b->listener);
	shmdt(b->memory);
	buf_addf(&command, "rm -rf %s", b->folder);
	assert_int_equal(system(buf_z(&command)), 0);
	buf_free(&b->bytes);
	buf_free(&b->shown);
	buf_free(&b->before);
	x_free(b);
}

/* ---- the reader's user ---- */

const char *
braille_line(struct braille *b)
{
	return buf_z(&b->shown);
}

struct example_search {
	struct braille *b;
	const char *line;
};

static bool
shows_wanted(struct pty *p, void *user)
{
	struct example_search *w = user;
	(void)p;
	turn_both(w->b);
	return strcmp(braille_line(w->b), w->line) == 0;
}

bool
braille_shows(struct braille *b, const char *line)
{
	struct example_search w = { b, line };
	bool ok = pty_wait_until(b->p, shows_wanted, &w, line);
	if (!ok)
		print_error("the line of braille shows: %s\n", braille_line(b));
	return ok;
}

static bool
shows_other_text(struct pty *p, void *user)
{
	struct braille *b = user;
	(void)p;
	turn_both(b);
	return !str_eq(buf_str(&b->shown), buf_str(&b->before));
}

bool
braille_press(struct braille *b, const char *command)
{
	turn_both(b);
	buf_reset(&b->before);
	buf_adds(&b->before, buf_str(&b->shown));
	send_command(b, command);
	return pty_wait_until(b->p, shows_other_text, b, command);
}

void
braille_freeze(struct braille *b)
{
	b->stays = true;
}
