#include "wire/mask.h"

#include "base/utf8.h"
#include "wire/mask_names.h"

#include <string.h>

void
mask_init(struct mask *m, struct str seed)
{
	digest_sha256(seed, m->key);
}

/* ---- masking texts ---- */

/* Letters and digits are replaced by others of the same group, so that names stay pronounceable. */
static const char *const character_groups[] = { "aeiou", "bcdfghjklmnpqrstvwxyz", "AEIOU",
	"BCDFGHJKLMNPQRSTVWXYZ", "0123456789" };

/* Scripts whose letters are replaced within a range, with a separate range for capitals. Letters
 * of other scripts become x or X. */
static const struct {
	uint32_t from, to;
} script_ranges[] = {
	{ 0x00C0, 0x00D6 }, /* Latin with marks */
	{ 0x00D8, 0x00DE }, /* without the multiplication sign */
	{ 0x00DF, 0x00F6 }, /* lower case */
	{ 0x0391, 0x03A1 }, /* Greek */
	{ 0x03B1, 0x03C9 }, /* lower case */
	{ 0x0410, 0x042F }, /* Cyrillic */
	{ 0x0430, 0x044F }, /* lower case */
	{ 0x05D0, 0x05EA }, /* Hebrew */
	{ 0x0628, 0x063A }, /* Arabic */
	{ 0x0905, 0x0939 }, /* Devanagari */
	{ 0x0E01, 0x0E2E }, /* Thai */
	{ 0x3042, 0x3093 }, /* Hiragana */
	{ 0x30A2, 0x30F3 }, /* Katakana */
	{ 0x4E00, 0x9FA5 }, /* Han */
	{ 0xAC00, 0xD7A3 }, /* Hangul */
};

/* An endless stream of bytes, derived from the key and a text. */
struct mask_stream {
	const struct mask *mask;
	struct buf seed;
	unsigned char bytes[DIGEST_SIZE];
	size_t offset;
	uint32_t next_block;
};

/* Starts the stream of another text; it keeps its memory. */
static void
mask_stream_restart(struct mask_stream *s, struct str text)
{
	buf_reset(&s->seed);
	text_fold(&s->seed, text);
	s->offset = DIGEST_SIZE;
	s->next_block = 0;
}

static void
mask_stream_open(struct mask_stream *s, const struct mask *m, struct str text)
{
	*s = (struct mask_stream){ .mask = m };
	mask_stream_restart(s, text);
}

static void
mask_stream_fill(struct mask_stream *s)
{
	size_t n = s->seed.n;
	buf_addf(&s->seed, "#%u", s->next_block++);
	digest_hmac(str_from((const char *)s->mask->key, sizeof(s->mask->key)), buf_str(&s->seed),
	    s->bytes);
	s->seed.n = n;
	s->offset = 0;
}

static unsigned
mask_stream_next(struct mask_stream *s, unsigned below)
{
	if (s->offset + 2 > DIGEST_SIZE)
		mask_stream_fill(s);
	unsigned value = s->bytes[s->offset] * 256u + s->bytes[s->offset + 1];
	s->offset += 2;
	return value % below;
}

static void
add_masked_ascii(struct buf *out, struct mask_stream *s, char c)
{
	for (size_t i = 0; i < sizeof(character_groups) / sizeof(*character_groups); i++) {
		if (!strchr(character_groups[i], c))
			continue;
		buf_addc(out,
		    character_groups[i]
				    [mask_stream_next(s, (unsigned)strlen(character_groups[i]))]);
		return;
	}
	buf_addc(out, c); /* separators are unchanged */
}

static void
add_masked_code_point(struct buf *out, struct mask_stream *s, uint32_t cp)
{
	for (size_t i = 0; i < sizeof(script_ranges) / sizeof(*script_ranges); i++) {
		if (cp < script_ranges[i].from || cp > script_ranges[i].to)
			continue;
		unsigned n = script_ranges[i].to - script_ranges[i].from + 1;
		utf8_encode(out, script_ranges[i].from + mask_stream_next(s, n));
		return;
	}
	buf_addc(out, utf8_is_capital(cp) ? 'X' : 'x');
}

