#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
err_set(struct err *e, enum err_kind kind, const char *format, ...)
{
	va_list args;
	memset(e, 0, sizeof(*e));
	e->kind = kind;
	va_start(args, format);
	vsnprintf(e->text, sizeof(e->text), format, args);
	va_end(args);
	return false;
}

bool
err_set_with_field(struct err *e, enum err_kind kind, const char *field, const char *format, ...)
{
	va_list args;
	memset(e, 0, sizeof(*e));
	e->kind = kind;
	snprintf(e->faulty_field, sizeof(e->faulty_field), "%s", field);
	va_start(args, format);
	vsnprintf(e->text, sizeof(e->text), format, args);
	va_end(args);
	return false;
}

bool
err_set_at(struct err *e, const char *at, enum err_kind kind, const char *format, ...)
{
	va_list args;
	memset(e, 0, sizeof(*e));
	e->kind = kind;
	e->at = at;
	va_start(args, format);
	vsnprintf(e->text, sizeof(e->text), format, args);
	va_end(args);
	return false;
}

enum err_kind
err_kind_of_status(int http)
{
	static const struct {
		int http_status;
		enum err_kind kind;
	} kinds[] = {
		{ 304, ERR_NONE },
		{ 401, ERR_AUTH },
		{ 403, ERR_DENIED },
		{ 404, ERR_NOT_FOUND },
		{ 409, ERR_CONFLICT },
		{ 412, ERR_CONFLICT },
		{ 429, ERR_UPSTREAM },
	};
	if (http >= 200 && http < 300)
		return ERR_NONE;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (kinds[i].http_status == http)
			return kinds[i].kind;
	if (http >= 500)
		return ERR_UPSTREAM;
	return http >= 400 ? ERR_INVALID : ERR_PROTOCOL;
}

void
err_prefix(struct err *e, const char *format, ...)
{
	char words[200], text[sizeof(e->text)];
	va_list args;
	va_start(args, format);
	vsnprintf(words, sizeof(words), format, args);
	va_end(args);
	snprintf(text, sizeof(text), "%s", e->text);
	snprintf(e->text, sizeof(e->text), "%.150s: %.240s", words, text);
}
