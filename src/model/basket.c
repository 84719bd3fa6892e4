#include "model/basket.h"

#include "model/email.h"

enum basket_reach
basket_reach(const struct basket *b)
{
	return (b->email.n ? REACH_EMAIL : 0) | (b->identities_n ? REACH_IDENTITY : 0);
}

static bool
share_identity(const struct basket *a, const struct basket *b)
{
	for (size_t i = 0; i < a->identities_n; i++)
		for (size_t j = 0; j < b->identities_n; j++)
			if (a->identities[i].sub.n &&
			    str_eq(a->identities[i].sub, b->identities[j].sub) &&
			    str_eq(a->identities[i].iss, b->identities[j].iss))
				return true;
	return false;
}

bool
basket_is_same_person(const struct basket *a, const struct basket *b)
{
	if (a->email.n && email_is_same(a->email, b->email))
		return true;
	return share_identity(a, b);
}
