#include "wire/json_scan.h"

#include "wire/name_hash.h"
#include "wire/number.h"
#include "wire/plain.h"
#include "wire/utf8_step.h"

#include <stdlib.h>
#include <string.h>

const struct json_scan_rules json_scan_client_rules = { .max_bytes = 8000000,
	.max_depth = JSON_SCAN_DEPTH_MAX, .items_name = "items", .skips_bom = true };
const struct json_scan_rules json_scan_service_rules = { .max_bytes = 1048576,
	.max_depth = JSON_SCAN_DEPTH_MAX, .flags_are_errors = true };

enum expect {
	EXPECT_VALUE,
	EXPECT_VALUE_OR_CLOSE, /* after [ */
	EXPECT_NAME_OR_CLOSE,  /* after { */
	EXPECT_NAME,           /* after a comma in an object */
	EXPECT_COLON,
	EXPECT_NEXT, /* a comma or the closing bracket */
	EXPECT_NOTHING,
};

enum lexeme { LEX_NONE, LEX_STRING, LEX_ESCAPE, LEX_HEX, LEX_WORD, LEX_NUMBER };

struct json_frame {
	bool is_object;
	bool holds_items;        /* its elements are the items */
	size_t first_name_index; /* index of its first name */
};

struct json_scan_state {
	enum expect expected;
	enum lexeme lexeme;
	enum number_state number_state;
	const char *remaining_literal; /* rest of true, false or null */
	bool is_name_string;
	size_t name_start; /* byte offset where the name started */
	struct name_hash name_hash;
	bool items_follow; /* the next value belongs to the items member */
	unsigned hex_value, hex_digit_count;
	unsigned high_surrogate; /* a high surrogate that waits for its low one */
	struct utf8_step utf8;
	bool in_item;
	struct span item;
	struct json_frame frames[JSON_SCAN_DEPTH_MAX];
	unsigned depth;
	VEC(struct hashed_name) names; /* of the open objects */
	size_t consumed_bytes, bom_bytes; /* bytes consumed; bytes of the byte order mark */
	const char *whole_text; /* of json_scan_check(): body and envelope are not stored; or NULL */
	bool failed;
};

void
json_scan_init(struct json_scan *s, const struct json_scan_rules *rules)
{
	memset(s, 0, sizeof(*s));
	s->rules = *rules;
	s->state = x_new(struct json_scan_state);
}

void
json_scan_reserve(struct json_scan *s, size_t n)
{
	if (n <= s->rules.max_bytes)
		buf_reserve(&s->body, n);
}

void
json_scan_free(struct json_scan *s)
{
	if (s->state)
		vec_free(&s->state->names);
	x_free(s->state);
	buf_free(&s->body);
	buf_free(&s->envelope);
	vec_free(&s->items);
	memset(s, 0, sizeof(*s));
}

struct str
json_scan_item(const struct json_scan *s, size_t i)
{
	return str_sub(buf_str(&s->body), s->items.v[i].offset, s->items.v[i].len);
}

static bool
set_syntax_error(struct json_scan *s, size_t at, struct err *err, const char *what)
{
	s->state->failed = true;
	const char *place = s->state->whole_text;
	if (place && s->rules.omits_position)
		return err_set_at(err, place + at, ERR_PROTOCOL, "not valid JSON: %s", what);
	return err_set(err, ERR_PROTOCOL, "not valid JSON at byte %zu: %s", at, what);
}

static bool
flag_or_fail(struct json_scan *s, size_t at, unsigned flags, struct err *err, const char *what)
{
	if (s->rules.flags_are_errors)
		return set_syntax_error(s, at, err, what);
	if (s->state->in_item)
		s->state->item.flags |= flags;
	else
		s->envelope_flags |= flags;
	return true;
}

static struct json_frame *
top_frame(struct json_scan_state *st)
{
	return st->depth ? &st->frames[st->depth - 1] : NULL;
}

static void
begin_value(struct json_scan *s, size_t at)
{
	struct json_scan_state *st = s->state;
	struct json_frame *f = top_frame(st);
	if (f && f->holds_items && !st->in_item) {
		st->in_item = true;
		st->item = (struct span){ .offset = at };
	}
}