static void
add_letters_of_stream(struct buf *out, struct mask_stream *s, struct str text)
{
	while (text.n) {
		uint32_t cp;
		size_t n = utf8_decode(text, &cp);
		if (n == 1 && text.p[0])
			add_masked_ascii(out, s, text.p[0]);
		else
			add_masked_code_point(out, s, n ? cp : 0);
		text = str_sub(text, n ? n : 1, text.n);
	}
}

static void
add_masked_letters(struct buf *out, const struct mask *m, struct str text)
{
	struct mask_stream s;
	mask_stream_open(&s, m, text);
	add_letters_of_stream(out, &s, text);
	buf_free(&s.seed);
}

/* ---- names ---- */

static bool
is_ascii_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool
is_ascii_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Punctuation outside ASCII that occurs in names, with the spaces of other scripts. */
static const struct {
	uint32_t from, to;
	bool splits_names;
} name_separators[] = {
	{ 0x00A0, 0x00A0, true }, /* spaces */
	{ 0x3000, 0x3000, true },
	{ 0x30FB, 0x30FB, true },  /* between Katakana names */
	{ 0x00B7, 0x00B7, false }, /* middle dot */
	{ 0x2010, 0x2015, false }, /* hyphens, dashes */
	{ 0x2018, 0x2019, false }, /* quotation marks, used as apostrophes */
	{ 0x201C, 0x201D, false },
};

/* Classes of characters in a name: a hyphen or an apostrophe splits a name into words, a space
 * splits a text into names. */
enum name_class { CLASS_WORD, CLASS_IN_NAME, CLASS_BETWEEN_NAMES };

static enum name_class
classify(struct str text, size_t *length)
{
	uint32_t cp;
	size_t n = utf8_decode(text, &cp);
	*length = n ? n : 1;
	if (n == 0)
		return CLASS_WORD;
	if (n == 1 && text.p[0] && strchr(" ,;\t\r\n", text.p[0]))
		return CLASS_BETWEEN_NAMES;
	if (n == 1)
		return is_ascii_letter(text.p[0]) || is_ascii_digit(text.p[0]) ? CLASS_WORD
									       : CLASS_IN_NAME;
	for (size_t i = 0; i < sizeof(name_separators) / sizeof(*name_separators); i++)
		if (cp >= name_separators[i].from && cp <= name_separators[i].to)
			return name_separators[i].splits_names ? CLASS_BETWEEN_NAMES
							       : CLASS_IN_NAME;
	return CLASS_WORD;
}

/* Removes the characters of one class from the front of the text and returns them. */
static struct str
take_class(struct str *text, enum name_class class)
{
	size_t n = 0, length;
	while (n < text->n && classify(str_sub(*text, n, text->n), &length) == class)
		n += length;
	struct str taken = str_sub(*text, 0, n);
	*text = str_sub(*text, n, text->n);
	return taken;
}

/* Removes the next name, with its hyphens and apostrophes, from the front of the text. */
static struct str
take_name(struct str *text)
{
	size_t n = 0, length;
	while (n < text->n && classify(str_sub(*text, n, text->n), &length) != CLASS_BETWEEN_NAMES)
		n += length;
	struct str name = str_sub(*text, 0, n);
	*text = str_sub(*text, n, text->n);
	return name;
}

static void
add_other_letter(struct buf *out, struct mask_stream *s, char letter)
{
	int first = letter & 0x20 ? 'a' : 'A';
	int shift = 1 + (int)mask_stream_next(s, 'z' - 'a');
	buf_addc(out, (char)(first + (letter - first + shift) % ('z' - 'a' + 1)));
}

static void
add_masked_word(struct buf *out, struct mask_stream *s, enum name_part part, struct str word)
{
	mask_stream_restart(s, word);
	mask_stream_fill(s);
	if (mask_name_append(out, part, word, s->bytes))
		return;
	if (word.n == 1 && is_ascii_letter(word.p[0]))
		add_other_letter(out, s, word.p[0]);
	else
		add_letters_of_stream(out, s, word);
}

static void
add_masked_name(struct buf *out, struct mask_stream *s, enum name_part part, struct str name)
{
	while (name.n) {
		struct str word = take_class(&name, CLASS_WORD);
		if (word.n)
			add_masked_word(out, s, part, word);
		buf_adds(out, take_class(&name, CLASS_IN_NAME));
	}
}

/* The names of a text: their number, how many come before a comma, and whether the family name
 * comes first. */
struct name_order {
	size_t count, before_comma;
	bool family_first;
};

