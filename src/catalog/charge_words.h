/*
 * charge_words.h - an offer's charges in words: as a sentence, and short for a column.
 *
 * Pure. Texts of charges are cleaned here, so the result may be drawn. An amount keeps the digits
 * that were sent; a sum has its currency's decimals, or more if an amount has more. `ascii` is
 * passed to text_clean().
 */
#ifndef CATALOG_CHARGE_WORDS_H
#define CATALOG_CHARGE_WORDS_H

#include "base/buf.h"
#include "model/schedule.h"

/* Appends a sentence: "GBP 1.00 once at the start; then GBP 9.99 every month, 12 times,
 * beginning after 3 months". For a charge that cannot be computed: "EUR 5 usage at order_date
 * (not computed: type "usage" is not known here)". */
void charge_words_add_sentence(struct buf *out, const struct charge *v, size_t n, bool ascii);
/* Appends a charge without its amount: "every month, 12 times, beginning after 3 months". */
void charge_words_add_terms(struct buf *out, const struct charge *c, bool ascii);
/* The amount due on the start day: "GBP 1.00", "nothing", "2 currencies"; followed by " + ?", or
 * just "?", if a charge cannot be computed. Appends nothing if there are no charges. */
void charge_words_add_start(struct buf *out, const struct charge *v, size_t n, bool ascii);
/* The amount due on the start day as data: the number and its currency if all of it is known;
 * several currencies are listed as "2.49, 4.48" and "EUR, GBP". */
void charge_words_add_start_parts(
    struct buf *number, struct buf *currency, const struct charge *v, size_t n);
/* The only charge that is due after the start day; NULL if there is none, or several. */
const struct charge *charge_words_find_only_later(const struct charge *v, size_t n);
/* The later payments: "GBP 9.99 monthly x12", "GBP 24.50 every 4 weeks", "2 charges", "?".
 * Appends nothing if everything is paid at the start. */
void charge_words_add_later(struct buf *out, const struct charge *v, size_t n, bool ascii);
/* One charge in short form: "GBP 99.00 yearly", "GBP 5.00 once"; "?" if it cannot be computed. */
void charge_words_add_short(struct buf *out, const struct charge *c, bool ascii);
/* The schedule alone: "monthly x12", "once"; the charge must be computable. */
void charge_words_add_schedule(struct buf *out, const struct charge *c);
/* The interval of a charge that repeats: "monthly", "every 4 weeks". */
void charge_words_add_interval(struct buf *out, const struct charge *c);
/* The schedule in full: "every month, 12 times, beginning after 3 months", "every year, no end",
 * "once after 3 months"; nothing if it cannot be computed. */
void charge_words_add_course(struct buf *out, const struct charge *c);
/* As charge_words_add_course(), in short words: "monthly, 12 times, after 3 months". */
void charge_words_add_short_course(struct buf *out, const struct charge *c);
/* True if a payment is due after the start day, or if that cannot be computed. */
bool charge_is_later(const struct charge *c);

/* The amount as sent: "GBP 9.99"; "?" for a part that is missing. */
void charge_words_add_amount(struct buf *out, const struct charge *c, bool ascii);
/* The sum with its currency: "GBP 90.91", "GBP too large to add up". */
void charge_words_add_sum(struct buf *out, const struct schedule_total *sum, bool ascii);
/* The sum without its currency. */
void charge_words_add_sum_number(struct buf *out, const struct schedule_total *sum);

#endif
