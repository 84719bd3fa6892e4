#include "store/failures.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char full_code[] = "full";
static const char retryable_code[] = "again";
static const char busy_code[] = "busy";
static const char unavailable_code[] = "away";
static const char unknown_code[] = "unknown";

static bool
has_code(const struct err *err, const char *code)
{
	return err->kind == ERR_UPSTREAM && !err->http_status && strcmp(err->code, code) == 0;
}

static bool
fail_with(struct err *err, const char *code, const char *format, va_list args)
{
	char text[sizeof(err->text)];
	vsnprintf(text, sizeof(text), format, args);
	err_set(err, ERR_UPSTREAM, "%s", text);
	snprintf(err->code, sizeof(err->code), "%s", code);
	return false;
}

bool
store_is_full(const struct err *err)
{
	return has_code(err, full_code);
}

bool
store_failure_is_retryable(const struct err *err)
{
	return has_code(err, retryable_code) || store_is_busy(err);
}

bool
store_is_busy(const struct err *err)
{
	return has_code(err, busy_code);
}

bool
store_is_unavailable(const struct err *err)
{
	return has_code(err, unavailable_code);
}

bool
store_outcome_is_unknown(const struct err *err)
{
	return has_code(err, unknown_code);
}

bool
store_fail_full(struct err *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail_with(err, full_code, format, args);
	va_end(args);
	return false;
}

bool
store_fail_retryable(struct err *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail_with(err, retryable_code, format, args);
	va_end(args);
	return false;
}

bool
store_fail_busy(struct err *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail_with(err, busy_code, format, args);
	va_end(args);
	return false;
}

bool
store_fail_unavailable(struct err *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail_with(err, unavailable_code, format, args);
	va_end(args);
	return false;
}

bool
store_fail_outcome_unknown(struct err *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail_with(err, unknown_code, format, args);
	va_end(args);
	return false;
}
