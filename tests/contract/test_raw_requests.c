/* labels: slow */
/*
 * Families of hostile requests, byte by byte, each followed by a plain request on the same
 * connection. A refused request closes the connection, so the plain one never gets a response; an
 * accepted one gets the response that RFC 9112 requires, and then the plain one does.
 */
#include "lib/raw.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

enum { CASES_LEAST = 250 };

#define PUT "PUT /healthz HTTP/1.1\r\n" HOST "Content-Type: application/json\r\n"
#define CHUNKED PUT "Transfer-Encoding: chunked" END
#define BASKETS "GET /api/checkout/abandoned HTTP/1.1\r\n" HOST

struct variant {
	struct str bytes;
	int want;
};

struct token_family {
	const char *family_name_hash;
	struct str before, after;
	const struct variant *variants;
	size_t n;
};

#define FAMILY(name, before, after, variants)                                               \
	{                                                                                   \
		name, S(before), S(after), variants, sizeof(variants) / sizeof(*(variants)) \
	}

/* clang-format off */
static const struct variant lengths[] = {
	{ S(" 2"), 405 }, { S("2"), 405 }, { S("  2"), EITHER + 405 }, { S("\t2"), 405 }, { S(" 02"), 405 },
	{ S(" 2 "), EITHER + 405 }, { S(" 2\t"), EITHER + 405 },
	{ S(""), REFUSED }, { S(" "), REFUSED }, { S(" +2"), REFUSED }, { S(" -2"), REFUSED },
	{ S(" -0"), REFUSED }, { S(" 0x2"), REFUSED }, { S(" 0b10"), REFUSED }, { S(" 2.0"), REFUSED },
	{ S(" 2e0"), REFUSED }, { S(" 2,2"), REFUSED }, { S(" 2, 2"), REFUSED }, { S(" 2;"), REFUSED },
	{ S(" 2 2"), REFUSED }, { S(" two"), REFUSED }, { S(" \"2\""), REFUSED },
	{ S(" 2\v"), REFUSED }, { S(" 2\0"), REFUSED }, { S(" \xd9\xa2"), REFUSED },
	{ S(" 0000000000000000000002"), REFUSED }, { S(" 1048577"), REFUSED },
	{ S(" 4294967298"), REFUSED }, { S(" 9223372036854775807"), REFUSED },
	{ S(" 9223372036854775808"), REFUSED }, { S(" 18446744073709551615"), REFUSED },
	{ S(" 18446744073709551618"), REFUSED }, { S(" 99999999999999999999999999"), REFUSED },
	{ S(" -9223372036854775806"), REFUSED },
};

static const struct variant encodings[] = {
	{ S("chunked"), 405 }, { S("Chunked"), 405 }, { S("CHUNKED"), 405 },
	{ S("chunked "), EITHER + 405 }, { S("\tchunked"), EITHER + 405 },
	{ S(""), REFUSED }, { S(","), REFUSED }, { S("identity"), REFUSED },
	{ S("chunked, identity"), REFUSED }, { S("identity, chunked"), REFUSED },
	{ S("chunked,chunked"), REFUSED }, { S("chunked, "), REFUSED }, { S(", chunked"), REFUSED },
	{ S("gzip"), REFUSED }, { S("gzip, chunked"), REFUSED }, { S("deflate"), REFUSED },
	{ S("trailers"), REFUSED }, { S("chunked;q=1"), REFUSED }, { S("chunked;"), REFUSED },
	{ S("\"chunked\""), REFUSED }, { S("'chunked'"), REFUSED }, { S("xchunked"), REFUSED },
	{ S("chunkedx"), REFUSED }, { S("chunk"), REFUSED }, { S("chun ked"), REFUSED },
	{ S("\vchunked"), REFUSED }, { S("chunked\v"), REFUSED }, { S("chunked\0"), REFUSED },
	{ S("\xc3\xa7hunked"), REFUSED }, { S("chunked\r\nTransfer-Encoding: identity"), REFUSED },
	{ S("chunked\r\n , identity"), REFUSED },
};

