/* labels: slow */
/* The service under a service manager, and called by proxies: the options in its configuration, sd_notify,
 * a socket that it is given, a Unix socket, the delay before it ends, forwarded clients. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/sockets.h"
#include "lib/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 20000, POLL_US = 20000, PASSED_FD = 3, ANSWER_SIZE = 4096 };

static int
exit_code(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- a program as a service manager starts it ---- */

/* Starts `serve` with these arguments and environment; `passed` becomes its descriptor 3, as the
 * protocol of socket activation requires; -1: none. */
static pid_t
start_as_service(const char *const args[], const char *notify, int passed)
{
	const char *argv[20] = { getenv("BACKROOM_SERVICE_BIN"), "serve" };
	char pid[20];
	for (size_t i = 0; args[i]; i++)
		argv[i + 2] = args[i];
	pid_t child = fork();
	if (child)
		return child;
	if (notify)
		setenv("NOTIFY_SOCKET", notify, 1);
	if (passed >= 0) {
		snprintf(pid, sizeof(pid), "%d", (int)getpid());
		setenv("LISTEN_PID", pid, 1);
		setenv("LISTEN_FDS", "1", 1);
		dup2(passed, PASSED_FD);
	}
	int log = open("daemon.log", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static int
open_notify_socket(const char *path)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct timeval wait = { .tv_sec = scale_timeout(WAIT_MS) / 1000 };
	snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
	unlink(path);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait));
	return fd;
}

static void
expect_state(int notified, const char *want)
{
	char state[80] = "";
	ssize_t n = recv(notified, state, sizeof(state) - 1, 0);
	state[n > 0 ? n : 0] = '\0';
	assert_string_equal(state, want);
}

/* The status of a request over an open connection. */
static int
get_over(int fd, const char *target)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	auto_buf request = { 0 };
	buf_addf(&request,
	    "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", target);
	return http_raw_over(fd, buf_str(&request), &answer) ? answer.status : -1;
}

static int
connect_to_path(const char *path)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
	if (connect(fd, (struct sockaddr *)&at, sizeof(at)) == 0)
		return fd;
	close(fd);
	return -1;
}

static void
end(pid_t pid)
{
	int status = 0;
	kill(pid, SIGTERM);
	assert_true(process_wait(pid, WAIT_MS, &status));
	assert_int_equal(exit_code(status), 0);
}

TEST(a_socket_of_the_service_manager_is_used_and_left_open)
{
	int port, listening = socket_listen(&port);
	char folder[500], notify[600];
	assert_non_null(getcwd(folder, sizeof(folder)));
	snprintf(notify, sizeof(notify), "%s/n", folder);
	if (strlen(notify) >= sizeof(((struct sockaddr_un *)0)->sun_path))
		skip_because("the folder's path is too long for a socket");
	int notified = open_notify_socket(notify);
	const char *const args[] = { "--store", "sqlite::memory:", "--listen", "127.0.0.1:1", NULL };
	for (int turn = 0; turn < 2; turn++) { /* the second one gets the same socket */
		pid_t pid = start_as_service(args, notify, listening);
		expect_state(notified, "READY=1");
		assert_int_equal(get_over(http_connect(port), "/healthz"), 200);
		kill(pid, SIGHUP);
		expect_state(notified, "RELOADING=1");
		expect_state(notified, "READY=1");
		end(pid);
		expect_state(notified, "STOPPING=1");
	}
	close(notified);
	close(listening);
	unlink(notify);
}

TEST(a_descriptor_that_does_not_listen_is_refused)
{
	int pair[2], status;
	auto_buf log = { 0 };
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	pid_t pid = start_as_service(
	    (const char *const[]){ "--store", "sqlite::memory:", NULL }, NULL, pair[0]);
	assert_true(process_wait(pid, WAIT_MS, &status));
	assert_int_not_equal(exit_code(status), 0);
	process_read_file("daemon.log", &log);
	assert_true(str_find(buf_str(&log), STR("else than a listening stream socket")) != SIZE_MAX);
	close(pair[0]);
	close(pair[1]);
}

/* ---- Unix sockets ---- */

static int
wait_for_path(const char *path)
{
	int64_t deadline = deadline_in(WAIT_MS);
	int fd;
	while ((fd = connect_to_path(path)) < 0 && deadline_left(deadline))
		usleep(POLL_US);
	assert_true(fd >= 0);
	return fd;
}

