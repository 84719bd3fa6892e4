#include "wire/strict.h"

#include "wire/plain.h"

#include <stdlib.h>
#include <string.h>

const struct strict_rules strict_for_client = {
	.max_bytes = 8000000, .max_depth = STRICT_DEPTH, .items = "items"
};
const struct strict_rules strict_for_service = {
	.max_bytes = 1048576, .max_depth = STRICT_DEPTH, .refuse_flagged = true
};

enum { FEW_NAMES = 24 };

enum expect {
	EXPECT_VALUE,
	EXPECT_VALUE_OR_CLOSE, /* behind [ */
	EXPECT_NAME_OR_CLOSE,  /* behind { */
	EXPECT_NAME,           /* behind a comma in an object */
	EXPECT_COLON,
	EXPECT_NEXT, /* a comma or the container's end */
	EXPECT_NOTHING,
};

enum lexeme { LEX_NONE, LEX_STRING, LEX_ESCAPE, LEX_HEX, LEX_WORD, LEX_NUMBER };

/* Where a number stands; the even half of the list may not be its end. */
enum number { NUM_MINUS, NUM_DOT, NUM_E, NUM_E_SIGN, NUM_ZERO, NUM_INT, NUM_FRACTION, NUM_EXP };

struct frame {
	bool object;
	bool items;      /* its elements are the items */
	size_t names_at; /* where its names' hashes begin */
};

struct strict_state {
	enum expect expect;
	enum lexeme lex;
	enum number number;
	const char *word; /* rest of true, false, null */
	bool is_name;
	size_t name_from; /* byte of the body where the name began */
	uint64_t name_hash;
	bool items_next; /* the next value is the member that holds the items */
	unsigned hex, hex_n;
	unsigned surrogate;      /* a high one waits for its other half */
	unsigned more;           /* continuation bytes that must follow */
	unsigned char low, high; /* bounds of the next one */
	bool in_item;
	struct span item;
	struct frame frames[STRICT_DEPTH];
	unsigned depth;
	VEC(uint64_t) names;
	bool failed;
};

void
strict_init(struct strict *s, const struct strict_rules *rules)
{
	memset(s, 0, sizeof(*s));
	s->rules = *rules;
	s->state = x_new(struct strict_state);
}

void
strict_free(struct strict *s)
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
strict_item(const struct strict *s, size_t i)
{
	return str_sub(buf_str(&s->body), s->items.v[i].off, s->items.v[i].len);
}

static bool
fail(struct strict *s, size_t at, struct err *err, const char *what)
{
	s->state->failed = true;
	return err_set(err, ERR_PROTOCOL, "not valid JSON at byte %zu: %s", at, what);
}

static bool
flag(struct strict *s, size_t at, unsigned flags, struct err *err, const char *what)
{
	if (s->rules.refuse_flagged)
		return fail(s, at, err, what);
	if (s->state->in_item)
		s->state->item.flags |= flags;
	else
		s->envelope_flags |= flags;
	return true;
}

static struct frame *
top(struct strict_state *st)
{
	return st->depth ? &st->frames[st->depth - 1] : NULL;
}

static int
by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Most objects have few names: comparing each with each is quicker than sorting them. */
static bool
few_are_equal(const uint64_t *names, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (names[i] == names[k])
				return true;
	return false;
}

static bool
has_equal_names(struct strict_state *st, size_t from)
{
	size_t n = st->names.n - from;
	if (n < 2) /* without any there is not even an array */
		return false;
	if (n <= FEW_NAMES)
		return few_are_equal(st->names.v + from, n);
	qsort(st->names.v + from, n, sizeof(uint64_t), by_value);
	for (size_t i = from + 1; i < st->names.n; i++)
		if (st->names.v[i] == st->names.v[i - 1])
			return true;
	return false;
}

static void
value_begins(struct strict *s, size_t at)
{
	struct strict_state *st = s->state;
	struct frame *f = top(st);
	if (f && f->items && !st->in_item) {
		st->in_item = true;
		st->item = (struct span){ .off = at };
	}
}

/* A value that is the whole element of the list's array closes its span. */
static void
value_ends(struct strict *s, size_t behind)
{
	struct strict_state *st = s->state;
	struct frame *f = top(st);
	st->expect = st->depth ? EXPECT_NEXT : EXPECT_NOTHING;
	if (st->in_item && f && f->items) {
		st->item.len = behind - st->item.off;
		vec_push(&s->items, st->item);
		st->in_item = false;
	}
}

