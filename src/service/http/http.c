#include "service/http/http.h"

#include "base/log.h"
#include "base/mem.h"
#include "service/http/doorstep.h"
#include "service/http/exchange.h"

#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* CONNECTION_S: libmicrohttpd 1.0 keeps some connections after it has closed them (a request that
 * fills all of CONNECTION_MEMORY), until its timeout ends. That is longer than the limits of the
 * reaper for a connection that is not suspended; the reaper ends all others. CONNECTION_MEMORY:
 * more than our own limits, so that it is we who answer what is too long; and not more than
 * libmicrohttpd takes from the heap: mapping memory for each connection cost ten times the rest of
 * it. LAST_MS: for the first request of a connection that was just taken, and for the last answers
 * to be sent. TRIMS: so often memory is given back, since the last of it is freed after it was let go. */
enum { CONNECTION_S = 65, CONNECTION_MEMORY = 32768, TRIMS = 4, LAST_MS = 500 };

/* ---- callers that get no connection ---- */

static void
refuse_caller(struct http_server *server, int fd, const struct remote *from, const struct err *err)
{
	const struct http_settings *s = &server->settings;
	char id[REQUEST_NAME];
	request_name(&server->names, id);
	size_t n = doorstep_refuse(fd, &(struct doorstep){ id, s->api_version }, err);
	struct http_done done = { .id = id, .status = err->http, .bytes = n, .from = *from };
	s->observer(s->observer_ctx, &done);
}

/* It is in the midst of a body, and what it sent or its end lies there unread. */
static bool
is_left_unread(const struct peer *p)
{
	char next;
	return reaper_phase(p->watched) == REAPER_BODY &&
	    recv(p->fd, &next, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

/* Data that has just arrived is unread too; but if data is unread twice in a row, and no piece
 * of the body was processed in between, it never will be. */
static void
end_all_stuck(void *ctx)
{
	struct room *room = ctx;
	for (struct peer *p = room->first; p; p = p->next) {
		bool was_unread = p->unread;
		p->unread = is_left_unread(p);
		if (was_unread && p->unread)
			MHD_set_connection_option(p->connection, MHD_CONNECTION_OPTION_TIMEOUT, 1U);
	}
}

static void
enter_room(struct room *room, struct peer *p)
{
	p->room = room;
	p->next = room->first;
	if (p->next)
		p->next->prev = p;
	room->first = p;
}

static void
leave_room(struct room *room, struct peer *p)
{
	if (p->prev)
		p->prev->next = p->next;
	else
		room->first = p->next;
	if (p->next)
		p->next->prev = p->prev;
}

static void
on_connection(void *ctx, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what)
{
	struct room *room = ctx;
	struct http_server *server = room->server;
	struct peer *p = *socket_context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		p = x_new(struct peer);
		p->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
			    ->connect_fd;
		p->connection = connection;
		p->from = peer_remote(connection);
		enter_room(room, p);
		p->watched = reaper_watch(
		    server->reaper, p->fd, limits_guest(server->settings.limits, &p->from));
		*socket_context = p;
	} else if (p) {
		/* Some errors end a connection without the end of its request. */
		void *exchange = p->exchange;
		exchange_end(server, connection, &exchange, MHD_REQUEST_TERMINATED_WITH_ERROR);
		leave_room(room, p);
		peer_has_asked(p);
		reaper_forget(server->reaper, p->watched);
		house_leave(server->house, &p->from, (unsigned)(room - server->rooms));
		x_free(p);
		*socket_context = NULL;
	}
}

static bool
has_place(void *ctx)
{
	return house_has_place(((struct http_server *)ctx)->house);
}

static void
take_caller(void *ctx, int fd, const struct sockaddr *address, socklen_t size)
{
	struct http_server *server = ctx;
	struct remote from = remote_of(address);
	struct err err;
	unsigned room;
	if (!house_enter(server->house, &from, &room, &err)) {
		refuse_caller(server, fd, &from, &err);
		close(fd);
	} else {
		atomic_fetch_add(&server->unasked, 1);
		loop_take(server->rooms[room].loop, fd, address, size);
	}
}

static void
forget_caller(void *ctx, const struct sockaddr *address)
{
	struct room *room = ctx;
	struct remote from = remote_of(address);
	atomic_fetch_sub(&room->server->unasked, 1);
	house_leave(room->server->house, &from, (unsigned)(room - room->server->rooms));
}

static void
turn_caller_away(void *ctx, int fd, const struct sockaddr *address)
{
	struct remote from = remote_of(address);
	struct err err;
	refuse(&err, REFUSE_BUSY, "The service has as many connections as it can have.");
	refuse_caller(ctx, fd, &from, &err);
}

/* The target stays as it was sent: decoding is the routes' business, after splitting. */
static size_t
leave_escaped(void *ctx, struct MHD_Connection *connection, char *text)
{
	(void)ctx;
	(void)connection;
	return strlen(text);
}

/* ---- start and end ---- */

/* Returns freed memory to the system, a few times, since the last bytes are freed a moment after
 * they are released. Also logs the counts of suppressed lines. */
static bool
look_after(void *ctx)
{
	struct http_server *server = ctx;
	log_report_suppressed(false);
	if (limits_have_fallen(server->settings.limits))
		server->trims = TRIMS;
	if (server->trims == 0)
		return false;
	mem_trim();
	return --server->trims > 0;
}

static bool
open_room(struct room *room)
{
	struct http_server *server = room->server;
	room->daemon = MHD_start_daemon(
	    MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
	    exchange_go_on, server, MHD_OPTION_CONNECTION_LIMIT, server->settings.connections + 1,
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
	    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CONNECTION_S, MHD_OPTION_UNESCAPE_CALLBACK,
	    leave_escaped, NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_URI_LOG_CALLBACK,
	    exchange_begin, server, MHD_OPTION_NOTIFY_COMPLETED, exchange_end, server,
	    MHD_OPTION_NOTIFY_CONNECTION, on_connection, room,
#if MHD_VERSION >= 0x01000000
	    MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
	    MHD_OPTION_END);
	const struct loop_house house = {
		.refused = forget_caller, .stuck = end_all_stuck, .ctx = room
	};
	return room->daemon && (room->loop = loop_start(room->daemon, &house));
}

/* One for each core that the program may run on. */
static bool
open_rooms(struct http_server *server)
{
	for (unsigned i = 0; i < server->rooms_n; i++) {
		server->rooms[i].server = server;
		if (!open_room(&server->rooms[i]))
			return false;
	}
	return true;
}

static unsigned
cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
	return n < 1 ? 1 : n > HTTP_LOOPS ? HTTP_LOOPS : (unsigned)n;
}

