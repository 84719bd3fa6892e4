/*
 * fill URL N - puts N generated baskets into a store, for measuring long lists.
 */
#include "model/when.h"
#include "store/store.h"
#include "wire/basket.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const firsts[] = { "Mara", "Noel", "Isabell", "Ellen", "Rafael", "Joan", "Sota",
	"Jörg", "Tunde", "Conceição", "Kerem", "Mieko" };
static const char *const lasts[] = { "Ellison", "Kell", "Roy", "Okafor", "Bellini", "Ellery",
	"Tanaka", "Vogelsang", "Adeyemi", "Figueiredo", "Demir", "Hayashi", "Larsen" };
static const char *const offers[] = { "Digital Basic", "All Access Monthly", "Weekend Print",
	"Northlight+ Standard", "Harbour yearly", "Nightwave" };

static const char *const tags[] = { "/tags/uk/direct", "/tags/uk/newsletter", "/tags/us/social",
	"/tags/uk/reseller" };
static const char *const pages[] = { "/offers/2026 Spring Launch", "/offers/Winback 2026",
	"/subscribe/spring" };

enum { STEP_MS = 345600 /* 100,000 of them are 400 days */ };

static bool
add(struct store *s, int i, int64_t now, struct err *err)
{
	struct arena a = { 0 };
	struct buf json = { 0 }, when = { 0 };
	unsigned mixed = (unsigned)i * 2654435761u >> 8; /* no period that a screen could show */
	const char *offer = offers[mixed % 6];
	int64_t created = now - (int64_t)i * STEP_MS;
	struct basket_product product = { STR("/products/digital-all-access"), STR("NL-DIG-ALL") };
	struct basket_item item = { str_of(offer),
		arena_printf(&a, "/offers/2026 Spring Launch/offer-%d", (int)(mixed % 40)),
		&product, 1 };
	when_write(&when, created);
	struct basket b = { .id = arena_printf(&a, "basket-%08x-7a4d-4c93-8e16-%012x", i * 7919, i),
		.created_text = buf_str(&when),
		.created = created,
		.items = &item,
		.items_n = 1,
		.page = str_of(pages[mixed / 5 % 3]),
		.tag = str_of(tags[mixed / 3 % 4]),
		.custom = STR("{\"checkoutKind\":\"new\",\"billingCountry\":\"GB\"}"),
		.entry = STR(
		    "https://www.northlight.example/?utm_source=mail&utm_campaign=spring") };
	if (mixed % 100 > 45) {
		b.first = str_of(firsts[mixed % 12]);
		b.last = str_of(lasts[mixed / 12 % 13]);
		b.email = arena_printf(&a, "customer.%d@example.com", i / 2);
	}
	b.link = arena_printf(&a,
	    "https://shop.northlight.example/checkout/resume?basket=%.*s&key="
	    "%048d",
	    STR_ARG(b.id), i);
	basket_write(&json, &b);
	bool ok = store_load_basket(
	    s, &(struct store_basket){ created, b.id, false, buf_str(&json) }, err);
	buf_free(&json);
	buf_free(&when);
	arena_free(&a);
	return ok;
}

int
main(int argc, char **argv)
{
	struct err err = { 0 };
	int64_t now = 0;
	struct store *s = argc == 3 ? store_open(str_of(argv[1]), &err) : NULL;
	bool ok = s && when_parse(STR("2026-11-20T10:42:00Z"), &now) && store_load_begin(s, &err);
	for (int i = 0; ok && i < strtol(argv[2], NULL, 10); i++)
		ok = add(s, i, now, &err);
	ok = ok && store_load_end(s, true, &err);
	store_close(s);
	if (!ok)
		fprintf(stderr, "fill: %s\n", err.text);
	return !ok;
}