TEST(a_unix_socket_is_for_its_user_and_group)
{
	char path[] = "/tmp/backroom-test-XXXXXX", socket_path[60], option[80];
	struct stat st;
	int status;
	assert_non_null(mkdtemp(path));
	snprintf(socket_path, sizeof(socket_path), "%s/s", path);
	snprintf(option, sizeof(option), "unix:%s", socket_path);
	const char *const args[] = { "--store", "sqlite::memory:", "--listen", option, NULL };
	pid_t pid = start_as_service(args, NULL, -1);
	assert_int_equal(get_over(wait_for_path(socket_path), "/healthz"), 200);
	assert_int_equal(stat(socket_path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0660);
	/* another service does not take a socket that is in use */
	pid_t second = start_as_service(args, NULL, -1);
	assert_true(process_wait(second, WAIT_MS, &status));
	assert_int_not_equal(exit_code(status), 0);
	assert_int_equal(get_over(wait_for_path(socket_path), "/healthz"), 200);
	/* but one that a killed service left behind */
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	pid = start_as_service(args, NULL, -1);
	assert_int_equal(get_over(wait_for_path(socket_path), "/healthz"), 200);
	end(pid);
	unlink(socket_path);
	rmdir(path);
}

/* ---- the end ---- */

TEST(it_serves_during_the_delay_but_is_not_ready)
{
	struct service *s =
	    service_start((const char *const[]){ "--drain-delay", "60s", NULL });
	int port = service_port(s), ready = 200;
	int64_t deadline = deadline_in(WAIT_MS);
	assert_int_equal(get_over(http_connect(port), "/readyz"), 200);
	kill(service_pid(s), SIGTERM);
	while (ready == 200 && deadline_left(deadline))
		ready = get_over(http_connect(port), "/readyz");
	assert_int_equal(ready, 503);
	assert_int_equal(get_over(http_connect(port), "/healthz"), 200);
	assert_int_equal(get_over(http_connect(port), "/api/offers"), 401);
	/* a second signal does not wait for a minute */
	assert_int_equal(exit_code(service_stop(s)), 0);
}

/* ---- options in the configuration ---- */

static int
get_with_token(struct service *s, const char *token)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	http_call(service_port(s), "GET", "/api/checkout/abandoned", token, NULL, STR_NONE,
	    &answer);
	return answer.status;
}

/* The status of a read with a token of this issuer and audience. */
static int
get_offers(struct service *s, const char *iss, const char *aud)
{
	auto_buf token = { 0 };
	service_token(s, (const char *const[]){ "--iss", iss, "--aud", aud, NULL }, &token);
	return get_with_token(s, buf_z(&token));
}

TEST(the_configuration_sets_options_and_the_command_line_overrides_them)
{
	static const char text[] = "listen = \"127.0.0.1:1\"\niss = \"configured\"\n"
				   "aud = \"configured-api\"\ndrain-delay = \"0s\"\n"
				   "insecure-listen = true\ntoken-ttl = \"60\"\nmigrate = \"yes\"\n"
				   "store = \"nonsense:\"\n";
	write_file("daemon.conf", text);
	struct service *s = service_start_on_store((const char *const[]){ "--config",
	    "daemon.conf", "--listen", "0.0.0.0:0", "--store", "sqlite::memory:", NULL });
	assert_int_equal(get_offers(s, "configured", "configured-api"), 200);
	assert_int_equal(get_offers(s, "backroom", "backroom-api"), 401);
	assert_int_equal(exit_code(service_stop(s)), 0);
	s = service_start_on_store((const char *const[]){ "--config", "daemon.conf", "--listen",
	    "127.0.0.1:0", "--store", "sqlite::memory:", "--iss", "mine", NULL });
	assert_int_equal(get_offers(s, "mine", "configured-api"), 200);
	assert_int_equal(get_offers(s, "configured", "configured-api"), 401);
	assert_int_equal(exit_code(service_stop(s)), 0);
	unlink("daemon.conf");
}

/* ---- credentials ---- */

TEST(keys_come_from_the_credentials_unless_one_is_named)
{
	static const char key[] = "0123456789abcdef0123456789abcdef", other[] =
						      "fedcba9876543210fedcba9876543210";
	char folder[500];
	auto_buf token = { 0 }, second = { 0 };
	assert_non_null(getcwd(folder, sizeof(folder)));
	write_bytes("service.key", STR(key), 0400);
	write_bytes("second-service.key", STR(other), 0400);
	setenv("CREDENTIALS_DIRECTORY", folder, 1);
	struct service *s = service_start_on_store(
	    (const char *const[]){ "--store", "sqlite::memory:", NULL });
	unsetenv("CREDENTIALS_DIRECTORY");
	service_token(s, (const char *const[]){ "--key-file", "service.key", NULL }, &token);
	service_token(s, (const char *const[]){ "--key-file", "second-service.key", NULL }, &second);
	assert_int_equal(get_with_token(s, buf_z(&token)), 200);
	assert_int_equal(get_with_token(s, buf_z(&second)), 200);
	assert_int_equal(exit_code(service_stop(s)), 0);
	/* a named file comes first */
	setenv("CREDENTIALS_DIRECTORY", folder, 1);
	s = service_start_on_store((const char *const[]){ "--store", "sqlite::memory:", "--key-file",
	    "own.key", NULL });
	unsetenv("CREDENTIALS_DIRECTORY");
	assert_int_equal(get_with_token(s, buf_z(&token)), 401);
	assert_int_equal(exit_code(service_stop(s)), 0);
	unlink("own.key");
	unlink("service.key");
	unlink("second-service.key");
}