static bool
open_container(struct strict *s, size_t at, bool object, struct err *err)
{
	struct strict_state *st = s->state;
	if (st->depth >= s->rules.max_depth || st->depth >= STRICT_DEPTH)
		return fail(s, at, err, "nested too deeply");
	value_begins(s, at);
	bool items = !object && s->rules.items && (st->items_next || st->depth == 0);
	st->items_next = false;
	st->frames[st->depth++] = (struct frame){ object, items, st->names.n };
	st->expect = object ? EXPECT_NAME_OR_CLOSE : EXPECT_VALUE_OR_CLOSE;
	return true;
}

static bool
close_container(struct strict *s, size_t at, bool object, struct err *err)
{
	struct strict_state *st = s->state;
	struct frame *f = top(st);
	if (!f || f->object != object)
		return fail(s, at, err, "a bracket that was not opened");
	if (has_equal_names(st, f->names_at) &&
	    !flag(s, at, SPAN_DUPLICATE, err, "two members of one name"))
		return false;
	st->names.n = f->names_at;
	st->depth--;
	value_ends(s, at + 1);
	return true;
}

static void
hash_byte(struct strict_state *st, unsigned char c)
{
	st->name_hash = (st->name_hash ^ c) * 1099511628211u;
}

static void
string_begins(struct strict *s, size_t at, bool is_name)
{
	struct strict_state *st = s->state;
	st->lex = LEX_STRING;
	st->is_name = is_name;
	st->more = st->surrogate = 0;
	if (is_name) {
		st->name_from = at + 1;
		st->name_hash = 14695981039346656037u;
	} else {
		value_begins(s, at);
	}
}

static void
string_ends(struct strict *s, size_t at)
{
	struct strict_state *st = s->state;
	st->lex = LEX_NONE;
	if (!st->is_name) {
		value_ends(s, at + 1);
		return;
	}
	struct str name = str_sub(buf_str(&s->body), st->name_from, at - st->name_from);
	vec_push(&st->names, st->name_hash);
	st->items_next = st->depth == 1 && s->rules.items && str_eqz(name, s->rules.items);
	st->expect = EXPECT_COLON;
}

/* One byte of a string that is neither quote nor backslash. */
static bool
string_byte(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	hash_byte(st, c);
	if (c < 0x20)
		return flag(s, at, SPAN_BAD_UTF8, err, "a control character in a string");
	if (st->more) {
		bool good = c >= st->low && c <= st->high;
		st->more = good ? st->more - 1 : 0;
		st->low = 0x80;
		st->high = 0xBF;
		if (good)
			return true;
		if (!flag(s, at, SPAN_BAD_UTF8, err, "bytes that are not UTF-8"))
			return false;
	}
	if (c < 0x80)
		return true;
	if (c < 0xC2 || c > 0xF4)
		return flag(s, at, SPAN_BAD_UTF8, err, "bytes that are not UTF-8");
	st->more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
	st->low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
	st->high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
	return true;
}

static bool
settle_surrogate(struct strict *s, size_t at, struct err *err)
{
	if (!s->state->surrogate)
		return true;
	s->state->surrogate = 0;
	return flag(s, at, SPAN_SURROGATE, err, "half a surrogate pair");
}

static bool
in_string(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	if ((c == '"' || c == '\\') && st->more) {
		st->more = 0;
		if (!flag(s, at, SPAN_BAD_UTF8, err, "bytes that are not UTF-8"))
			return false;
	}
	if (c == '\\') {
		st->lex = LEX_ESCAPE;
		return true;
	}
	if (!settle_surrogate(s, at, err))
		return false;
	if (c == '"') {
		string_ends(s, at);
		return true;
	}
	return string_byte(s, at, c, err);
}

