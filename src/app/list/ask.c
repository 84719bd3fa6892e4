#include "app/list/ask.h"

#include "model/when.h"

static bool
is_exact(const struct row_term *t)
{
	return t->term->op == VIEW_EXACT && !t->term->negated;
}

/* Gives a text input its value, unless another term did so before. */
static bool
give_text(struct str *input, struct str value)
{
	if (input->p)
		return false;
	*input = value;
	return true;
}

static bool
give_time(struct ask *a, const struct row_term *t)
{
	if (t->term->negated)
		return false;
	if (a->query.after == WHEN_NONE || t->time > a->query.after)
		a->query.after = t->time;
	return true;
}

/* label, asked as label__svc; a name that has a suffix keeps it. */
static bool
give_attribute(struct ask *a, const struct row_term *t, struct str bare, const char *space)
{
	struct list_attribute attribute = { bare, t->term->value };
	if (!is_exact(t))
		return false;
	if (str_find(bare, STR("__")) == SIZE_MAX)
		attribute.name = arena_printf(&a->texts, "%.*s__%s", STR_ARG(bare), space);
	vec_push(&a->query.attributes, attribute);
	return true;
}

static bool
give_standalone(struct ask *a, const struct row_term *t)
{
	if (!is_exact(t) || !str_eqz(t->folded, "yes"))
		return false;
	a->endpoint = ENDPOINT_STANDALONE;
	if (!a->query.source.p)
		a->query.source = STR("catalog");
	return true;
}

static bool
give_source(struct ask *a, const struct row_term *t)
{
	a->endpoint = ENDPOINT_STANDALONE;
	a->query.source = t->folded;
	return true;
}

/* Gives a catalog list's term to the service. */
static bool
give(struct ask *a, struct row_term *t, const struct wire_names *names)
{
	struct str attribute = STR("attribute."), key = t->term->key;
	if (row_term_is(t, "modified") || row_term_is(t, "since"))
		return give_time(a, t);
	if (row_term_is(t, "path"))
		return is_exact(t) && give_text(&a->query.path, t->term->value);
	if (row_term_is(t, "standalone"))
		return give_standalone(a, t);
	if (row_term_is(t, "source"))
		return give_source(a, t);
	if (row_term_is(t, "reduced")) {
		a->query.reduced = str_eqz(t->folded, "yes");
		return true;
	}
	if (row_term_is(t, "tag"))
		return t->answered = is_exact(t) && give_text(&a->query.tag, t->term->value);
	return str_starts(key, attribute) &&
	    give_attribute(a, t, str_sub(key, attribute.n, key.n), names->space);
}

/* A reduced item lacks most attributes: the service's verdict on them counts. */
static void
trust_attributes(const struct ask *a, struct row_filter *f)
{
	for (size_t i = 0; i < f->terms.n && a->query.reduced; i++)
		if (is_exact(&f->terms.v[i]) &&
		    str_starts(f->terms.v[i].term->key, STR("attribute.")))
			f->terms.v[i].answered = true;
}

void
ask_init(
    struct ask *a, const struct view *view, struct row_filter *f, const struct wire_names *names)
{
	*a = (struct ask){ .endpoint = view->resource->endpoint, .query = { .after = WHEN_NONE } };
	for (size_t i = 0; i < f->terms.n; i++) {
		struct row_term *t = &f->terms.v[i];
		bool given;
		if (a->endpoint == ENDPOINT_BASKETS)
			given = !view->resource->folded && row_term_is(t, "since") && give_time(a, t);
		else
			given = a->endpoint != ENDPOINT_JOURNEYS && give(a, t, names);
		t->asked = given;
		a->narrowed = a->narrowed || given;
		a->local = a->local || !given;
	}
	trust_attributes(a, f);
}

void
ask_free(struct ask *a)
{
	vec_free(&a->query.attributes);
	arena_free(&a->texts);
}