/* libmicrohttpd 1.0 refuses text after a chunk's size; older versions skip it. */
static const struct variant chunks[] = {
	{ S("2\r\n{}\r\n0\r\n"), 405 }, { S("02\r\n{}\r\n0\r\n"), 405 }, { S("2\r\n{}\r\n000\r\n"), 405 },
	{ S("1\r\n{\r\n1\r\n}\r\n0\r\n"), 405 }, { S("2;a=b\r\n{}\r\n0\r\n"), EITHER + 405 },
	{ S("2;a=\"b;c\"\r\n{}\r\n0;last\r\n"), EITHER + 405 }, { S("2\r\n{}\r\n0\r\nX: y\r\n"), 405 },
	{ S("2\r\n{}\r\n0\r\nHost: y\r\nContent-Length: 9\r\n"), EITHER + 405 },
	{ S("2 \r\n{}\r\n0\r\n"), EITHER + 405 },
	{ S("+2\r\n{}\r\n0\r\n"), REFUSED }, { S("-2\r\n{}\r\n0\r\n"), REFUSED },
	{ S("0x2\r\n{}\r\n0\r\n"), REFUSED }, { S(" 2\r\n{}\r\n0\r\n"), REFUSED },
	{ S("\r\n2\r\n{}\r\n0\r\n"), REFUSED }, { S("g\r\n{}\r\n0\r\n"), REFUSED },
	{ S("2.0\r\n{}\r\n0\r\n"), REFUSED }, { S("2,2\r\n{}\r\n0\r\n"), REFUSED },
	{ S("2\0\r\n{}\r\n0\r\n"), REFUSED }, { S("\xd9\xa2\r\n{}\r\n0\r\n"), REFUSED },
	{ S("FFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n"), UNFINISHED },
	{ S("FFFFFFFFFFFFFFFE\r\n{}\r\n0\r\n"), UNFINISHED },
	{ S("8000000000000000\r\n{}\r\n0\r\n"), UNFINISHED },
	{ S("10000000000000002\r\n{}\r\n0\r\n"), REFUSED },
	{ S("100000002\r\n{}\r\n0\r\n"), UNFINISHED },
	{ S("2\r\n{}0\r\n"), REFUSED }, { S("2\r\n{}XX0\r\n"), REFUSED },
	{ S("1\r\n{}\r\n0\r\n"), REFUSED }, { S("2\r{}\r\n0\r\n"), REFUSED },
	{ S("2\r\n{}\r\nzz\r\n"), REFUSED },
};

static const struct variant methods[] = {
	{ S("GET"), 200 }, { S("HEAD"), 200 },
	{ S("get"), 405 }, { S("Get"), 405 }, { S("gET"), 405 }, { S("head"), 405 }, { S("POST"), 405 },
	{ S("PUT"), 405 }, { S("DELETE"), 405 }, { S("PATCH"), 405 }, { S("OPTIONS"), 405 },
	{ S("TRACE"), 405 }, { S("CONNECT"), EITHER + 405 }, { S("PROPFIND"), 405 }, { S("GETT"), 405 },
	{ S("G-T"), 405 }, { S("GET,POST"), REFUSED }, { S("(GET)"), REFUSED }, { S("G/T"), REFUSED },
	{ S("G\"T"), REFUSED }, { S("GET\x01"), REFUSED }, { S("G\xc3\x89T"), REFUSED },
	{ S("GET\0"), REFUSED }, { S(" GET"), REFUSED }, { S("\tGET"), REFUSED }, { S(""), REFUSED },
};

static const struct variant versions[] = {
	{ S(" HTTP/1.1"), 200 }, { S(" HTTP/1.0"), CLOSES + 200 },
	{ S(""), REFUSED }, { S(" "), REFUSED }, { S(" HTTP/0.9"), REFUSED }, { S(" HTTP/1.2"), REFUSED },
	{ S(" HTTP/1.9"), REFUSED }, { S(" HTTP/2.0"), REFUSED }, { S(" HTTP/2"), REFUSED },
	{ S(" HTTP/3.0"), REFUSED }, { S(" HTTP/11"), REFUSED }, { S(" HTTP/1."), REFUSED },
	{ S(" HTTP/.1"), REFUSED }, { S(" HTTP/1.1.1"), REFUSED }, { S(" http/1.1"), REFUSED },
	{ S(" Http/1.1"), REFUSED }, { S(" HTTP/1,1"), REFUSED }, { S(" HTTP1.1"), REFUSED },
	{ S(" HTTP/-1.1"), REFUSED }, { S(" HTTP/01.1"), REFUSED }, { S(" HTTP/1.01"), REFUSED },
	{ S(" HTTP/1.1x"), REFUSED }, { S(" xHTTP/1.1"), REFUSED }, { S(" HTTPS/1.1"), REFUSED },
	{ S(" HTTP/1.1 HTTP/1.1"), REFUSED }, { S(" ICY"), REFUSED }, { S("\vHTTP/1.1"), REFUSED },
};

