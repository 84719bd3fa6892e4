/*
 * feed PORT N STORE - posts N baskets to /feed of a service on this machine, 500 lines a request,
 * with the token in $TOKEN. Prints the seconds that it took and the largest size of STORE-wal in
 * MiB.
 */
#include "base/buf.h"
#include "base/clock.h"
#include "lib/cleanup.h"
#include "model/when.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINES_PER_REQUEST = 500 };

static const char item[] =
    "\"customerDetails\":{\"email\":\"customer.%d@example.com\",\"firstName\":\"Mara\","
    "\"lastName\":\"Ellison\"},\"orderItems\":[{\"name\":\"All Access Monthly\",\"path\":"
    "\"/offers/2026 Spring Launch/offer-7\",\"products\":[{\"path\":\"/products/digital\","
    "\"productCode\":\"NL-DIG-ALL\"}]}],\"customFields\":{\"billingCountry\":\"GB\"},"
    "\"tracking\":{\"offers\":[],\"campaign\":\"/offers/Winback 2026\",\"tag\":"
    "\"/tags/uk/direct\"},\"identities\":[],\"entry\":\"https://www.northlight.example/\","
    "\"completed\":false,\"recoveryLink\":\"https://shop.northlight.example/checkout/%d\"}}\n";

/* Ids in no order, as those of a shop. */
static void
add_line(struct buf *out, int i)
{
	int64_t now;
	when_parse(STR("2026-01-01T00:00:00Z"), &now);
	buf_addf(out,
	    "{\"kind\":\"basket\",\"seq\":%d,\"item\":{\"id\":\"%08x-feed-%08x\",\"created\":\"", i,
	    (unsigned)i * 2654435761U, i);
	when_write(out, now + (int64_t)i * 60000);
	buf_addz(out, "\",");
	buf_addf(out, item, i, i);
}

static int
connect_to(int port)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0) {
		perror("feed");
		exit(1);
	}
	return fd;
}

static void
send_all(int fd, struct str bytes)
{
	while (bytes.n) {
		ssize_t sent = send(fd, bytes.p, bytes.n, MSG_NOSIGNAL);
		if (sent <= 0)
			exit(1);
		bytes = str_sub(bytes, (size_t)sent, SIZE_MAX);
	}
}

/* Reads one response; returns the number of lines that are done. */
static size_t
read_done(int fd, struct buf *in)
{
	size_t head, length = 0, n = 0, at;
	buf_reset(in);
	for (;;) {
		ssize_t got = read(fd, buf_reserve(in, 1 << 16), 1 << 16);
		if (got <= 0)
			exit(1);
		in->n += (size_t)got;
		head = str_find(buf_str(in), STR("\r\n\r\n"));
		at = str_find(buf_str(in), STR("Content-Length: "));
		if (head == SIZE_MAX || at == SIZE_MAX)
			continue;
		length = strtoul(in->p + at + 16, NULL, 10);
		if (in->n >= head + 4 + length)
			break;
	}
	struct str rest = buf_str(in);
	for (; (at = str_find(rest, STR("\"done\""))) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 6, SIZE_MAX);
	if (!str_starts(buf_str(in), STR("HTTP/1.1 200")))
		fprintf(stderr, "feed: %.*s\n", (int)in->n, in->p);
	return n;
}

static void
note_wal(const char *store, off_t *most)
{
	auto_buf name = { 0 };
	struct stat st;
	buf_addf(&name, "%s-wal", store);
	if (stat(buf_z(&name), &st) == 0 && st.st_size > *most)
		*most = st.st_size;
}

int
main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int fd = connect_to((int)strtol(argv[1], NULL, 10)), n = (int)strtol(argv[2], NULL, 10);
	auto_buf body = { 0 }, head = { 0 }, in = { 0 };
	int64_t began = clock_ticks();
	size_t done = 0;
	off_t wal = 0;
	for (int i = 0; i < n; i++) {
		add_line(&body, i);
		if ((i + 1) % LINES_PER_REQUEST && i + 1 < n)
			continue;
		buf_reset(&head);
		buf_addf(&head,
		    "POST /feed?source=bench HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n"
		    "Content-Type: application/x-ndjson\r\nContent-Length: %zu\r\n\r\n",
		    getenv("TOKEN"), body.n);
		send_all(fd, buf_str(&head));
		send_all(fd, buf_str(&body));
		done += read_done(fd, &in);
		note_wal(argv[3], &wal);
		buf_reset(&body);
	}
	close(fd);
	printf("%.2f %.1f\n", (double)(clock_ticks() - began) / 1000, (double)wal / (1 << 20));
	return done != (size_t)n;
}
