/*
 * demo.h - the embedded service of `backroom demo`: a second process that serves the demo data from
 * memory on a free loopback port.
 *
 * It creates a key for this run, passes a token through an inherited descriptor, and exits when the
 * pipe held by this process closes, so it exits however this process ends. Owns the process and its
 * pipes until demo_stop().
 */
#ifndef APP_DEMO_H
#define APP_DEMO_H

#include "app/app_context.h"
#include "base/err.h"
#include "client/io.h"

struct demo;
/* Called once: with the base URL and a token, or with err. */
typedef void demo_ready_fn(
    void *ctx, const char *base_url, const char *token, const struct err *err);

/* Starts the service and returns at once; `ready` is called from the loop. */
struct demo *demo_start(const struct app_context *app, const struct io_watch *io,
    demo_ready_fn *ready, void *ctx, struct err *err);
void demo_stop(struct demo *d);

/* Appends the path of the service's program, relative to this one: ../libexec/backroom/. */
bool demo_service_path(struct buf *out, struct err *err);

#endif
