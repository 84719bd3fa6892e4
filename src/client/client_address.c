/* Texts about a client's reads and writes: addresses, statuses. */
#include "client/client.h"

const char *const client_write_status_names[] = {
	[CLIENT_WRITE_DONE] = "done",
	[CLIENT_WRITE_REFUSED] = "refused",
	[CLIENT_WRITE_UNKNOWN] = "unknown",
};
_Static_assert(
    sizeof(client_write_status_names) / sizeof(*client_write_status_names) == CLIENT_WRITE_STATUSES,
    "every outcome needs a row in this table");

/* True for "." and "..", also percent-encoded: a client or a proxy leaves the address by them. */
static bool
is_dot_segment(struct str segment)
{
	size_t dots = 0;
	while (segment.n) {
		bool is_encoded = str_eq_nocase(str_sub(segment, 0, 3), STR("%2e"));
		if (!is_encoded && segment.p[0] != '.')
			return false;
		segment = str_sub(segment, is_encoded ? 3 : 1, segment.n);
		dots++;
	}
	return dots == 1 || dots == 2;
}

static bool
has_dot_segment(struct str path)
{
	struct str rest = str_sub(path, 0, str_find_char(path, '?')), segment;
	rest = str_sub(rest, 0, str_find_char(rest, '#')); /* not sent, but cut off before the dots */
	while (rest.p && str_next(&rest, '/', &segment))
		if (is_dot_segment(segment))
			return true;
	return false;
}

bool
client_append_path_url(struct buf *out, const struct client *c, struct str path, struct err *err)
{
	struct str base = str_of(client_base_url(c));
	struct str rest = str_starts(path, base) ? str_sub(path, base.n, path.n) : path;
	if (str_find(rest, STR("://")) < str_find_char(rest, '?'))
		return err_set(err, ERR_USAGE,
		    "the address must begin with %.*s: the token is sent nowhere else",
		    STR_ARG(base));
	if (has_dot_segment(rest))
		return err_set(err, ERR_USAGE, "a path must not contain . or .. as a segment");
	buf_adds(out, base);
	buf_addz(out, rest.n && (rest.p[0] == '/' || rest.p[0] == '?') ? "" : "/");
	buf_adds(out, rest);
	return true;
}

void
client_append_write_url(struct buf *out, const struct client *c, enum endpoint e, struct str owner)
{
	buf_addz(out, client_base_url(c));
	wire_append_path(out, client_names(c), e, owner);
}

void
client_append_url(struct buf *out, const struct client *c, enum endpoint e, struct str query)
{
	buf_addz(out, client_base_url(c));
	wire_append_path(out, client_names(c), e, STR_NONE);
	buf_adds(out, query);
}

void
client_append_curl_of(
    struct buf *out, bool bare, struct str method, struct str url, struct str body)
{
	buf_addf(out, "curl -sS -H \"Authorization: %s$BACKROOM_TOKEN\" ", bare ? "" : "Bearer ");
	if (!str_eqz(method, "GET"))
		buf_addf(out, "-X %.*s ", STR_ARG(method));
	if (body.n) {
		buf_addz(out, "-H 'Content-Type: application/json' --data-raw ");
		buf_add_shell_word(out, body);
		buf_addc(out, ' ');
	}
	buf_add_shell_word(out, url);
}

void
client_append_curl(struct buf *out, const struct client *c, enum endpoint e, struct str query)
{
	struct buf url = { 0 };
	client_append_url(&url, c, e, query);
	client_append_curl_of(
	    out, client_sends_bare_token(c), STR("GET"), buf_str(&url), STR_NONE);
	buf_free(&url);
}
