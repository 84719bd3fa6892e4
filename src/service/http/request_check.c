#include "service/http/request_check.h"

#include "service/http/http.h"
#include "service/http/message.h"

struct framing_headers {
	unsigned host_count, content_length_count, transfer_encoding_count, authorization_count;
	struct str content_length, transfer_encoding;
};

static bool
is_token(struct str s)
{
	static const char marks[] = "!#$%&'*+-.^_`|~";
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool alnum = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
		if (!alnum && str_find_char(STR(marks), c) == SIZE_MAX)
			return false;
	}
	return s.n > 0;
}

static bool
is_valid_header_value(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if ((c < 32 && c != '\t') || c == 127)
			return false;
	}
	return true;
}

static bool
is_valid_target(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] <= ' ' || s.p[i] == 127 || s.p[i] == '#')
			return false;
	return s.n > 0;
}

static void
read_framing_header(struct framing_headers *f, const struct header_line *h)
{
	if (str_eq_nocase(h->name, STR("Host"))) {
		f->host_count++;
	} else if (str_eq_nocase(h->name, STR("Content-Length"))) {
		f->content_length_count++;
		f->content_length = h->value;
	} else if (str_eq_nocase(h->name, STR("Transfer-Encoding"))) {
		f->transfer_encoding_count++;
		f->transfer_encoding = h->value;
	} else if (str_eq_nocase(h->name, STR("Authorization"))) {
		f->authorization_count++;
	}
}

static bool
check_content_length(struct str length, struct err *err)
{
	int64_t value = 0;
	for (size_t i = 0; i < length.n; i++)
		if (length.p[i] < '0' || length.p[i] > '9')
			return refuse_request(
			    err, REFUSE_BAD_REQUEST, "Content-Length is not a number.");
	if (length.n == 0 || length.n > 15 || !str_to_int64(length, &value))
		return refuse_request(err, REFUSE_BAD_REQUEST, "Content-Length is not a number.");
	if (value > HTTP_BODY_SIZE_MAX)
		return refuse_request(err, REFUSE_BODY_TOO_LARGE,
		    "The body is longer than %d bytes.", HTTP_BODY_SIZE_MAX);
	return true;
}

static bool
check_framing(const struct request_head *a, const struct framing_headers *f, struct err *err)
{
	bool has_body = f->transfer_encoding_count > 0;
	if (f->host_count > 1 || (f->host_count == 0 && str_eqz(a->version, "HTTP/1.1")))
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "Exactly one Host header is required.");
	if (f->content_length_count > 1 || f->transfer_encoding_count > 1 ||
	    (f->content_length_count && f->transfer_encoding_count))
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "The length of the body is ambiguous.");
	if (f->authorization_count > 1)
		return refuse_request(err, REFUSE_BAD_REQUEST, "Authorization appears twice.");
	if (has_body &&
	    (!str_eq_nocase(f->transfer_encoding, STR("chunked")) ||
		str_eqz(a->version, "HTTP/1.0")))
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "Transfer-Encoding may only be chunked.");
	if (has_body && (str_eqz(a->method, "GET") || str_eqz(a->method, "HEAD")))
		return refuse_request(err, REFUSE_BAD_REQUEST, "%.*s cannot have a chunked body.",
		    STR_ARG(a->method));
	return !f->content_length_count || check_content_length(f->content_length, err);
}

bool
request_check(const struct request_head *a, struct err *err)
{
	struct framing_headers framing = { 0 };
	size_t header_bytes = 0;
	for (size_t i = 0; i < a->headers_n; i++) {
		const struct header_line *h = &a->headers[i];
		header_bytes += h->name.n + 2 + h->value.n + 2;
		if (!is_token(h->name) || !is_valid_header_value(h->value))
			return refuse_request(
			    err, REFUSE_BAD_REQUEST, "A header line is malformed.");
		read_framing_header(&framing, h);
	}
	if (a->headers_n > HTTP_HEADER_COUNT_MAX || header_bytes > HTTP_HEADERS_SIZE_MAX)
		return refuse_request(err, REFUSE_HEADERS_TOO_LARGE,
		    "At most %d header lines, %d bytes in total.", HTTP_HEADER_COUNT_MAX,
		    HTTP_HEADERS_SIZE_MAX);
	if (!is_token(a->method) || !is_valid_target(a->target))
		return refuse_request(err, REFUSE_BAD_REQUEST, "The request line is malformed.");
	if (!str_eqz(a->version, "HTTP/1.1") && !str_eqz(a->version, "HTTP/1.0"))
		return refuse_request(err, REFUSE_BAD_REQUEST, "Only HTTP/1.1 is supported.");
	return check_framing(a, &framing, err);
}