static const struct variant targets[] = {
	{ S("/healthz"), 200 }, { S("/healthz?a=b"), 200 }, { S("/healthz??"), 200 },
	{ S("/healthz?a=b?c=/../d"), 200 }, { S("/%68ealthz"), 200 }, { S("/health%7A"), 200 },
	{ S("/health%7a"), 200 }, { S("http://x/healthz"), 200 }, { S("https://x:1/healthz?a"), 200 },
	{ S("/HEALTHZ"), 404 }, { S("//healthz"), 404 }, { S("///healthz"), 404 }, { S("/healthz/"), 404 },
	{ S("/./healthz"), 404 }, { S("/../healthz"), 404 }, { S("/x/../healthz"), 404 },
	{ S("/healthz/."), 404 }, { S("/healthz/.."), 404 }, { S("/api/../healthz"), 404 },
	{ S("/api//checkout/abandoned"), 404 }, { S("/api/./checkout/abandoned"), 404 },
	{ S("/api/x/../checkout/abandoned"), 404 }, { S("/api/%2e%2e/healthz"), 404 },
	{ S("/%2e/healthz"), 404 }, { S("/%2Fhealthz"), 404 }, { S("/healthz%2F"), 404 },
	{ S("/api%2Fcheckout%2Fabandoned"), 404 }, { S("/api/checkout%2Fabandoned"), 404 },
	{ S("/api%5Ccheckout"), 404 }, { S("/healthz%00"), 404 }, { S("/healthz%00.json"), 404 },
	{ S("/%00healthz"), 404 }, { S("/healthz%0d%0aX:%20y"), 404 }, { S("/healthz%20"), 404 },
	{ S("/healthz%"), 404 }, { S("/healthz%2"), 404 }, { S("/healthz%zz"), 404 },
	{ S("/healthz%u0041"), 404 }, { S("/healthz%C0%AF"), 404 }, { S("/%2568ealthz"), 404 },
	{ S("/healthz;a=b"), 404 }, { S("/healthz+"), 404 }, { S("/healthz\\"), 404 },
	{ S("http://x"), 400 }, { S("//x/healthz"), 404 }, { S("/healthz?%"), 400 },
	{ S("/healthz?%zz"), 400 }, { S("/healthz?a=%2"), 400 }, { S("/healthz?%00"), 400 },
	{ S("healthz"), 400 }, { S("%2Fhealthz"), 400 }, { S("\\healthz"), 400 }, { S("*"), 400 },
	{ S("x:80"), 400 }, { S("http:/healthz"), 400 }, { S("ftp://x/healthz"), 400 },
	{ S("?"), 400 }, { S("/healthz#x"), REFUSED }, { S("/healthz#"), REFUSED },
	{ S("/healthz\x01"), REFUSED }, { S("/healthz\x7f"), REFUSED }, { S("/\xc3\xa9"), REFUSED },
	{ S("/\xff"), REFUSED }, { S("/heal thz"), REFUSED }, { S("/healthz\0"), REFUSED },
	{ S("/heal\tthz"), REFUSED }, { S("/heal\rthz"), REFUSED }, { S(""), REFUSED },
};

static const struct variant hosts[] = {
	{ S("Host: x\r\n"), 200 }, { S("hOST:x\r\n"), 200 }, { S("Host:\r\n"), 200 },
	{ S("Host: [::1]:80\r\n"), 200 },
	{ S(""), REFUSED }, { S("Host: x\r\nHost: x\r\n"), REFUSED },
	{ S("Host: x\r\nhost: y\r\n"), REFUSED }, { S("Host: x\r\nHost:\r\n"), REFUSED },
	{ S("Host: x\r\nA: b\r\nHOST: x\r\n"), REFUSED }, { S("X-Host: x\r\n"), REFUSED },
	{ S("Host x\r\n"), REFUSED }, { S("Host: x\0y\r\n"), REFUSED },
};