/* ---- proxies ---- */

static int
get_with(struct service *s, const char *target, const char *headers, struct http_answer *answer)
{
	http_free(answer);
	http_call(service_port(s), "GET", target, NULL, headers, STR_NONE, answer);
	return answer->status;
}

static struct service *
start_with_proxies(const char *more)
{
	auto_buf text = { 0 };
	buf_addf(&text, "log-requests = true\n%s", more);
	write_file("daemon.conf", buf_z(&text));
	return service_start((const char *const[]){ "--config", "daemon.conf", NULL });
}

static const char forwarded[] =
    "X-Forwarded-For: 127.0.0.1, 203.0.113.9\r\nX-Request-Id: from-the-proxy-1\r\n"
    "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n";

TEST(a_trusted_proxy_names_the_client_the_request_and_the_trace)
{
	struct http_answer answer = { 0 };
	auto_buf id = { 0 }, log = { 0 };
	struct service *s = start_with_proxies("trusted-proxies = {\"127.0.0.0/8\"}\n");
	assert_int_equal(get_with(s, "/metrics", NULL, &answer), 200);
	/* a page that is open on this machine is not for those who come through the proxy */
	assert_int_equal(get_with(s, "/metrics", forwarded, &answer), 401);
	assert_true(http_header(&answer, "X-Request-Id", &id));
	assert_string_equal(buf_z(&id), "from-the-proxy-1");
	assert_int_equal(
	    get_with(s, "/metrics", "X-Forwarded-For: 127.0.0.1\r\n", &answer), 401);
	assert_int_equal(get_with(s, "/metrics", "X-Forwarded-For: ?\r\n", &answer), 401);
	/* each proxy may add a line of its own */
	assert_int_equal(get_with(s, "/healthz",
			     "X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 127.0.0.2\r\n",
			     &answer),
	    200);
	service_log(s, &log);
	assert_non_null(strstr(buf_z(&log),
	    "\"remote\":\"203.0.113.0/24\",\"trace\":\"4bf92f3577b34da6a3ce929d0e0e4736\""));
	assert_non_null(strstr(buf_z(&log), "\"remote\":\"198.51.100.0/24\""));
	http_free(&answer);
	assert_int_equal(exit_code(service_stop(s)), 0);
}

TEST(other_callers_are_not_believed)
{
	struct http_answer answer = { 0 };
	auto_buf id = { 0 }, log = { 0 };
	struct service *s = start_with_proxies("trusted-proxies = {\"10.0.0.0/8\", \"unix\"}\n");
	assert_int_equal(get_with(s, "/metrics", forwarded, &answer), 200);
	assert_true(http_header(&answer, "X-Request-Id", &id));
	assert_string_not_equal(buf_z(&id), "from-the-proxy-1");
	service_log(s, &log);
	assert_null(strstr(buf_z(&log), "203.0.113"));
	assert_null(strstr(buf_z(&log), "trace"));
	http_free(&answer);
	assert_int_equal(exit_code(service_stop(s)), 0);
}

static const char public_page[] = "/.well-known/openid-configuration";

/* Each client has its own limit, and the proxy none. */
TEST(limits_are_those_of_the_forwarded_client)
{
	struct http_answer answer = { 0 };
	struct service *s = start_with_proxies("trusted-proxies = {\"127.0.0.1\"}\n"
					       "limits {\n\trequests-per-second = 1\n\tburst = 2\n}\n");
	int limited = 0;
	for (int i = 0; i < 10; i++)
		limited += get_with(s, public_page, "X-Forwarded-For: 203.0.113.9\r\n", &answer) ==
		    429;
	assert_true(limited > 0);
	assert_int_equal(
	    get_with(s, "/readyz", "X-Forwarded-For: 203.0.113.9\r\n", &answer), 429);
	assert_int_equal(
	    get_with(s, public_page, "X-Forwarded-For: 198.51.100.1\r\n", &answer), 200);
	for (int i = 0; i < 10; i++)
		assert_int_equal(get_with(s, public_page, NULL, &answer), 200);
	http_free(&answer);
	assert_int_equal(exit_code(service_stop(s)), 0);
	unlink("daemon.conf");
}

/* Many callers of one address do not make the service look as if it were not there. */
TEST(probes_are_not_limited)
{
	struct http_answer answer = { 0 };
	struct service *s =
	    start_with_proxies("limits {\n\trequests-per-second = 1\n\tburst = 2\n}\n");
	int limited = 0;
	for (int i = 0; i < 10; i++)
		limited += get_with(s, public_page, "", &answer) == 429;
	assert_true(limited > 0);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(get_with(s, "/healthz", "", &answer), 200);
		assert_int_equal(get_with(s, "/readyz", "", &answer), 200);
	}
	http_free(&answer);
	assert_int_equal(exit_code(service_stop(s)), 0);
}
