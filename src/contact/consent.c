#include "contact/consent.h"

#include "base/buf.h"
#include "wire/member.h"

#include <stddef.h>

const char *const consent_words[] = {
	[CONSENT_UNKNOWN] = "unknown",
	[CONSENT_YES] = "yes",
	[CONSENT_NO] = "no",
};
_Static_assert(
    sizeof(consent_words) / sizeof(*consent_words) == CONSENTS, "each value needs a word");

static enum consent
list_means(struct str list)
{
	struct member_walk w;
	struct member first;
	member_start(&w, list);
	return member_next(&w, &first) ? CONSENT_YES : CONSENT_NO;
}

/* An empty text is not consent. */
static enum consent
value_means(struct str value)
{
	if (json_is_array(value))
		return list_means(value);
	if (str_eqz(value, "\"\""))
		return CONSENT_NO;
	enum flag_value said = member_flag_value(value);
	return said == FLAG_YES ? CONSENT_YES : said == FLAG_NO ? CONSENT_NO : CONSENT_UNKNOWN;
}

enum consent
consent_of(struct str basket_json, const char *field)
{
	struct buf path = { 0 };
	if (!field || !*field || !basket_json.n)
		return CONSENT_UNKNOWN;
	buf_addf(&path, "customFields.%s", field);
	enum consent means = value_means(json_lex_find(basket_json, buf_str(&path)));
	buf_free(&path);
	return means;
}

bool
consent_by_word(struct str folded, enum consent *out)
{
	for (int i = 0; i < CONSENTS; i++)
		if (str_eqz(folded, consent_words[i])) {
			*out = (enum consent)i;
			return true;
		}
	return false;
}
