/*
 * verdict.h - a figure against its goal: a line to read, and one of JSON in the file that
 * BENCH_TABLE names, for programs.
 */
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

/* "P3  words: 0.79 ms (goal <= 1 ms): met". `is` is "<=" or ">="; unit may be "". */
void verdict(const char *row, double value, const char *is, double goal, const char *unit,
    const char *words, ...) __attribute__((format(printf, 6, 7)));

#endif