/* Ends a value. If it is an element of the items array, completes its span. */
static void
end_value(struct json_scan *s, size_t behind)
{
	struct json_scan_state *st = s->state;
	struct json_frame *f = top_frame(st);
	st->expected = st->depth ? EXPECT_NEXT : EXPECT_NOTHING;
	if (st->in_item && f && f->holds_items) {
		st->item.len = behind - st->item.offset;
		vec_push(&s->items, st->item);
		st->in_item = false;
	}
}

static bool
open_container(struct json_scan *s, size_t at, bool object, struct err *err)
{
	struct json_scan_state *st = s->state;
	if (st->depth >= s->rules.max_depth || st->depth >= JSON_SCAN_DEPTH_MAX)
		return set_syntax_error(s, at, err, "nested too deeply");
	begin_value(s, at);
	bool items = !object && s->rules.items_name && (st->items_follow || st->depth == 0);
	st->items_follow = false;
	st->frames[st->depth++] = (struct json_frame){ object, items, st->names.n };
	st->expected = object ? EXPECT_NAME_OR_CLOSE : EXPECT_VALUE_OR_CLOSE;
	return true;
}

static bool
close_container(struct json_scan *s, size_t at, bool object, struct err *err)
{
	struct json_scan_state *st = s->state;
	struct json_frame *f = top_frame(st);
	if (!f || f->is_object != object)
		return set_syntax_error(s, at, err, "a closing bracket without an opening one");
	size_t second, names_n = st->names.n - f->first_name_index;
	if (names_n &&
	    hashed_names_find_duplicate(st->names.v + f->first_name_index, names_n, &second) &&
	    !flag_or_fail(s, second, SPAN_DUPLICATE, err, "two members with the same name"))
		return false;
	st->names.n = f->first_name_index;
	st->depth--;
	end_value(s, at + 1);
	return true;
}

static void
begin_string(struct json_scan *s, size_t at, bool is_name)
{
	struct json_scan_state *st = s->state;
	st->lexeme = LEX_STRING;
	st->is_name_string = is_name;
	st->utf8.continuation_bytes = 0;
	st->high_surrogate = 0;
	if (is_name) {
		st->name_start = at + 1;
		st->name_hash = (struct name_hash){ 0 };
	} else {
		begin_value(s, at);
	}
}

/* True if the name that ends at `at`, as written, is that of the items member. */
static bool
is_items_name(const struct json_scan *s, size_t at)
{
	size_t from = s->state->name_start;
	return str_eqz(str_sub(buf_str(&s->body), from, at - from), s->rules.items_name);
}

static void
end_string(struct json_scan *s, size_t at)
{
	struct json_scan_state *st = s->state;
	st->lexeme = LEX_NONE;
	if (!st->is_name_string) {
		end_value(s, at + 1);
		return;
	}
	vec_push(&st->names, name_hash_end(&st->name_hash, st->name_start - 1));
	st->items_follow = st->depth == 1 && s->rules.items_name && is_items_name(s, at);
	st->expected = EXPECT_COLON;
}

/* Handles one byte of a string that is neither a quote nor a backslash. */
static bool
scan_string_byte(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	if (st->is_name_string)
		name_hash_byte(&st->name_hash, c);
	if (c < 0x20)
		return flag_or_fail(s, at, SPAN_BAD_UTF8, err, "a control character in a string");
	return utf8_step(&st->utf8, c) ||
	    flag_or_fail(s, at, SPAN_BAD_UTF8, err, "bytes that are not UTF-8");
}

static bool
flag_lone_surrogate(struct json_scan *s, size_t at, struct err *err)
{
	if (!s->state->high_surrogate)
		return true;
	s->state->high_surrogate = 0;
	return flag_or_fail(s, at, SPAN_SURROGATE, err, "half a surrogate pair");
}

static bool
scan_string(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	if ((c == '"' || c == '\\') && st->utf8.continuation_bytes) {
		st->utf8.continuation_bytes = 0;
		if (!flag_or_fail(s, at, SPAN_BAD_UTF8, err, "bytes that are not UTF-8"))
			return false;
	}
	if (c == '\\') {
		st->lexeme = LEX_ESCAPE;
		return true;
	}
	if (!flag_lone_surrogate(s, at, err))
		return false;
	if (c == '"') {
		end_string(s, at);
		return true;
	}
	return scan_string_byte(s, at, c, err);
}