static const struct variant wholes[] = {
	{ S("\r\n" GET HOST "\r\n"), 200 },
	{ S("GET /healthz HTTP/1.0" END), CLOSES + 200 },
	{ S("GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y" END), REFUSED },
	{ S("GET /healthz HTTP/1.0\r\nTransfer-Encoding: chunked" END "0" END), REFUSED },
	{ S("PUT /healthz HTTP/1.0\r\nTransfer-Encoding: chunked" END "0" END), REFUSED },
	{ S(GET HOST "Transfer-Encoding: chunked" END "0" END), REFUSED },
	{ S("HEAD /healthz HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked" END "0" END), REFUSED },
	{ S(GET HOST "Content-Length: 0" END), 200 },
	{ S(GET HOST "Content-Type: application/json\r\nContent-Length: 2" END "{}"), 200 },
	{ S(GET HOST "Content-Type: text/plain\r\nContent-Length: 2" END "{}"), 415 },
	{ S("DELETE /healthz HTTP/1.1\r\n" HOST "Content-Length: 0" END), 405 },
	/* The body looks like a request but must be treated as a body. */
	{ S(GET HOST "Content-Type: application/json\r\nContent-Length: 37" END
	    "GET /api HTTP/1.1\r\nHost: x\r\nX: 45" END), 200 },
	/* Expecting 100-continue without a body is the client's mistake. */
	{ S(GET HOST "Expect: 100-continue" END), EITHER + 200 },
	{ S(PUT "Expect: 100-continue\r\nContent-Length: 2" END "{}"), 405 },
	{ S(GET HOST "Expect: something-else" END), EITHER + 200 },
	{ S(PUT "Expect: 200-maybe\r\nContent-Length: 2" END "{}"), EITHER + 405 },
	{ S(GET HOST "Connection: Upgrade\r\nUpgrade: websocket" END), 200 },
	{ S(GET HOST "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM" END), 200 },
	{ S(GET HOST "Connection: close, Host" END), CLOSES + 200 },
	{ S("PRI * HTTP/2.0" END "SM" END), REFUSED },
	{ S("GET /healthz" END), REFUSED },
	{ S("/healthz" END), REFUSED },
	{ S("\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" END), REFUSED },
	{ S("SSH-2.0-x" END), REFUSED },
	{ S("EHLO x\r\nMAIL FROM:<a@b>" END), REFUSED },
	{ S("GET  /healthz HTTP/1.1\r\n" HOST "\r\n"), REFUSED },
	{ S("GET /healthz  HTTP/1.1\r\n" HOST "\r\n"), REFUSED },
	{ S("GET\t/healthz\tHTTP/1.1\r\n" HOST "\r\n"), REFUSED },
	/* A line may end with LF alone (RFC 9112, 2.2); CR alone does not end a line. */
	{ S("GET /healthz HTTP/1.1\nHost: x\n\n"), EITHER + 200 },
	{ S("GET /healthz HTTP/1.1\r\nHost: x\n\r\n"), EITHER + 200 },
	{ S("GET /healthz HTTP/1.1\rHost: x" END), REFUSED },
	{ S("GET /healthz HTTP/1.1\r\nHost: x\rX: y" END), REFUSED },
	{ S(GET " Host: x" END), REFUSED },
	{ S(GET "\tX: y\r\n" HOST "\r\n"), REFUSED },
	{ S(GET HOST "Authorization: a\r\nAuthorization: b" END), REFUSED },
	/* NUL bytes that a removed blank or CR elsewhere cannot hide in the length of the head. */
	{ S("GET /healthz\0 HTTP/1.1\r\nHost:x\r\nA:b" END), REFUSED },
	{ S("GET\0 /healthz HTTP/1.1\r\nHost:x\r\nA:b" END), REFUSED },
	{ S("GET /healthz HTTP/1.1\0\r\nHost:x\r\nA:b" END), REFUSED },
	{ S("GET /healthz HTTP/1.1\r\nHost:x\0y\r\nA:b\r\nC:d" END), REFUSED },
	{ S(PUT "A:b\r\nC:d\r\nTransfer-Encoding: chunked\0x" END "2\r\n{}\r\n0" END), REFUSED },
	{ S(PUT "A:b\r\nC:d\r\nContent-Length: 2\0x" END "{}"), REFUSED },
	{ S(PUT "A: b\nC: d\nContent-Length: 2\0x" END "{}"), REFUSED },
};
/* clang-format on */

