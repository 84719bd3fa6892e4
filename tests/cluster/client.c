#include "cluster/client.h"
#include "lib/cleanup.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/mem.h"

#include <curl/curl.h>
#include <stdio.h>

enum { ANSWER_S = 75, CONNECT_MS = 3000, TOKEN_LIVES_S = 3600 };

struct client {
	CURL *curl;
	const char *url;
	struct str key;
	struct buf text, token, body;
	bool named; /* the response has the service's request id, so it is not the proxy's */
	long status;
	char words[CURL_ERROR_SIZE];
};

const char *const outcome_words[] = { "ok", "refused", "failed", "unknown" };

static size_t
on_body(char *bytes, size_t size, size_t n, void *ctx)
{
	struct client *c = ctx;
	buf_add(&c->body, bytes, size * n);
	return size * n;
}

static size_t
on_header(char *bytes, size_t size, size_t n, void *ctx)
{
	static const char name[] = "x-request-id:";
	struct client *c = ctx;
	struct str line = str_sub(str_from(bytes, size * n), 0, sizeof(name) - 1);
	c->named = c->named || str_eq_nocase(line, STR(name));
	return size * n;
}

struct client *
client_new(const char *url, struct str key)
{
	struct client *c = x_new(struct client);
	c->url = url;
	c->key = key;
	c->curl = curl_easy_init();
	curl_easy_setopt(c->curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c->curl, CURLOPT_PROXY, "");
	curl_easy_setopt(c->curl, CURLOPT_TIMEOUT, (long)ANSWER_S);
	curl_easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
	curl_easy_setopt(c->curl, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(c->curl, CURLOPT_WRITEDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(c->curl, CURLOPT_HEADERDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_ERRORBUFFER, c->words);
	return c;
}

void
client_free(struct client *c)
{
	curl_easy_cleanup(c->curl);
	buf_free(&c->text);
	buf_wipe(&c->token);
	buf_free(&c->body);
	x_free(c);
}

/* Signed with HS256 and the service's key. */
static void
make_token(struct client *c, const char *subject)
{
	unsigned char mark[DIGEST_SIZE];
	long long now = clock_real() / 1000;
	buf_reset(&c->text);
	buf_addf(&c->text,
	    "{\"aud\":\"backroom-api\",\"exp\":%lld,\"iat\":%lld,\"iss\":\"backroom\",\"root\":\"*\","
	    "\"scope\":\"read catalog:write identity:admin\",\"sub\":\"%s\"}",
	    now + TOKEN_LIVES_S, now, subject);
	buf_reset(&c->token);
	base64url_encode(&c->token, STR("{\"alg\":\"HS256\",\"typ\":\"JWT\"}"));
	buf_addc(&c->token, '.');
	base64url_encode(&c->token, buf_str(&c->text));
	digest_hmac(c->key, buf_str(&c->token), mark);
	buf_addc(&c->token, '.');
	base64url_encode(&c->token, str_from((const char *)mark, sizeof(mark)));
}

static struct curl_slist *
make_headers(struct client *c, const char *subject, const char *body, const char *repeat)
{
	struct curl_slist *list = NULL;
	make_token(c, subject);
	buf_reset(&c->text);
	buf_addf(&c->text, "Authorization: Bearer %s", buf_z(&c->token));
	list = curl_slist_append(list, buf_z(&c->text));
	if (body)
		list = curl_slist_append(list, "Content-Type: application/json");
	if (repeat) {
		buf_reset(&c->text);
		buf_addf(&c->text, "Idempotency-Key: %s", repeat);
		list = curl_slist_append(list, buf_z(&c->text));
	}
	return list;
}

/* A response made by a proxy proves nothing: the request may still have reached a service. */
static enum outcome
classify_response(const struct client *c, CURLcode code)
{
	if (code == CURLE_COULDNT_CONNECT)
		return OUTCOME_FAILED;
	if (code != CURLE_OK || !c->named || c->status == 504)
		return CLIENT_WRITE_UNKNOWN;
	if (c->status >= 500 || c->status == 429)
		return OUTCOME_FAILED;
	return c->status == 200 ? OUTCOME_OK : CLIENT_WRITE_REFUSED;
}

enum outcome
client_call(struct client *c, const char *subject, const char *method, const char *path,
    const char *body, const char *repeat)
{
	auto_buf url = { 0 };
	struct curl_slist *headers = make_headers(c, subject, body, repeat);
	buf_addf(&url, "%s%s", c->url, path);
	buf_reset(&c->body);
	c->named = false;
	c->status = 0;
	c->words[0] = '\0';
	curl_easy_setopt(c->curl, CURLOPT_URL, buf_z(&url));
	curl_easy_setopt(c->curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(c->curl, CURLOPT_POSTFIELDS, body);
	curl_easy_setopt(c->curl, body ? CURLOPT_POST : CURLOPT_HTTPGET, 1L);
	curl_easy_setopt(c->curl, CURLOPT_CUSTOMREQUEST, method);
	/* On a reused connection libcurl repeats a request without a response, even a write: a
	 * write without an Idempotency-Key gets a new connection. */
	curl_easy_setopt(c->curl, CURLOPT_FRESH_CONNECT, body && !repeat ? 1L : 0L);
	CURLcode code = curl_easy_perform(c->curl);
	if (code == CURLE_OK)
		curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &c->status);
	curl_slist_free_all(headers);
	return classify_response(c, code);
}

long
client_status(const struct client *c)
{
	return c->status;
}

struct str
client_body(const struct client *c)
{
	return buf_str(&c->body);
}

const char *
client_words(const struct client *c)
{
	return c->words;
}
