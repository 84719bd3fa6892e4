#include "basket/link_basket.h"

#include "wire/query.h"

#include <ctype.h>
#include <string.h>

static const struct str basket_word = { "basket", 6 };

/* The findings while the parts of a link are searched. */
struct basket_id_search {
	struct str id_part;
	struct buf *other_id;
	unsigned parameter_count; /* number of parameters for a basket */
	bool has_this_id, has_other_id, has_dot_segments;
	bool has_id_like_text; /* a text looks like another basket's id */
};

/* The part of an id used in links: without a leading "basket-". */
static struct str
link_basket_id_part(struct str id)
{
	struct str prefix = STR("basket-");
	return str_starts(id, prefix) ? str_sub(id, prefix.n, id.n) : id;
}

bool
link_is_id_shaped(struct str text)
{
	size_t dashes = 0;
	text = link_basket_id_part(text);
	for (size_t i = 0; i < text.n; i++)
		dashes += text.p[i] == '-';
	return text.n == 36 && dashes == 4;
}

bool
link_is_basket_parameter(struct str name)
{
	/* A parameter for a basket's key does not name the basket: "basketKey", but not
	 * "keyBasket". */
	static const char *const keys[] = { "key", "token", "secret", "sig", "hash", "mac",
		"auth" };
	struct buf lower = { 0 };
	for (size_t i = 0; i < name.n; i++)
		if (isalnum((unsigned char)name.p[i]))
			buf_addc(&lower, (char)tolower((unsigned char)name.p[i]));
	struct str behind = buf_str(&lower);
	bool yes = false;
	for (size_t at; (at = str_find(behind, basket_word)) != SIZE_MAX; yes = true)
		behind = str_sub(behind, at + basket_word.n, behind.n);
	for (size_t i = 0; yes && i < sizeof(keys) / sizeof(*keys); i++)
		yes = str_find(behind, str_of(keys[i])) == SIZE_MAX;
	buf_free(&lower);
	return yes;
}

static void
note_other_basket(struct basket_id_search *s, struct str text)
{
	if (!s->has_other_id)
		buf_adds(s->other_id, text);
	s->has_other_id = true;
}

static void
note_id_shaped_text(struct basket_id_search *s, struct str text)
{
	if (!s->has_id_like_text && !s->has_other_id)
		buf_adds(s->other_id, text);
	s->has_id_like_text = true;
}

static bool
is_searched_id(const struct basket_id_search *s, struct str text)
{
	return s->id_part.n && str_eq(link_basket_id_part(text), s->id_part);
}

/* ---- ids anywhere in a text ---- */

/* The length of an id at the start of the text. */
static size_t
id_length(struct str text, bool *digits)
{
	size_t n = 0;
	for (*digits = false; n < text.n; n++) {
		unsigned char c = (unsigned char)text.p[n];
		if (!isalnum(c) && c != '-' && c != '_')
			break;
		*digits = *digits || isdigit(c);
	}
	return n;
}

/* Finds "basket-2222" anywhere; "basket-resume" is not an id. */
static void
find_ids(struct basket_id_search *s, struct str text)
{
	for (size_t at = 0; at + basket_word.n < text.n; at++) {
		bool digits;
		if (!str_eq_nocase(str_sub(text, at, basket_word.n), basket_word) ||
		    text.p[at + basket_word.n] != '-')
			continue;
		struct str rest = str_sub(text, at + basket_word.n + 1, text.n);
		struct str id = str_sub(rest, 0, id_length(rest, &digits));
		if (digits && !str_eq(id, s->id_part))
			note_other_basket(s, id);
	}
}

/* Finds "basket=2222" in a link inside the link, and "a=basket=2222". */
static void
find_parameters(struct basket_id_search *s, struct str text)
{
	while (text.n) {
		size_t end = 0;
		while (end < text.n && !memchr("?&;#/", text.p[end], 5))
			end++;
		struct str piece = str_sub(text, 0, end), name;
		while (piece.n && str_next(&piece, '=', &name))
			if (piece.p && link_is_basket_parameter(name) && !is_searched_id(s, piece))
				note_other_basket(s, piece);
		text = str_sub(text, end + 1, text.n);
	}
}

