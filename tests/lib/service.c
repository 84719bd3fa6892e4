#include "lib/service.h"
#include "lib/cleanup.h"

#include "base/mem.h"
#include "base/vec.h"
#include "lib/deadline.h"
#include "lib/process.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READY_MS = 20000, END_MS = 10000, RUN_MS = 30000 };

struct service {
	pid_t pid;
	int port;
	int words; /* the read end of its stdout, open so that it never gets SIGPIPE */
	char url[80];
	char folder[64], home[100];
	char key[100]; /* key file of a demo, which does not use the account's; else "" */
	const char *env[2];
};

static const char *
program(void)
{
	const char *path = getenv("BACKROOM_BIN");
	if (!path) {
		fprintf(stderr, "BACKROOM_BIN is not set: run this test by ctest\n");
		exit(1);
	}
	return path;
}

/* Makes the path of a file in the service's folder. */
static const char *
in_folder(const struct service *s, const char *name, char path[100])
{
	snprintf(path, 100, "%s/%s", s->folder, name);
	return path;
}

static int
create(const struct service *s, const char *name)
{
	char path[100];
	return open(in_folder(s, name, path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static _Noreturn void
fail_to_start(struct service *s, const char *why, const char *line)
{
	struct buf log = { 0 };
	service_log(s, &log);
	fprintf(stderr, "the service %s: \"%s\"; its words:\n%s---\n", why, line, buf_z(&log));
	kill(s->pid, SIGKILL);
	exit(1);
}

/* Waits for "ready http://127.0.0.1:PORT/api". */
static void
wait_ready(struct service *s)
{
	int64_t deadline = deadline_in(READY_MS);
	struct pollfd in = { .fd = s->words, .events = POLLIN };
	char line[200] = "";
	size_t n = 0;
	while (n < sizeof(line) - 1 && !strchr(line, '\n')) {
		if (poll(&in, 1, deadline_left(deadline)) <= 0)
			fail_to_start(s, "is not ready in time", line);
		if (read(s->words, line + n, 1) != 1)
			fail_to_start(s, "stopped before it was ready", line);
		line[++n] = '\0';
	}
	line[strcspn(line, "\n")] = '\0';
	const char *colon = strrchr(line, ':');
	if (strncmp(line, "ready http://", 13) != 0 || strlen(line + 6) >= sizeof(s->url) || !colon)
		fail_to_start(s, "wrote another ready line", line);
	memcpy(s->url, line + 6, strlen(line + 6) + 1);
	s->port = (int)strtol(colon + 1, NULL, 10);
}

static const char *const usual[] = { "serve", "--listen", "127.0.0.1:0", "--store",
	"sqlite::memory:", "--demo", "tour", "--now", SERVICE_NOW };

enum { USUAL = sizeof(usual) / sizeof(*usual), BARE = 5 };

/* Starts in a new state folder, or in that of another service's account. */
static struct service *
start_in(const char *state, size_t usual_n, const char *const more[])
{
	struct service *s = x_new(struct service);
	VEC(const char *) args = { 0 };
	int out[2];
	snprintf(s->folder, sizeof(s->folder), "/tmp/backroom-test-XXXXXX");
	if (!mkdtemp(s->folder) || pipe2(out, O_CLOEXEC) != 0) {
		perror("service folder");
		exit(1);
	}
	snprintf(s->home, sizeof(s->home), "XDG_STATE_HOME=%s", state ? state : s->folder);
	s->env[0] = s->home;
	vec_push(&args, program());
	for (size_t i = 0; i < usual_n; i++)
		vec_push(&args, usual[i]);
	if (usual_n == USUAL) {
		vec_push(&args, "--key-file");
		vec_push(&args, in_folder(s, "demo.key", s->key));
	}
	for (; more && *more; more++)
		vec_push(&args, *more);
	vec_push(&args, NULL);
	int log = create(s, "log");
	s->words = out[0];
	s->pid = process_start(args.v, s->env, out[1], log);
	close(log);
	close(out[1]);
	vec_free(&args);
	wait_ready(s);
	return s;
}

struct service *
service_start(const char *const more[])
{
	return start_in(NULL, USUAL, more);
}

struct service *
service_start_on_store(const char *const more[])
{
	return start_in(NULL, BARE, more);
}

struct service *
service_start_second(const struct service *account, const char *const more[])
{
	return start_in(account ? account->folder : NULL, BARE, more);
}

void
service_kill(struct service *s)
{
	kill(s->pid, SIGKILL);
}

static int
remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
	(void)info;
	(void)kind;
	(void)walk;
	return remove(path);
}

int
service_stop(struct service *s)
{
	int status = 0;
	if (!s)
		return 0;
	kill(s->pid, SIGTERM);
	if (!process_wait(s->pid, END_MS, &status))
		fprintf(stderr, "the service did not end at SIGTERM\n");
	close(s->words);
	nftw(s->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	x_free(s);
	return status;
}

int
service_port(const struct service *s)
{
	return s->port;
}

const char *
service_url(const struct service *s)
{
	return s->url;
}

int
service_pid(const struct service *s)
{
	return s->pid;
}

const char *
service_folder(const struct service *s)
{
	return s->folder;
}

const char *
service_key(const struct service *s)
{
	return s->key;
}

void
service_log(const struct service *s, struct buf *out)
{
	char path[100];
	process_read_file(in_folder(s, "log", path), out);
}

/* Runs the program with these arguments; `word` is inserted before them unless it is NULL. */
static int
run(const struct service *s, const char *word, const char *const args[], const char *const *env,
    struct buf *out, struct buf *words)
{
	VEC(const char *) argv = { 0 };
	char path[100];
	int status = 0, out_fd = create(s, "stdout"), err_fd = create(s, "stderr");
	vec_push(&argv, program());
	if (word)
		vec_push(&argv, word);
	for (; args && *args; args++)
		vec_push(&argv, *args);
	vec_push(&argv, NULL);
	bool ended = process_wait(process_start(argv.v, env, out_fd, err_fd), RUN_MS, &status);
	close(out_fd);
	close(err_fd);
	vec_free(&argv);
	if (!ended)
		fprintf(stderr, "time is up for `backroom %s`\n", word ? word : "…");
	if (out)
		process_read_file(in_folder(s, "stdout", path), out);
	if (words)
		process_read_file(in_folder(s, "stderr", path), words);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void
service_token(const struct service *s, const char *const more[], struct buf *out)
{
	const char *const demo[] = { "--key-file", s->key, "--iss", "backroom-demo", "--aud",
		"backroom-demo-api" };
	auto_buf words = { 0 };
	VEC(const char *) args = { 0 };
	for (size_t i = 0; *s->key && i < sizeof(demo) / sizeof(*demo); i++)
		vec_push(&args, demo[i]);
	for (; more && *more; more++)
		vec_push(&args, *more);
	vec_push(&args, NULL);
	if (run(s, "token", args.v, s->env, out, &words) != 0) {
		fprintf(stderr, "no token: %s\n", buf_z(&words));
		exit(1);
	}
	vec_free(&args);
	while (out->n > 0 && out->p[out->n - 1] == '\n')
		out->n--;
}

int
service_run(const struct service *s, const char *const args[], struct buf *out, struct buf *words)
{
	auto_buf token = { 0 }, url = { 0 };
	buf_addf(&url, "BACKROOM_URL=%s", s->url);
	buf_addz(&token, "BACKROOM_TOKEN=");
	service_token(s, NULL, &token);
	const char *env[] = { s->home, buf_z(&url), buf_z(&token), NULL };
	int code = run(s, NULL, args, env, out, words);
	return code;
}

struct service *shared_service;

int
service_set_up(void **state)
{
	*state = service_start(NULL);
	return 0;
}

int
service_tear_down(void **state)
{
	return service_stop(*state);
}

int
shared_service_set_up(void **state)
{
	(void)state;
	shared_service = service_start(NULL);
	return 0;
}

int
shared_service_tear_down(void **state)
{
	(void)state;
	return service_stop(shared_service);
}