static bool
in_escape(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	static const char known[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	struct strict_state *st = s->state;
	st->lex = LEX_STRING;
	if (c == 'u') {
		st->lex = LEX_HEX;
		st->hex = st->hex_n = 0;
		return true;
	}
	const char *found = c ? strchr(known, c) : NULL;
	if (!found)
		return fail(s, at, err, "an unknown escape");
	hash_byte(st, (unsigned char)meant[found - known]);
	return settle_surrogate(s, at, err);
}

static void
hash_code_point(struct strict_state *st, unsigned cp)
{
	unsigned char bytes[4];
	unsigned n = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
	for (unsigned i = n; i-- > 1; cp >>= 6)
		bytes[i] = (unsigned char)(0x80 | (cp & 0x3F));
	bytes[0] = (unsigned char)(n == 1 ? cp : (0xF00u >> n & 0xF0u) | cp);
	for (unsigned i = 0; i < n; i++)
		hash_byte(st, bytes[i]);
}

static bool
in_hex(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	unsigned char lower = c | 32;
	if (c >= '0' && c <= '9')
		st->hex = st->hex << 4 | (unsigned)(c - '0');
	else if (lower >= 'a' && lower <= 'f')
		st->hex = st->hex << 4 | (unsigned)(lower - 'a' + 10);
	else
		return fail(s, at, err, "a broken \\u escape");
	if (++st->hex_n < 4)
		return true;
	st->lex = LEX_STRING;
	if (st->hex >= 0xDC00 && st->hex < 0xE000 && st->surrogate) {
		hash_code_point(
		    st, 0x10000 + ((st->surrogate - 0xD800) << 10) + (st->hex - 0xDC00));
		st->surrogate = 0;
		return true;
	}
	if (!settle_surrogate(s, at, err))
		return false;
	if (st->hex >= 0xD800 && st->hex < 0xDC00) {
		st->surrogate = st->hex;
		return true;
	}
	if (st->hex >= 0xDC00 && st->hex < 0xE000)
		return flag(s, at, SPAN_SURROGATE, err, "half a surrogate pair");
	hash_code_point(st, st->hex);
	return st->hex || flag(s, at, SPAN_NUL, err, "\\u0000 in a string");
}

/* The state a number goes to with c, or -1 when c does not belong to it. */
static int
number_step(enum number n, unsigned char c)
{
	bool digit = c >= '0' && c <= '9';
	bool e = c == 'e' || c == 'E';
	switch (n) {
	case NUM_MINUS:
		return c == '0' ? NUM_ZERO : digit ? NUM_INT : -1;
	case NUM_ZERO:
		return c == '.' ? NUM_DOT : e ? NUM_E : -1;
	case NUM_INT:
		return digit ? NUM_INT : c == '.' ? NUM_DOT : e ? NUM_E : -1;
	case NUM_DOT:
		return digit ? NUM_FRACTION : -1;
	case NUM_FRACTION:
		return digit ? NUM_FRACTION : e ? NUM_E : -1;
	case NUM_E:
		return digit ? NUM_EXP : c == '+' || c == '-' ? NUM_E_SIGN : -1;
	case NUM_E_SIGN:
	case NUM_EXP:
		return digit ? NUM_EXP : -1;
	}
	return -1;
}

static bool
value_starts_with(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	if (c == '{' || c == '[')
		return open_container(s, at, c == '{', err);
	st->items_next = false;
	if (c == '"') {
		string_begins(s, at, false);
		return true;
	}
	value_begins(s, at);
	if (c == '-' || (c >= '0' && c <= '9')) {
		st->lex = LEX_NUMBER;
		st->number = c == '-' ? NUM_MINUS : c == '0' ? NUM_ZERO : NUM_INT;
		return true;
	}
	st->word = c == 't' ? "rue" : c == 'f' ? "alse" : c == 'n' ? "ull" : NULL;
	st->lex = LEX_WORD;
	return st->word || fail(s, at, err, "a value was expected");
}

static bool
after_value(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	if (c == '}' || c == ']')
		return close_container(s, at, c == '}', err);
	if (c != ',')
		return fail(s, at, err, "a comma or an end was expected");
	st->expect = top(st)->object ? EXPECT_NAME : EXPECT_VALUE;
	return true;
}

static bool
between(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
		return true;
	switch (st->expect) {
	case EXPECT_VALUE_OR_CLOSE:
		if (c == ']')
			return close_container(s, at, false, err);
		return value_starts_with(s, at, c, err);
	case EXPECT_VALUE:
		return value_starts_with(s, at, c, err);
	case EXPECT_NAME_OR_CLOSE:
		if (c == '}')
			return close_container(s, at, true, err);
		/* fall through */
	case EXPECT_NAME:
		if (c != '"')
			return fail(s, at, err, "a member's name was expected");
		string_begins(s, at, true);
		return true;
	case EXPECT_COLON:
		st->expect = EXPECT_VALUE;
		return c == ':' || fail(s, at, err, "a colon was expected");
	case EXPECT_NEXT:
		return after_value(s, at, c, err);
	case EXPECT_NOTHING:
		break;
	}
	return fail(s, at, err, "something behind the end");
}

static bool
take_byte(struct strict *s, size_t at, unsigned char c, struct err *err)
{
	struct strict_state *st = s->state;
	int next;
	switch (st->lex) {
	case LEX_STRING:
		return in_string(s, at, c, err);
	case LEX_ESCAPE:
		return in_escape(s, at, c, err);
	case LEX_HEX:
		return in_hex(s, at, c, err);
	case LEX_WORD:
		if ((unsigned char)*st->word++ != c)
			return fail(s, at, err, "an unknown word");
		if (*st->word == '\0') {
			st->lex = LEX_NONE;
			value_ends(s, at + 1);
		}
		return true;
	case LEX_NUMBER:
		next = number_step(st->number, c);
		if (next >= 0) {
			st->number = (enum number)next;
			return true;
		}
		if (st->number < NUM_ZERO)
			return fail(s, at, err, "a broken number");
		st->lex = LEX_NONE;
		value_ends(s, at);
		break;
	case LEX_NONE:
		break;
	}
	return between(s, at, c, err);
}

/* Inside a string, bytes that need no thought: how many there are. A name's are hashed. */
static size_t
take_plain_run(struct strict_state *st, struct str s)
{
	if (st->lex != LEX_STRING || st->more || st->surrogate)
		return 0;
	size_t n = plain_run(s.p, s.n);
	for (size_t i = 0; st->is_name && i < n; i++)
		hash_byte(st, (unsigned char)s.p[i]);
	return n;
}

/* The envelope is everything but the items and the commas between them. */
static void
keep_envelope(struct strict *s, bool was_in_item, bool in_list, unsigned char c)
{
	if (was_in_item || s->state->in_item)
		return;
	if (in_list && c != '[' && c != ']')
		return;
	buf_addc(&s->envelope, (char)c);
}

static bool
in_list(struct strict_state *st)
{
	struct frame *f = top(st);
	return f && f->items;
}

bool
strict_push(struct strict *s, struct str bytes, struct err *err)
{
	struct strict_state *st = s->state;
	const unsigned char *p = (const unsigned char *)bytes.p;
	size_t base = s->body.n;
	if (st->failed)
		return err_set(err, ERR_PROTOCOL, "not valid JSON");
	if (bytes.n > s->rules.max_bytes - base) {
		st->failed = true;
		return err_set(err, ERR_PROTOCOL, "larger than %zu bytes", s->rules.max_bytes);
	}
	buf_adds(&s->body, bytes);
	for (size_t i = 0; i < bytes.n; i++) {
		size_t run = take_plain_run(st, str_sub(bytes, i, bytes.n));
		if (run) {
			if (!st->in_item)
				buf_add(&s->envelope, p + i, run);
			i += run - 1;
			continue;
		}
		bool was_in_item = st->in_item, was_in_list = in_list(st);
		if (!take_byte(s, base + i, p[i], err))
			return false;
		if (was_in_item && st->in_item)
			continue;
		/* A number in the list ends at the byte behind it, which is no part of it. */
		bool outside = was_in_item && !st->in_item && p[i] == ']' && !in_list(st);
		keep_envelope(s, was_in_item && !outside, was_in_list, p[i]);
	}
	return true;
}

bool
strict_end(struct strict *s, struct err *err)
{
	struct strict_state *st = s->state;
	if (st->failed)
		return err_set(err, ERR_PROTOCOL, "not valid JSON");
	if (st->lex == LEX_NUMBER && st->number >= NUM_ZERO && st->depth == 0) {
		st->lex = LEX_NONE;
		value_ends(s, s->body.n);
	}
	if (st->expect != EXPECT_NOTHING)
		return fail(s, s->body.n, err, "the text ends in the middle");
	return true;
}

bool
strict_check(struct str text, const struct strict_rules *rules, unsigned *flags, struct err *err)
{
	struct strict s;
	struct strict_rules whole = *rules;
	whole.items = NULL;
	strict_init(&s, &whole);
	bool ok = strict_push(&s, text, err) && strict_end(&s, err);
	if (flags)
		*flags = s.envelope_flags;
	strict_free(&s);
	return ok;
}