static struct name_order
find_name_order(struct str text)
{
	struct name_order order = { .count = 0 };
	struct str first = STR_NONE, last = STR_NONE;
	while (text.n) {
		struct str between = take_class(&text, CLASS_BETWEEN_NAMES);
		if (order.count && !order.before_comma && str_find_char(between, ',') != SIZE_MAX)
			order.before_comma = order.count;
		last = take_name(&text);
		first = order.count ? first : last;
		order.count += last.n > 0;
	}
	order.family_first = order.count > 1 && !mask_name_is_given(first) &&
	    mask_name_is_given(last);
	return order;
}

enum { PARTICLE_BYTES_MAX = 3 };

static enum name_part
find_part_of_person(const struct name_order *order, size_t at, struct str name)
{
	bool first = at == 0, last = at + 1 == order->count;
	if (order->count == 1)
		return mask_name_is_given(name) ? NAME_GIVEN : NAME_FAMILY;
	if (order->before_comma)
		return at < order->before_comma ? NAME_FAMILY : NAME_GIVEN;
	if (!first && !last && name.n <= PARTICLE_BYTES_MAX)
		return NAME_PARTICLE;
	return (order->family_first ? first : last) ? NAME_FAMILY : NAME_GIVEN;
}

static enum name_part
find_part(enum mask_kind kind, const struct name_order *order, size_t at, struct str name)
{
	bool first = at == 0, last = at + 1 == order->count;
	bool capital = name.p[0] >= 'A' && name.p[0] <= 'Z';
	switch (kind) {
	case MASK_PERSON:
		return find_part_of_person(order, at, name);
	case MASK_GIVEN:
		return NAME_GIVEN;
	case MASK_COMPANY:
		if (!first && !capital && name.n <= PARTICLE_BYTES_MAX)
			return NAME_COMPANY_PARTICLE;
		return first ? NAME_FAMILY : NAME_COMPANY_WORD;
	case MASK_STREET:
		return last && !first ? NAME_STREET_WORD : NAME_FAMILY;
	case MASK_TOWN:
		return first ? NAME_FAMILY : NAME_TOWN_WORD;
	default:
		return !last && name.n <= PARTICLE_BYTES_MAX ? NAME_PARTICLE : NAME_FAMILY;
	}
}

static void
add_masked_names(struct buf *out, const struct mask *m, enum mask_kind kind, struct str text)
{
	const struct name_order order = find_name_order(text);
	struct mask_stream s = { .mask = m };
	for (size_t at = 0; text.n; at++) {
		buf_adds(out, take_class(&text, CLASS_BETWEEN_NAMES));
		struct str name = take_name(&text);
		if (!name.n)
			continue;
		size_t family = kind == MASK_PERSON && order.count == 1
		    ? mask_name_family_length(name)
		    : 0;
		if (family) {
			add_masked_name(out, &s, NAME_FAMILY, str_sub(name, 0, family));
			add_masked_name(out, &s, NAME_GIVEN, str_sub(name, family, name.n));
		} else {
			add_masked_name(out, &s, find_part(kind, &order, at, name), name);
		}
	}
	buf_free(&s.seed);
}

/* ---- e-mails ---- */

/* Removes the letters at the front of an e-mail's local part and returns them. */
static struct str
take_letters(struct str *text)
{
	size_t n = 0;
	while (n < text->n && (is_ascii_letter(text->p[n]) || (text->p[n] & 0x80)))
		n++;
	struct str letters = str_sub(*text, 0, n);
	*text = str_sub(*text, n, text->n);
	return letters;
}

/* The names in a local part: `mara.van.ellison42` has three, initials do not count. */
static struct name_order
find_local_order(struct str local, bool *has_initials)
{
	struct name_order order = { .count = 0 };
	struct str first = STR_NONE, last = STR_NONE;
	*has_initials = false;
	while (local.n) {
		struct str letters = take_letters(&local);
		*has_initials = *has_initials || letters.n == 1;
		if (letters.n > 1) {
			last = letters;
			first = order.count++ ? first : last;
		}
		local = str_sub(local, letters.n == 0, local.n);
	}
	order.family_first = order.count > 1 && !mask_name_is_given(first) &&
	    mask_name_is_given(last);
	return order;
}