/* A header line in every malformed form, for important names and for one other. NAME is replaced
 * by the name. */
static const char *const line_names[] = { "Host", "Content-Length", "Transfer-Encoding",
	"Authorization", "X-A" };
static const struct str shapes[] = { S("% : 0"), S("%\t: 0"), S(" %: 0"), S("\t%: 0"),
	S("%: 0\r\n 1"), S("%: 0\r\n\t1"), S("%: 0\r\n "), S("% 0"), S("%"), S("%\0: 0"),
	S("%: 0\0"
	  "1"),
	S("%: 0\r1"), S("%\v: 0"), S("%: 0\x7f"), S("%: 0\x01"), S("%[: 0"), S("\xc3\xa9%: 0"),
	S("\"%\": 0"), S(":%: 0") };

/* Any two of these conflict. */
static const char *const framings[] = { "Content-Length: 2", "Content-Length: 0",
	"content-length: 3", "Transfer-Encoding: chunked", "TRANSFER-ENCODING: chunked" };

/* % is replaced by a valid token. */
static const struct variant token_places[] = {
	{ S(BASKETS "Authorization: Bearer %" END), 200 },
	{ S(BASKETS "authorization: bEARER %" END), 200 },
	{ S(BASKETS "Authorization: Basic %" END), 401 },
	{ S(BASKETS "Authorization: Digest %" END), 401 },
	{ S(BASKETS "Authorization: Bearer Bearer %" END), 401 },
	{ S(BASKETS "Authorization: Bearer % %" END), 401 },
	{ S(BASKETS "Authorization: Bearer %, Bearer %" END), 401 },
	{ S(BASKETS "Authorization: Bearer %," END), 401 },
	{ S(BASKETS "Authorization: Bearer \"%\"" END), 401 },
	{ S(BASKETS "Authorization: Bearer %=" END), 401 },
	{ S(BASKETS "Authorization: Bearer=%" END), 401 },
	{ S(BASKETS "Authorization: Bearer%" END), 401 },
	{ S(BASKETS "Authorization: token=%" END), 401 },
	{ S(BASKETS "X-Authorization: Bearer %" END), 401 },
	{ S(BASKETS "Proxy-Authorization: Bearer %" END), 401 },
	{ S(BASKETS "Cookie: access_token=%" END), 401 },
	{ S(BASKETS "User-Agent: %\r\nReferer: http://x/?%" END), 401 },
	{ S(BASKETS "X-Request-Id: %\r\nTraceparent: %" END), 401 },
	{ S("GET /api/checkout/abandoned?access_token=% HTTP/1.1\r\n" HOST "\r\n"), 401 },
	{ S("GET /api/checkout/abandoned?Authorization=Bearer+% HTTP/1.1\r\n" HOST "\r\n"), 401 },
	{ S("GET http://%@x/api/checkout/abandoned HTTP/1.1\r\n" HOST "\r\n"), 401 },
	{ S("GET /api/checkout/abandoned/% HTTP/1.1\r\n" HOST "\r\n"), 404 },
	{ S("GET /% HTTP/1.1\r\n" HOST "\r\n"), 404 },
	{ S("% /healthz HTTP/1.1\r\n" HOST "\r\n"), 405 },
	{ S("GET /healthz %\r\n" HOST "\r\n"), REFUSED },
	{ S(GET HOST "%: x" END), 200 },
	{ S(BASKETS "Authorization: Bearer %\r\nAuthorization: Bearer %" END), REFUSED },
	{ S(BASKETS "Authorization : Bearer %" END), REFUSED },
	{ S(BASKETS "Authorization: Bearer\r\n %" END), REFUSED },
	{ S(BASKETS "Authorization: Bearer %\0" END), REFUSED },
	{ S(BASKETS "Content-Type: application/json\r\nContent-Length: 0" END), 401 },
	{ S("PUT /api/svc/catalogs/1/bulk-update HTTP/1.1\r\n" HOST
	    "Content-Type: application/json\r\nTransfer-Encoding: chunked" END
	    "2;t=%\r\n{}\r\n0\r\nAuthorization: Bearer %" END),
	    EITHER + 401 },
};

