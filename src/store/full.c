#include "store/store.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char full_code[] = "full";

bool
store_is_full(const struct err *err)
{
	return err->kind == ERR_UPSTREAM && !err->http && strcmp(err->code, full_code) == 0;
}

bool
store_fail_full(struct err *err, const char *format, ...)
{
	char text[sizeof(err->text)];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	err_set(err, ERR_UPSTREAM, "%s", text);
	memcpy(err->code, full_code, sizeof(full_code));
	return false;
}
