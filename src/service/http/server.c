#include "service/http/server.h"

struct peer *
peer_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	return info ? info->socket_context : NULL;
}

void
peer_count_first_request(struct peer *p)
{
	if (!p->has_request)
		atomic_fetch_sub(&p->event_loop->server->silent_connection_count, 1);
	p->has_request = true;
}

struct remote_address
peer_remote_of(const struct http_server *server, const struct sockaddr *address)
{
	struct remote_address r = remote_of(address);
	r.is_proxy = proxies_include(server->settings.proxies, address);
	return r;
}

struct remote_address
peer_remote(const struct http_server *server, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	return peer_remote_of(server, info ? info->client_addr : NULL);
}
