#include "ui/kit/typed_text.h"

#include "base/utf8.h"
#include "basket/link.h"
#include "client/exchanges.h"
#include "identity/paste.h"
#include "list/rows.h"
#include "ui/kit/console.h"

/* Three base64url parts separated by dots; the first decodes to a text that starts with {". */
static bool
is_token(struct str s)
{
	size_t dots = 0;
	struct str scheme = STR("Bearer ");
	if (str_starts(s, scheme))
		s = str_trim(str_sub(s, scheme.n, s.n));
	for (size_t i = 0; i < s.n; i++)
		dots += s.p[i] == '.';
	return s.n > 20 && str_starts(s, STR("eyJ")) && dots >= 2 &&
	    str_find_char(s, ' ') == SIZE_MAX;
}

/* True for token claims, an owner's id or a ticket note. */
static bool
is_identity(struct str s)
{
	struct identity_paste p;
	identity_paste_read(&p, s, 0);
	bool is = p.kind != IDENTITY_PASTE_NOTHING;
	identity_paste_free(&p);
	return is;
}

static bool
is_uuid(struct str s)
{
	size_t dashes = 0;
	for (size_t i = 0; i < s.n; i++)
		dashes += s.p[i] == '-';
	return s.n == 36 && dashes == 4;
}

/* An id as Backroom's own service makes it. Without a letter it is rather a subject: Google's have
 * 20 or 21 digits. */
static bool
is_service_request_id(struct str s)
{
	enum { DIGITS = 20 };
	size_t digits = 0, letters = 0;
	for (size_t i = 0; i < s.n; i++) {
		digits += s.p[i] >= '0' && s.p[i] <= '9';
		letters += s.p[i] >= 'a' && s.p[i] <= 'f';
	}
	return s.n == DIGITS && letters && digits + letters == DIGITS;
}

static struct str
first_word(struct str s)
{
	return str_sub(s, 0, str_find_char(s, ' '));
}

static bool
is_view(struct str s)
{
	struct str word = first_word(s);
	if (s.n > 1 && s.p[0] == '@')
		return true; /* a saved view */
	for (const struct view_resource *r = view_resources; r->name; r++)
		if (str_eq_nocase(word, str_of(r->name)))
			return true;
	return false;
}

enum typed_kind
typed_classify(struct str text)
{
	struct str s = str_trim(text);
	bool one_word = str_find_char(s, ' ') == SIZE_MAX;
	if (s.n == 0)
		return TYPED_NOTHING;
	if (is_token(s))
		return TYPED_TOKEN;
	if (is_identity(s))
		return TYPED_IDENTITY;
	if (one_word && (str_starts(s, STR("https://")) || str_starts(s, STR("http://"))))
		return TYPED_LINK;
	if (one_word && (str_starts(s, STR("basket-")) || is_uuid(s)))
		return TYPED_BASKET;
	if (is_service_request_id(s))
		return TYPED_REQUEST;
	if (is_view(s))
		return TYPED_VIEW;
	if (action_by_name(first_word(s)) != ACT_NONE)
		return TYPED_ACTION;
	if (one_word && str_find_char(s, '@') != SIZE_MAX)
		return TYPED_EMAIL;
	return s.p[0] == '/' ? TYPED_PATH : TYPED_WORDS;
}

static uint32_t
find_journey(const struct console *c, struct str id)
{
	const struct graph *g = catalog_graph(c->catalog);
	return g ? graph_find(g, GRAPH_JOURNEY, str_trim(id)) : GRAPH_NONE;
}

enum typed_kind
typed_classify_known(const struct console *c, struct str text)
{
	enum typed_kind kind = typed_classify(text);
	bool may_be = kind == TYPED_WORDS || kind == TYPED_BASKET;
	if (may_be && exchanges_find(client_exchanges(c->client), str_trim(text)))
		return TYPED_REQUEST;
	return may_be && find_journey(c, text) != GRAPH_NONE ? TYPED_JOURNEY : kind;
}

bool
typed_append_terms(
    struct buf *out, const struct console *c, const struct view_resource *resource, struct str line)
{
	struct str key = first_word(line), value = str_trim(str_sub(line, key.n, line.n));
	struct buf terms = { 0 };
	struct row_filter filter = { 0 };
	struct view view = { 0 };
	struct err ignored;
	if (!value.n)
		return false;
	buf_addf(&terms, "%.*s=%.*s", STR_ARG(key), STR_ARG(value));
	bool ok = view_parse_terms(&view, resource, buf_str(&terms), &ignored) &&
	    row_filter_init(&filter, &view, console_ages(c), &ignored);
	if (ok)
		text_clean(out, buf_str(&terms), c->look.ascii_lines);
	row_filter_free(&filter);
	view_free(&view);
	buf_free(&terms);
	return ok;
}

bool
typed_is_secret(enum typed_kind kind)
{
	return kind == TYPED_TOKEN || kind == TYPED_LINK;
}

void
typed_describe(struct buf *out, enum typed_kind kind, struct str text)
{
	struct str s = str_trim(text);
	struct identity_paste p;
	if (kind == TYPED_IDENTITY) {
		identity_paste_read(&p, s, 0);
		buf_adds(out, buf_str(&p.description));
		identity_paste_free(&p);
	} else if (kind == TYPED_TOKEN) {
		buf_addz(out, "ID token, ");
		format_plural(out, s.n, "character", "characters");
	} else if (kind == TYPED_LINK) {
		buf_addz(out, "link, ");
		format_plural(out, s.n, "byte", "bytes");
		buf_addz(out, ", ends ");
		text_clean(out, link_last_characters(s), false);
	} else {
		text_clean(out, s, false);
	}
}