/* Until `count` is zero, but no longer than this. */
static void
wait_for_none(const atomic_uint *count, int most_ms)
{
	const struct timespec tick = { .tv_nsec = 10 * 1000000L };
	for (int waited = 0; atomic_load(count) && waited < most_ms; waited += 10)
		nanosleep(&tick, NULL);
}

/* None may be suspended any more when its daemon is stopped: crews and delayer end before. */
static void
stop_all(struct http_server *server)
{
	if (server->acceptor)
		acceptor_stop(server->acceptor);
	for (int i = 0; i < HTTP_QUEUES; i++)
		if (server->crews[i])
			crew_end(server->crews[i]);
	wait_for_none(&server->unasked, LAST_MS);
	wait_for_none(server->settings.busy, LAST_MS);
	for (unsigned i = 0; i < server->rooms_n; i++)
		if (server->rooms[i].loop)
			loop_stop(server->rooms[i].loop);
	for (int i = 0; i < HTTP_QUEUES; i++)
		if (server->crews[i])
			crew_free(server->crews[i]);
	if (server->delayer)
		delayer_stop(server->delayer);
	for (unsigned i = 0; i < server->rooms_n; i++) {
		if (server->rooms[i].loop)
			loop_free(server->rooms[i].loop);
		if (server->rooms[i].daemon)
			MHD_stop_daemon(server->rooms[i].daemon);
	}
	if (server->reaper)
		reaper_stop(server->reaper);
	house_free(server->house);
	x_free(server);
}

static bool
start_crews(struct http_server *server)
{
	static const unsigned most[] = { [HTTP_QUEUE_READ] = HTTP_READERS,
		[HTTP_QUEUE_WRITE] = HTTP_WRITERS,
		[HTTP_QUEUE_APART] = HTTP_ATTENDANTS };
	bool ok = true;
	for (int i = 0; i < HTTP_QUEUES && ok; i++)
		ok = (server->crews[i] = crew_start(most[i]));
	return ok;
}

struct http_server *
http_start(int listen_fd, const struct http_settings *settings, struct err *err)
{
	struct http_server *server = x_new(struct http_server);
	const struct acceptor_house house = { .has_slot = has_place,
		.take = take_caller,
		.turn_away = turn_caller_away,
		.ctx = server };
	server->settings = *settings;
	request_names_begin(&server->names);
	server->reaper = reaper_start(NULL, look_after, server);
	server->rooms_n = cores();
	server->house = house_new(
	    settings->limits, server->reaper, server->rooms_n, settings->connections);
	server->delayer = delayer_start(exchange_resume);
	bool has_crews = start_crews(server);
	if (server->reaper && server->delayer && has_crews &&
	    open_rooms(server) && (server->acceptor = acceptor_start(listen_fd, &house)))
		return server;
	stop_all(server);
	close(listen_fd);
	err_set(err, ERR_IO, "cannot start the HTTP server");
	return NULL;
}

/* While it waits, connections are still taken and told to close with their first answer. */
void
http_stop(struct http_server *server)
{
	atomic_store(&server->draining, true);
	wait_for_none(server->settings.busy, HTTP_DRAIN_MS);
	atomic_store(&server->over, true);
	stop_all(server);
}
