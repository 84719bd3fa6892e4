#include "client/signal_hold.h"

#include "base/mem.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { SIGNAL_HOLD_MS = 3000 };

struct signal_hold {
	struct io_watch io;
	sigset_t blocked; /* the signals that this hold has blocked */
	int fd;           /* readable when a signal came; then closed (-1) */
	unsigned timer;
	bool over;
};

static void
close_fd(struct signal_hold *h)
{
	if (h->fd < 0)
		return;
	h->io.watch(h->io.ctx, h->fd, 0, NULL, NULL);
	close(h->fd);
	h->fd = -1;
}

static void
release_signals(struct signal_hold *h)
{
	h->over = true;
	sigprocmask(SIG_UNBLOCK, &h->blocked, NULL);
}

static void
on_hold_timeout(void *arg)
{
	struct signal_hold *h = arg;
	h->timer = 0;
	release_signals(h);
}

/* The signal is not read from the descriptor, so it stays pending and still ends the program as
 * usual. */
static void
on_held_signal(void *arg, int fd, unsigned ready)
{
	struct signal_hold *h = arg;
	(void)fd;
	(void)ready;
	close_fd(h);
	h->timer = h->io.start_timer(h->io.ctx, SIGNAL_HOLD_MS, on_hold_timeout, h);
}

/* Includes SIGALRM, which ends a console that takes too long to quit, and SIGPIPE, which ends a
 * command whose output is not read. */
static void
block_held_signals(sigset_t *blocked)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE };
	sigset_t before;
	sigprocmask(SIG_BLOCK, NULL, &before);
	sigemptyset(blocked);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!sigismember(&before, ending[i]))
			sigaddset(blocked, ending[i]);
	sigprocmask(SIG_BLOCK, blocked, NULL);
}

struct signal_hold *
signal_hold_new(const struct io_watch *io)
{
	struct signal_hold *h = x_new(struct signal_hold);
	h->io = *io;
	block_held_signals(&h->blocked);
	h->fd = signalfd(-1, &h->blocked, SFD_CLOEXEC | SFD_NONBLOCK);
	if (h->fd >= 0)
		io->watch(io->ctx, h->fd, IO_READ, on_held_signal, h);
	else
		h->timer = io->start_timer(io->ctx, SIGNAL_HOLD_MS, on_hold_timeout, h);
	return h;
}

bool
signal_hold_is_active(const struct signal_hold *h)
{
	return h && !h->over;
}

void
signal_hold_free(struct signal_hold *h)
{
	if (!h)
		return;
	close_fd(h);
	h->io.cancel_timer(h->io.ctx, h->timer);
	if (!h->over)
		release_signals(h);
	x_free(h);
}
