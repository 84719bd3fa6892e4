/*
 * verdict.h - a figure compared with its goal: prints a line, and appends a line of JSON to the
 * file that BENCH_TABLE names.
 */
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

/* Prints "P3  words: 0.79 ms (goal <= 1 ms): met". `is` is "<=" or ">="; unit may be "". */
void verdict(const char *row, double value, const char *is, double goal, const char *unit,
    const char *words, ...) __attribute__((format(printf, 6, 7)));

#endif
