#include "client/redact.h"

#include "base/log.h"
#include "wire/json_lex.h"
#include "wire/member.h"

/* A shorter text could occur in a request id by chance. */
enum { IDENTIFYING_PART_MIN = 4 };

static bool
repeats_sent_text(struct str id, struct str sent)
{
	return (sent.n >= IDENTIFYING_PART_MIN && str_find(id, sent) != SIZE_MAX) ||
	    (id.n >= IDENTIFYING_PART_MIN && str_find(sent, id) != SIZE_MAX);
}

static bool
repeats_value_of(struct str id, struct str body)
{
	struct json_leaves leaves = { 0 };
	struct arena a = { 0 };
	struct buf text = { 0 };
	bool says = false;
	if (body.n)
		json_flatten(&leaves, &a, body);
	for (size_t i = 0; i < leaves.list.n && !says; i++) {
		struct str value = leaves.list.v[i].value;
		buf_reset(&text);
		if (value.p[0] == '"')
			json_lex_unquote(&text, value);
		else
			buf_adds(&text, value);
		says = repeats_sent_text(id, buf_str(&text));
	}
	leaves_free(&leaves);
	arena_free(&a);
	buf_free(&text);
	return says;
}

/* Drops a request id that repeats sent data. A truncated id is dropped too: it may end within
 * such data. */
static struct str
get_harmless_request_id(const struct exchange_line *line)
{
	struct str id = line->request_id;
	if (id.n >= REQUEST_ID_MAX || repeats_sent_text(id, line->owner) ||
	    repeats_value_of(id, line->body))
		return STR_NONE;
	return id;
}

void
exchange_log(const struct exchange_line *line)
{
	log_event(LOG_INFO, "exchange", LOG_TEXT("method", str_of(line->method)),
	    LOG_TEXT("path", str_of(line->path)), LOG_NUMBER("status", line->http_status),
	    LOG_NUMBER("ms", line->duration_ms),
	    LOG_TEXT("request", get_harmless_request_id(line)));
}

enum {
	JWT_LENGTH_MIN = 12,
	SECRET_LENGTH_MIN = 32,
	SECRET_PIECE_SIZE = 20,
	SHORT_SECRET_LENGTH_MIN = 4
};

static bool
is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_letter(char c)
{
	return is_capital(c) || (c >= 'a' && c <= 'z');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Characters of base64url and separators of tokens. No slash: it usually belongs to a path. */
static bool
is_token_char(char c)
{
	return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == '+' ||
	    c == '~' || c == '=';
}

static bool
is_likely_secret(struct str run)
{
	bool letter = false, digit = false;
	if (run.n >= JWT_LENGTH_MIN && str_starts(run, STR("eyJ")))
		return true;
	for (size_t i = 0; i < run.n; i++) {
		letter = letter || is_letter(run.p[i]);
		digit = digit || is_digit(run.p[i]);
	}
	return run.n >= SECRET_LENGTH_MIN && letter && digit;
}

/* True for base64 with slashes: one of the pieces between slashes has upper case, lower case and
 * digits, which is rare in folder names. Text that begins like a path is a path. */
static bool
is_secret_with_slashes(struct str run)
{
	struct str rest = run, piece;
	if (run.n < SECRET_LENGTH_MIN || run.p[0] == '/' || run.p[0] == '.' || run.p[0] == '~')
		return false;
	while (rest.n && str_next(&rest, '/', &piece)) {
		bool capital = false, small = false, digit = false;
		for (size_t i = 0; i < piece.n; i++) {
			capital = capital || is_capital(piece.p[i]);
			small = small || (is_letter(piece.p[i]) && !is_capital(piece.p[i]));
			digit = digit || is_digit(piece.p[i]);
		}
		if (capital && small && digit)
			return true;
	}
	return false;
}

/* Length of the token-like run at the beginning of the text; it includes slashes only if the run
 * is a secret with slashes. */
static size_t
token_run_length(struct str text)
{
	size_t whole = 0, n = 0;
	while (whole < text.n && (is_token_char(text.p[whole]) || text.p[whole] == '/'))
		whole++;
	if (is_secret_with_slashes(str_sub(text, 0, whole)))
		return whole;
	while (n < whole && text.p[n] != '/')
		n++;
	return n;
}

void
redact_secrets(struct buf *out, struct str text)
{
	while (text.n) {
		size_t n = token_run_length(text);
		struct str run = str_sub(text, 0, n);
		if (is_likely_secret(run) || is_secret_with_slashes(run))
			buf_addz(out, "(left out)");
		else
			buf_adds(out, run);
		if (n < text.n)
			buf_addc(out, text.p[n++]);
		text = str_sub(text, n, text.n);
	}
}

bool
redact_text_has_secret(struct str secret, struct str text)
{
	if (secret.n < SECRET_PIECE_SIZE) /* a few letters may occur in any sentence */
		return secret.n >= SHORT_SECRET_LENGTH_MIN && str_find(text, secret) != SIZE_MAX;
	for (size_t i = 0; i + SECRET_PIECE_SIZE <= text.n; i++)
		if (str_find(secret, str_sub(text, i, SECRET_PIECE_SIZE)) != SIZE_MAX)
			return true;
	return false;
}