static const struct token_family families[] = {
	FAMILY("length", PUT "Content-Length:", END "{}", lengths),
	FAMILY("encoding", PUT "Transfer-Encoding: ", END "2\r\n{}\r\n0" END, encodings),
	FAMILY("chunk", CHUNKED, "\r\n", chunks),
	FAMILY("method", "", " /healthz HTTP/1.1\r\n" HOST "\r\n", methods),
	FAMILY("version", "GET /healthz", "\r\n" HOST "\r\n", versions),
	FAMILY("target", "GET ", " HTTP/1.1\r\n" HOST "\r\n", targets),
	FAMILY("host", GET, "\r\n", hosts),
	FAMILY("whole", "", "", wholes),
};

/* ---- sending ---- */

/* Appends `text` with `with` instead of every %. */
static void
fill_in(struct buf *out, struct str text, struct str with)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '%')
			buf_adds(out, with);
		else
			buf_addc(out, text.p[i]);
}

static void
check_family(struct whatif_evaluation *run, const struct token_family *f)
{
	auto_buf request = { 0 };
	for (size_t i = 0; i < f->n; i++) {
		buf_reset(&request);
		buf_adds(&request, f->before);
		buf_adds(&request, f->variants[i].bytes);
		buf_adds(&request, f->after);
		raw_check(run, f->family_name_hash, buf_str(&request), f->variants[i].want);
	}
}

static void
check_lines(struct whatif_evaluation *run)
{
	auto_buf request = { 0 };
	for (size_t i = 0; i < sizeof(line_names) / sizeof(*line_names); i++)
		for (size_t k = 0; k < sizeof(shapes) / sizeof(*shapes); k++) {
			buf_reset(&request);
			buf_addz(&request, PUT);
			fill_in(&request, shapes[k], str_of(line_names[i]));
			buf_addz(&request, END);
			raw_check(run, "line", buf_str(&request), REFUSED);
		}
}

static void
check_framings(struct whatif_evaluation *run)
{
	enum { N = sizeof(framings) / sizeof(*framings) };
	auto_buf request = { 0 };
	for (size_t i = 0; i < N * N; i++) {
		buf_reset(&request);
		buf_addf(&request, PUT "%s\r\nX: y\r\n%s" END "2\r\n{}\r\n0" END, framings[i / N],
		    framings[i % N]);
		raw_check(run, "framing", buf_str(&request), REFUSED);
	}
}

static void
check_token_places(struct whatif_evaluation *run, struct str token)
{
	auto_buf request = { 0 };
	for (size_t i = 0; i < sizeof(token_places) / sizeof(*token_places); i++) {
		buf_reset(&request);
		fill_in(&request, token_places[i].bytes, token);
		raw_check(run, "token", buf_str(&request), token_places[i].want);
	}
}