/* Digits after the names of a local part: two e-mails with equal masks would be one person. */
static void
add_telling_digits(struct buf *out, struct mask_stream *all)
{
	enum { DIGITS = 4 };
	for (size_t i = 0; i < DIGITS; i++)
		buf_addc(out, (char)('0' + mask_stream_next(all, 10)));
}

/* Masks the names of a local part like those of a person: `mara.ellison` gets the names of Mara
 * Ellison. A single word that is not a given name is masked as an initial with a family name. */
static void
add_masked_local(struct buf *out, const struct mask *m, struct str local)
{
	bool has_initials;
	const struct name_order order = find_local_order(local, &has_initials);
	struct mask_stream word = { .mask = m }, all;
	size_t at = 0;
	mask_stream_open(&all, m, local);
	for (struct str rest = local; rest.n;) {
		struct str letters = take_letters(&rest);
		if (letters.n > 1) {
			enum name_part part = find_part_of_person(&order, at++, letters);
			if (order.count == 1 && part == NAME_FAMILY && !has_initials)
				add_other_letter(
				    out, &all, letters.p[0] & 0x80 ? 'a' : letters.p[0]);
			add_masked_word(out, &word, part, letters);
		} else if (letters.n) {
			add_masked_word(out, &word, NAME_GIVEN, letters);
		} else {
			add_masked_ascii(out, &all, rest.p[0]);
			rest = str_sub(rest, 1, rest.n);
		}
	}
	if (local.n)
		add_telling_digits(out, &all);
	buf_free(&word.seed);
	buf_free(&all.seed);
}

/* Masks both halves of an e-mail address separately, so that colleagues still share a domain. */
static void
add_masked_email(struct buf *out, const struct mask *m, struct str local, struct str host)
{
	size_t plus = str_find_char(local, '+');
	size_t names = plus == SIZE_MAX ? local.n : plus;
	add_masked_local(out, m, str_sub(local, 0, names));
	add_masked_letters(out, m, str_sub(local, names, local.n));
	buf_addc(out, '@');
	add_masked_letters(out, m, host);
}

/* False for a text that has an e-mail among other words. */
static bool
is_email(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] <= ' ' || strchr("\"/\\<>()|:;,", text.p[i]))
			return false;
	return true;
}

/* False for an id or a URL in place of a name. */
static bool
is_name(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < ' ' || strchr("/\\<>|:{}=_", text.p[i]))
			return false;
	return true;
}

/* The length of a URL's scheme, http or https. Any other word before "://" may be a name or a
 * remark about a person, and is masked. */
static size_t
scheme_length(struct str text)
{
	size_t colon = str_find(text, STR("://"));
	struct str scheme = str_sub(text, 0, colon == SIZE_MAX ? 0 : colon);
	bool web = str_eq_nocase(scheme, STR("https")) || str_eq_nocase(scheme, STR("http"));
	return web ? colon + strlen("://") : 0;
}

void
mask_text(struct buf *out, const struct mask *m, enum mask_kind kind, struct str text)
{
	size_t at = str_find_char(text, '@'), scheme = scheme_length(text);
	if (scheme) {
		buf_adds(out, str_sub(text, 0, scheme));
		add_masked_letters(out, m, str_sub(text, scheme, text.n));
	} else if (at != SIZE_MAX && is_email(text)) {
		add_masked_email(out, m, str_sub(text, 0, at), str_sub(text, at + 1, text.n));
	} else if (at != SIZE_MAX) {
		add_masked_letters(out, m, str_sub(text, 0, at));
		buf_addc(out, '@');
		add_masked_letters(out, m, str_sub(text, at + 1, text.n));
	} else if (kind != MASK_TEXT && is_name(text)) {
		add_masked_names(out, m, kind, text);
	} else {
		add_masked_letters(out, m, text);
	}
}

void
mask_number(struct buf *out, const struct mask *m, struct str number)
{
	struct mask_stream s;
	mask_stream_open(&s, m, number);
	for (size_t i = 0; i < number.n; i++) {
		char c = number.p[i];
		bool digit = c >= '0' && c <= '9', first = i == 0 || number.p[i - 1] == '-';
		if (digit && !(first && c == '0'))
			buf_addc(out, (char)('0' + first + (char)mask_stream_next(&s, 10 - first)));
		else
			buf_addc(out, c);
	}
	buf_free(&s.seed);
}
