#include "service/auth/scope.h"

#include <string.h>

static bool
is_among(struct str scope, struct str right)
{
	struct str word;
	while (str_next(&scope, ' ', &word))
		if (str_eq(word, right))
			return true;
	return false;
}

void
scope_narrow(char out[SCOPE_SIZE], const char *has, struct str wanted)
{
	struct str right;
	size_t n = 0;
	out[0] = '\0';
	if (!wanted.n)
		wanted = str_of(has);
	while (str_next(&wanted, ' ', &right)) {
		size_t space = n > 0;
		if (right.n == 0 || !is_among(str_of(has), right) ||
		    is_among(str_from(out, n), right) || right.n + space >= SCOPE_SIZE - n)
			continue;
		if (space)
			out[n++] = ' ';
		memcpy(out + n, right.p, right.n);
		n += right.n;
		out[n] = '\0';
	}
}
