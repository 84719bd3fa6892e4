#include "bench/verdict.h"
#include "lib/cleanup.h"

#include "base/buf.h"
#include "base/json_quote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
add_to_table(const char *row, double value, const char *is, double goal, const char *unit,
    struct str words, bool met)
{
	const char *name = getenv("BENCH_TABLE");
	FILE *table = name ? fopen(name, "ae") : NULL;
	struct buf text = { 0 };
	if (!table)
		return;
	json_quote(&text, words);
	fprintf(table,
	    "{\"row\":\"%s\",\"words\":%s,\"value\":%.6g,\"is\":\"%s\",\"goal\":%g,\"unit\":\"%s\","
	    "\"met\":%s}\n",
	    row, buf_z(&text), value, is, goal, unit, met ? "true" : "false");
	buf_free(&text);
	fclose(table);
}

void
verdict(const char *row, double value, const char *is, double goal, const char *unit,
    const char *words, ...)
{
	auto_buf said = { 0 };
	va_list args;
	bool met = strcmp(is, ">=") == 0 ? value >= goal : value <= goal;
	const char *gap = *unit ? " " : "";
	va_start(args, words);
	buf_addv(&said, words, args);
	va_end(args);
	printf("%-3s %s: %.4g%s%s (goal %s %g%s%s): %s\n", row, buf_z(&said), value, gap, unit, is,
	    goal, gap, unit, met ? "met" : "missed");
	fflush(stdout);
	add_to_table(row, value, is, goal, unit, buf_str(&said), met);
}
