/*
 * exchange.h - one HTTP request from its request line to the end of its response: libmicrohttpd's
 * callbacks.
 *
 * A request that is unambiguous and within the limits is answered at once if no waiting is needed,
 * or else by a worker pool while its connection is suspended.
 */
#ifndef SERVICE_HTTP_EXCHANGE_H
#define SERVICE_HTTP_EXCHANGE_H

#include "service/http/server.h"

/* MHD_OPTION_URI_LOG_CALLBACK: begins an exchange. In all these callbacks ctx is the server. */
void *exchange_begin(void *ctx, const char *uri, struct MHD_Connection *connection);
/* The MHD access handler. */
enum MHD_Result exchange_continue(void *ctx, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *piece, size_t *piece_n, void **exchange);
/* MHD_OPTION_NOTIFY_COMPLETED: frees the exchange. */
void exchange_end(void *ctx, struct MHD_Connection *connection, void **exchange,
    enum MHD_RequestTerminationCode why);
/* Called by a delayer or a worker pool with an exchange whose response is ready. */
void exchange_resume(void *exchange);

#endif