static void
search_text_for_ids(struct basket_id_search *s, struct str text)
{
	find_ids(s, text);
	find_parameters(s, text);
	if (link_is_id_shaped(text) && !is_searched_id(s, text))
		note_id_shaped_text(s, text);
}

/* ---- parts of the link ---- */

/* Decodes a text; one that cannot be decoded is copied, since it is not an id. */
static void
decode_query_or_copy(struct buf *out, struct str text, bool plus_is_space)
{
	buf_reset(out);
	if (query_unescape(out, text, plus_is_space))
		return;
	buf_reset(out);
	buf_adds(out, text);
}

/* "x/r?basket" is not a parameter of a real page: it cannot name this basket. */
static bool
is_plain_name(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!isalnum((unsigned char)name.p[i]) && !strchr("_-.[]", name.p[i]))
			return false;
	return true;
}

static void
check_parameter(struct basket_id_search *s, struct str piece)
{
	struct buf name = { 0 }, value = { 0 };
	size_t eq = str_find_char(piece, '=');
	decode_query_or_copy(&name, str_sub(piece, 0, eq), true);
	decode_query_or_copy(
	    &value, eq == SIZE_MAX ? STR("") : str_sub(piece, eq + 1, piece.n), true);
	find_ids(s, buf_str(&name));
	if (!link_is_basket_parameter(buf_str(&name))) {
		search_text_for_ids(s, buf_str(&value));
	} else {
		s->parameter_count++;
		if (!is_searched_id(s, buf_str(&value)))
			note_other_basket(s, buf_str(&value));
		else if (is_plain_name(buf_str(&name)))
			s->has_this_id = true;
	}
	buf_free(&name);
	buf_free(&value);
}

static void
check_parameters(struct basket_id_search *s, struct str text)
{
	struct str rest, piece;
	while (text.n && str_next(&text, '&', &rest))
		while (rest.n && str_next(&rest, ';', &piece))
			check_parameter(s, piece);
}

/* A browser or server may decode %2F and %5C, so these count as separators. */
static bool
has_dot_segment(struct str segment)
{
	while (segment.n) {
		size_t end = 0;
		while (end < segment.n && segment.p[end] != '/' && segment.p[end] != '\\')
			end++;
		struct str step = str_sub(segment, 0, end);
		if (str_eqz(step, ".") || str_eqz(step, ".."))
			return true;
		segment = str_sub(segment, end + 1, segment.n);
	}
	return false;
}

static void
check_path(struct basket_id_search *s, struct str path)
{
	struct buf text = { 0 };
	struct str segment, first;
	while (path.n && str_next(&path, '/', &segment)) {
		first = STR_NONE;
		if (segment.n)
			str_next(&segment, ';', &first);
		decode_query_or_copy(&text, first, false);
		s->has_dot_segments = s->has_dot_segments || has_dot_segment(buf_str(&text));
		if (is_searched_id(s, buf_str(&text)))
			s->has_this_id = true;
		else
			search_text_for_ids(s, buf_str(&text));
		check_parameters(s, segment);
	}
	buf_free(&text);
}

/* A fragment is not sent to the server, but scripts in the page may use it. */
static void
check_fragment(struct basket_id_search *s, struct str fragment)
{
	struct buf text = { 0 };
	decode_query_or_copy(&text, fragment, false);
	search_text_for_ids(s, buf_str(&text));
	buf_free(&text);
}

enum link_basket
link_basket_identify(const struct url *u, struct str basket_id, struct buf *other)
{
	struct basket_id_search s = { .id_part = link_basket_id_part(basket_id),
		.other_id = other };
	check_path(&s, str_of(u->path));
	check_parameters(&s, str_of(u->query));
	check_fragment(&s, str_of(u->fragment));
	if (s.has_dot_segments)
		return LINK_BASKET_DOT_SEGMENT;
	if (s.parameter_count > 1)
		return LINK_BASKET_TWICE;
	if (s.has_other_id)
		return LINK_BASKET_OTHER;
	if (s.has_this_id)
		return LINK_BASKET_THIS;
	return s.has_id_like_text ? LINK_BASKET_OTHER : LINK_BASKET_UNNAMED;
}