/* Checks requests in which one part is repeated N times. */
static void
check_sizes(struct whatif_evaluation *run)
{
	static const struct {
		const char *before, *part, *after;
		size_t times;
		int want;
	} sizes[] = {
		{ "GET /healthz?", "x", " HTTP/1.1\r\n" HOST "\r\n", 7900, 200 },
		{ "GET /healthz?", "x", " HTTP/1.1\r\n" HOST "\r\n", 8100, 414 },
		{ "GET /", "x/", " HTTP/1.1\r\n" HOST "\r\n", 20000, CLOSES + 414 },
		{ "GET /healthz?", "x", " HTTP/1.1\r\n" HOST "\r\n", 100000, REFUSED },
		{ "", "G", " /healthz HTTP/1.1\r\n" HOST "\r\n", 10000, EITHER + 405 },
		{ "", "G", " /healthz HTTP/1.1\r\n" HOST "\r\n", 100000, REFUSED },
		{ "GET /healthz HTTP/1.", "1", "\r\n" HOST "\r\n", 10000, REFUSED },
		{ GET HOST, "X: y\r\n", "\r\n", 60, 200 },
		{ GET HOST, "X: y\r\n", "\r\n", 70, REFUSED },
		{ GET HOST, "X: y\r\n", "\r\n", 10000, REFUSED },
		{ GET HOST, "X:\r\n", "\r\n", 10000, REFUSED },
		{ GET HOST "X: ", "y", END, 15000, 200 },
		{ GET HOST "X: ", "y", END, 17000, REFUSED },
		{ GET HOST "X: ", "y", END, 100000, REFUSED },
		{ GET HOST, "x", ": y" END, 17000, REFUSED },
		{ CHUNKED "2;", "x", "\r\n{}\r\n0" END, 100000, REFUSED },
		{ CHUNKED "2\r\n{}\r\n0\r\n", "X: y\r\n", "\r\n", 20000, REFUSED },
		{ CHUNKED, "2\r\n  \r\n", "0" END, 10000, 405 },
		{ CHUNKED, "0", "2\r\n{}\r\n0" END, 100000, REFUSED },
	};
	auto_buf request = { 0 };
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		buf_reset(&request);
		buf_addz(&request, sizes[i].before);
		for (size_t k = 0; k < sizes[i].times; k++)
			buf_addz(&request, sizes[i].part);
		buf_addz(&request, sizes[i].after);
		raw_check(run, "size", buf_str(&request), sizes[i].want);
	}
}

static void
check_log(struct service *s, struct str token)
{
	auto_buf log = { 0 };
	struct str rest = token, part;
	service_log(s, &log);
	while (str_next(&rest, '.', &part)) {
		assert_true(part.n >= 20);
		assert_true(str_find(buf_str(&log), str_sub(part, 0, 20)) == SIZE_MAX);
		assert_true(
		    str_find(buf_str(&log), str_sub(part, part.n - 16, part.n)) == SIZE_MAX);
	}
}

#define WITH_SERVICE(name) TEST_WITH(name, service_set_up, service_tear_down)

WITH_SERVICE(each_request_has_one_interpretation)
{
	struct whatif_evaluation run = { .port = service_port(*state) };
	auto_buf token = { 0 };
	service_token(*state, NULL, &token);
	raw_check_silence(&run);
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		check_family(&run, &families[i]);
	check_lines(&run);
	check_framings(&run);
	check_token_places(&run, buf_str(&token));
	check_sizes(&run);
	raw_judge_unfinished(&run);
	print_message("%zu requests\n", run.cases);
	assert_int_equal(run.wrong, 0);
	assert_in_range(run.cases, CASES_LEAST, SIZE_MAX);
	raw_check(&run, "good", (struct str)S(GET HOST "\r\n"), 200);
	assert_int_equal(run.wrong, 0);
	check_log(*state, buf_str(&token));
}

/* Many requests at once on one connection: the same number of responses, in order. */
WITH_SERVICE(responses_arrive_in_order)
{
	static const struct {
		const char *request;
		int status;
	} parts[] = {
		{ GET HOST "\r\n", 200 },
		{ "GET /none HTTP/1.1\r\n" HOST "\r\n", 404 },
		{ PUT "Content-Length: 2" END "{}", 405 },
		{ BASKETS "\r\n", 401 },
		{ CHUNKED "2\r\n{}\r\n0" END, 405 },
		{ GET HOST "Content-Type: a/b\r\nContent-Length: 1" END "x", 415 },
	};
	enum { N = sizeof(parts) / sizeof(*parts), ALL = 2 * N };
	auto_buf bytes = { 0 }, in = { 0 };
	int statuses[STATUSES];
	for (size_t i = 0; i < ALL; i++)
		buf_addz(&bytes, parts[i * 5 % N].request);
	buf_addz(&bytes, PLAIN);
	assert_true(raw_end(raw_begin(service_port(*state), buf_str(&bytes)), &in));
	assert_int_equal(raw_statuses(buf_str(&in), statuses), ALL + 1);
	for (size_t i = 0; i < ALL; i++)
		assert_int_equal(statuses[i], parts[i * 5 % N].status);
}