static bool
scan_escape(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	static const char known[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	struct json_scan_state *st = s->state;
	st->lexeme = LEX_STRING;
	if (c == 'u') {
		st->lexeme = LEX_HEX;
		st->hex_value = st->hex_digit_count = 0;
		return true;
	}
	const char *found = c ? strchr(known, c) : NULL;
	if (!found)
		return set_syntax_error(s, at, err, "an unknown escape");
	name_hash_byte(&st->name_hash, (unsigned char)meant[found - known]);
	return flag_lone_surrogate(s, at, err);
}

static bool
scan_hex(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	static const char digits[] = "0123456789abcdef";
	const char *digit = c ? strchr(digits, c >= 'A' ? c | 32 : c) : NULL;
	if (!digit)
		return set_syntax_error(s, at, err, "a broken \\u escape");
	st->hex_value = st->hex_value << 4 | (unsigned)(digit - digits);
	if (++st->hex_digit_count < 4)
		return true;
	st->lexeme = LEX_STRING;
	if (st->hex_value >= 0xDC00 && st->hex_value < 0xE000 && st->high_surrogate) {
		name_hash_code_point(&st->name_hash,
		    0x10000 + ((st->high_surrogate - 0xD800) << 10) + (st->hex_value - 0xDC00));
		st->high_surrogate = 0;
		return true;
	}
	if (!flag_lone_surrogate(s, at, err))
		return false;
	if (st->hex_value >= 0xD800 && st->hex_value < 0xDC00) {
		st->high_surrogate = st->hex_value;
		return true;
	}
	if (st->hex_value >= 0xDC00 && st->hex_value < 0xE000)
		return flag_or_fail(s, at, SPAN_SURROGATE, err, "half a surrogate pair");
	name_hash_code_point(&st->name_hash, st->hex_value);
	return st->hex_value || flag_or_fail(s, at, SPAN_NUL, err, "\\u0000 in a string");
}

static bool
scan_value_start(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	if (c == '{' || c == '[')
		return open_container(s, at, c == '{', err);
	st->items_follow = false;
	if (c == '"') {
		begin_string(s, at, false);
		return true;
	}
	begin_value(s, at);
	if (c == '-' || (c >= '0' && c <= '9')) {
		st->lexeme = LEX_NUMBER;
		st->number_state = number_start(c);
		return true;
	}
	st->remaining_literal = c == 't' ? "rue" : c == 'f' ? "alse" : c == 'n' ? "ull" : NULL;
	st->lexeme = LEX_WORD;
	return st->remaining_literal || set_syntax_error(s, at, err, "a value was expected");
}

static bool
scan_after_value(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	if (c == '}' || c == ']')
		return close_container(s, at, c == '}', err);
	if (c != ',')
		return set_syntax_error(s, at, err, "a comma or an end was expected");
	st->expected = top_frame(st)->is_object ? EXPECT_NAME : EXPECT_VALUE;
	return true;
}

static bool
scan_between_values(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
		return true;
	switch (st->expected) {
	case EXPECT_VALUE_OR_CLOSE:
		if (c == ']')
			return close_container(s, at, false, err);
		return scan_value_start(s, at, c, err);
	case EXPECT_VALUE:
		return scan_value_start(s, at, c, err);
	case EXPECT_NAME_OR_CLOSE:
		if (c == '}')
			return close_container(s, at, true, err);
		/* fall through */
	case EXPECT_NAME:
		if (c != '"')
			return set_syntax_error(s, at, err, "a member's name was expected");
		begin_string(s, at, true);
		return true;
	case EXPECT_COLON:
		st->expected = EXPECT_VALUE;
		return c == ':' || set_syntax_error(s, at, err, "a colon was expected");
	case EXPECT_NEXT:
		return scan_after_value(s, at, c, err);
	case EXPECT_NOTHING:
		break;
	}
	return set_syntax_error(s, at, err, "text after the end");
}

static bool
consume_byte(struct json_scan *s, size_t at, unsigned char c, struct err *err)
{
	struct json_scan_state *st = s->state;
	int next;
	switch (st->lexeme) {
	case LEX_STRING:
		return scan_string(s, at, c, err);
	case LEX_ESCAPE:
		return scan_escape(s, at, c, err);
	case LEX_HEX:
		return scan_hex(s, at, c, err);
	case LEX_WORD:
		if ((unsigned char)*st->remaining_literal++ != c)
			return set_syntax_error(s, at, err, "an unquoted word");
		if (*st->remaining_literal == '\0') {
			st->lexeme = LEX_NONE;
			end_value(s, at + 1);
		}
		return true;
	case LEX_NUMBER:
		next = number_step(st->number_state, c);
		if (next >= 0) {
			st->number_state = (enum number_state)next;
			return true;
		}
		if (st->number_state < NUM_ZERO)
			return set_syntax_error(s, at, err, "a malformed number");
		st->lexeme = LEX_NONE;
		end_value(s, at);
		break;
	case LEX_NONE:
		break;
	}
	return scan_between_values(s, at, c, err);
}

/* Consumes the bytes of a string that need no special handling, and hashes those of a name. */
static size_t
consume_plain_run(struct json_scan_state *st, const char *p, size_t n)
{
	if (st->lexeme != LEX_STRING || st->utf8.continuation_bytes || st->high_surrogate)
		return 0;
	n = plain_run_length(p, n);
	if (st->is_name_string)
		name_hash_bytes(&st->name_hash, p, n);
	return n;
}

/* ---- fast path: whole tokens inside an item that end in the same piece ---- */

static bool
expects_value(const struct json_scan_state *st)
{
	return st->expected == EXPECT_VALUE || st->expected == EXPECT_VALUE_OR_CLOSE;
}

/* Accepts the colon after a name or the comma between members, so that whole strings remain. */
static bool
accept_punctuation(struct json_scan_state *st, char c)
{
	if (st->expected == EXPECT_COLON && c == ':')
		st->expected = EXPECT_VALUE;
	else if (st->expected == EXPECT_NEXT && c == ',' && top_frame(st)->is_object)
		st->expected = EXPECT_NAME;
	else
		return false;
	return true;
}

static size_t
consume_whole_string(struct json_scan *s, const char *p, size_t left, size_t at)
{
	struct json_scan_state *st = s->state;
	bool is_name = st->expected == EXPECT_NAME || st->expected == EXPECT_NAME_OR_CLOSE;
	if (!is_name && !expects_value(st))
		return 0;
	size_t n = plain_run_length(p + 1, left - 1);
	if (n + 2 > left || p[n + 1] != '"')
		return 0;
	st->items_follow = false;
	begin_string(s, at, is_name);
	if (is_name)
		name_hash_bytes(&st->name_hash, p + 1, n);
	end_string(s, at + n + 1);
	return n + 2 + (n + 2 < left && accept_punctuation(st, p[n + 2]));
}

static size_t
consume_whole_number(struct json_scan *s, const char *p, size_t left, size_t at)
{
	size_t n = expects_value(s->state) ? number_length(p, left) : 0;
	if (!n)
		return 0;
	s->state->items_follow = false;
	begin_value(s, at);
	end_value(s, at + n);
	return n;
}

/* Consumes a whole token and returns its length; 0 if it is incomplete or invalid. */
static size_t
consume_whole_token(struct json_scan *s, const char *p, size_t left, size_t at, struct err *err)
{
	if (*p == '"')
		return consume_whole_string(s, p, left, at);
	if (*p == '-' || (*p >= '0' && *p <= '9'))
		return consume_whole_number(s, p, left, at);
	if (*p == 't' || *p == 'f' || *p == 'n')
		return 0;
	return scan_between_values(s, at, (unsigned char)*p, err) ? 1 : 0;
}

static bool
is_in_items_list(struct json_scan_state *st)
{
	struct json_frame *f = top_frame(st);
	return f && f->holds_items;
}

static bool
is_in_item_only(struct json_scan_state *st, char c)
{
	return st->whole_text || st->in_item || (is_in_items_list(st) && c != ']');
}

static size_t
consume_whole_tokens(struct json_scan *s, const char *p, size_t left, size_t at, struct err *err)
{
	struct json_scan_state *st = s->state;
	size_t n = 0, taken = 1;
	while (n < left && taken && st->lexeme == LEX_NONE && is_in_item_only(st, p[n])) {
		taken = consume_whole_token(s, p + n, left - n, at + n, err);
		n += taken;
	}
	return n;
}

/* Copies everything except the items and the commas between them to the envelope. */
static void
copy_envelope(struct json_scan *s, bool was_in_item, bool in_list, unsigned char c)
{
	if (was_in_item || s->state->in_item)
		return;
	if (in_list && c != '[' && c != ']')
		return;
	buf_addc(&s->envelope, (char)c);
}

/* Consumes the token at p, or one byte of it. Returns the bytes; 0 if the text is invalid. */
static size_t
consume_bytes(struct json_scan *s, const char *p, size_t left, size_t at, struct err *err)
{
	struct json_scan_state *st = s->state;
	size_t n = consume_plain_run(st, p, left);
	if (n) {
		if (!st->in_item && !st->whole_text)
			buf_add(&s->envelope, p, n);
		return n;
	}
	n = consume_whole_tokens(s, p, left, at, err);
	if (n || st->failed)
		return st->failed ? 0 : n;
	bool was_in_item = st->in_item, was_in_list = is_in_items_list(st);
	if (!consume_byte(s, at, (unsigned char)*p, err))
		return 0;
	if ((was_in_item && st->in_item) || st->whole_text)
		return 1;
	/* A number in the list ends at the byte after it, which does not belong to it. */
	bool outside = was_in_item && !st->in_item && *p == ']' && !is_in_items_list(st);
	copy_envelope(s, was_in_item && !outside, was_in_list, (unsigned char)*p);
	return 1;
}

bool
json_scan_push(struct json_scan *s, struct str bytes, struct err *err)
{
	struct json_scan_state *st = s->state;
	size_t base = st->consumed_bytes;
	if (st->failed)
		return err_set(err, ERR_PROTOCOL, "not valid JSON");
	for (; s->rules.skips_bom && !base && st->bom_bytes < 3 && bytes.n &&
	     bytes.p[0] == "\xEF\xBB\xBF"[st->bom_bytes];
	     st->bom_bytes++)
		bytes = str_sub(bytes, 1, bytes.n);
	if (bytes.n && (st->bom_bytes == 1 || st->bom_bytes == 2))
		return set_syntax_error(s, 0, err, "a value was expected");
	if (bytes.n > s->rules.max_bytes - base) {
		st->failed = true;
		return err_set(err, ERR_PROTOCOL, "larger than %zu bytes", s->rules.max_bytes);
	}
	if (!st->whole_text)
		buf_adds(&s->body, bytes);
	st->consumed_bytes += bytes.n;
	for (size_t i = 0, n; i < bytes.n; i += n)
		if (!(n = consume_bytes(s, bytes.p + i, bytes.n - i, base + i, err)))
			return false;
	return true;
}

bool
json_scan_end(struct json_scan *s, struct err *err)
{
	struct json_scan_state *st = s->state;
	if (st->failed)
		return err_set(err, ERR_PROTOCOL, "not valid JSON");
	if (st->lexeme == LEX_NUMBER && st->number_state >= NUM_ZERO && st->depth == 0) {
		st->lexeme = LEX_NONE;
		end_value(s, st->consumed_bytes);
	}
	if (st->expected != EXPECT_NOTHING)
		return set_syntax_error(s, st->consumed_bytes, err, "the text ends too early");
	return true;
}

bool
json_scan_check(
    struct str text, const struct json_scan_rules *rules, unsigned *flags, struct err *err)
{
	struct json_scan s;
	struct json_scan_rules whole = *rules;
	whole.items_name = NULL;
	json_scan_init(&s, &whole);
	s.state->whole_text = text.n ? text.p : "";
	bool ok = json_scan_push(&s, text, err) && json_scan_end(&s, err);
	if (flags)
		*flags = s.envelope_flags;
	json_scan_free(&s);
	return ok;
}
