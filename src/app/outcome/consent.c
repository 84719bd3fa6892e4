#include "app/outcome/consent.h"

#include "base/buf.h"
#include "wire/member.h"

#include <stddef.h>

const char *const consent_words[] = {
	[CONSENT_UNKNOWN] = "unknown",
	[CONSENT_YES] = "yes",
	[CONSENT_NO] = "no",
};
_Static_assert(sizeof(consent_words) / sizeof(*consent_words) == CONSENTS, "a word for each");

static const struct {
	const char *text;
	enum consent means;
} texts[] = {
	{ "true", CONSENT_YES },
	{ "yes", CONSENT_YES },
	{ "y", CONSENT_YES },
	{ "1", CONSENT_YES },
	{ "on", CONSENT_YES },
	{ "false", CONSENT_NO },
	{ "no", CONSENT_NO },
	{ "n", CONSENT_NO },
	{ "0", CONSENT_NO },
	{ "off", CONSENT_NO },
	{ "", CONSENT_NO },
};

static enum consent
text_means(struct str text)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (str_eq_nocase(str_trim(text), str_of(texts[i].text)))
			return texts[i].means;
	return CONSENT_UNKNOWN;
}

static enum consent
number_means(struct str number)
{
	for (size_t i = 0; i < number.n && number.p[i] != 'e' && number.p[i] != 'E'; i++)
		if (number.p[i] >= '1' && number.p[i] <= '9')
			return CONSENT_YES;
	return CONSENT_NO;
}

static enum consent
list_means(struct str list)
{
	struct member_walk w;
	struct member first;
	member_start(&w, list);
	return member_next(&w, &first) ? CONSENT_YES : CONSENT_NO;
}

static enum consent
value_means(struct str value)
{
	struct buf text = { 0 };
	if (json_is_array(value))
		return list_means(value);
	if (json_is_string(value)) {
		token_unquote(&text, value);
		enum consent means = text_means(buf_str(&text));
		buf_free(&text);
		return means;
	}
	if (str_eqz(value, "true") || str_eqz(value, "false"))
		return text_means(value);
	return value.n && (value.p[0] == '-' || (value.p[0] >= '0' && value.p[0] <= '9'))
	    ? number_means(value)
	    : CONSENT_UNKNOWN;
}

enum consent
consent_of(struct str basket_json, const char *field)
{
	struct buf path = { 0 };
	if (!field || !*field || !basket_json.n)
		return CONSENT_UNKNOWN;
	buf_addf(&path, "customFields.%s", field);
	enum consent means = value_means(token_find(basket_json, buf_str(&path)));
	buf_free(&path);
	return means;
}

bool
consent_named(struct str folded, enum consent *out)
{
	for (int i = 0; i < CONSENTS; i++)
		if (str_eqz(folded, consent_words[i])) {
			*out = (enum consent)i;
			return true;
		}
	return false;
}
