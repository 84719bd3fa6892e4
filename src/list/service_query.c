#include "list/service_query.h"

#include "list/term_test.h"
#include "model/when.h"

static bool
is_exact(const struct row_term *t)
{
	return t->term->op == VIEW_EXACT && !t->term->negated;
}

/* Sets a text parameter, unless another term has set it before. */
static bool
set_text_input(struct str *input, struct str value)
{
	if (input->p)
		return false;
	*input = value;
	return true;
}

/* The service leaves out the time itself. */
static bool
set_time_input(struct service_query *a, const struct row_term *t)
{
	bool from_then = t->comparison == VIEW_AT_LEAST;
	int64_t after = from_then ? t->time - 1 : t->time;
	if (t->term->negated || t->term->op == VIEW_MATCHES ||
	    (term_compares(t->term) && !from_then && t->comparison != VIEW_MORE))
		return false;
	if (a->query.changed_after == WHEN_NONE || after > a->query.changed_after)
		a->query.changed_after = after;
	return true;
}

/* True for a term whose time is the one that the service compares: of creation for baskets. */
static bool
is_basket_time(const struct row_term *t)
{
	return row_term_has_key(t, "since") ||
	    (term_compares(t->term) &&
		(row_term_has_key(t, "created") || row_term_has_key(t, "age")));
}

/* Sends the attribute label as label__svc; a name with a suffix keeps it. */
static bool
set_attribute_input(
    struct service_query *a, const struct row_term *t, struct str bare, const char *space)
{
	struct list_attribute attribute = { bare, t->term->value };
	if (!is_exact(t))
		return false;
	if (str_find(bare, STR("__")) == SIZE_MAX)
		attribute.name = arena_printf(&a->text_arena, "%.*s__%s", STR_ARG(bare), space);
	vec_push(&a->query.attributes, attribute);
	return true;
}

static bool
set_standalone_input(struct service_query *a, const struct row_term *t)
{
	if (!is_exact(t) || !str_eqz(t->folded_value, "yes"))
		return false;
	a->endpoint = ENDPOINT_STANDALONE;
	if (!a->query.source.p)
		a->query.source = STR("catalog");
	return true;
}

static bool
set_source_input(struct service_query *a, const struct row_term *t)
{
	a->endpoint = ENDPOINT_STANDALONE;
	a->query.source = t->folded_value;
	return true;
}

/* Sends a term of a catalog list to the service, if possible. */
static bool
set_input(struct service_query *a, struct row_term *t, const struct wire_names *names)
{
	struct str attribute = STR("attribute."), key = t->term->key;
	if (row_term_has_key(t, "modified") || row_term_has_key(t, "since"))
		return set_time_input(a, t);
	if (row_term_has_key(t, "path"))
		return is_exact(t) && set_text_input(&a->query.path, t->term->value);
	if (row_term_has_key(t, "standalone"))
		return set_standalone_input(a, t);
	if (row_term_has_key(t, "source"))
		return set_source_input(a, t);
	if (row_term_has_key(t, "reduced")) {
		a->query.reduced = str_eqz(t->folded_value, "yes");
		return true;
	}
	if (row_term_has_key(t, "tag"))
		return t->applied_by_service = is_exact(t) &&
		    set_text_input(&a->query.tag, t->term->value);
	return str_starts(key, attribute) &&
	    set_attribute_input(a, t, str_sub(key, attribute.n, key.n), names->namespace);
}

/* Adds a parameter, unless another term has set it before. */
static bool
add_param(struct service_query *a, enum param param, struct buf *value)
{
	struct list_param added = { param, arena_move_buf(&a->text_arena, value) };
	for (size_t i = 0; i < a->query.params.n; i++)
		if (a->query.params.v[i].param == param)
			return false;
	vec_push(&a->query.params, added);
	return true;
}

/* The service leaves out the time itself, until= includes it. */
static bool
set_until_input(struct service_query *a, const struct row_term *t)
{
	struct buf value = { 0 };
	if (t->term->negated || term_compares(t->term))
		return false;
	when_write(&value, t->time + 1);
	bool set = add_param(a, PARAM_CREATED_BEFORE, &value);
	buf_free(&value);
	return set;
}

/* Sends a term whose key has a parameter of its own. */
static bool
set_param_input(struct service_query *a, const struct row_term *t, const struct service_term *terms,
    bool masked)
{
	struct buf value = { 0 };
	if (row_term_has_key(t, "since"))
		return set_time_input(a, t);
	if (row_term_has_key(t, "until"))
		return set_until_input(a, t);
	while (terms->key && !row_term_has_key(t, terms->key))
		terms++;
	if (!terms->key || !is_exact(t) || !t->term->value.n || (masked && terms->names_person))
		return false;
	bool set = true;
	if (terms->write_value)
		set = terms->write_value(&value, t->term->value);
	else
		buf_adds(&value, t->term->value);
	set = set && add_param(a, terms->param, &value);
	buf_free(&value);
	return set;
}

/* Reduced items lack most attributes, so attribute terms are left to the service. */
static void
mark_attributes_answered(const struct service_query *a, struct row_filter *f)
{
	for (size_t i = 0; i < f->terms.n && a->query.reduced; i++)
		if (is_exact(&f->terms.v[i]) &&
		    str_starts(f->terms.v[i].term->key, STR("attribute.")))
			f->terms.v[i].applied_by_service = true;
}

void
service_query_init(struct service_query *a, const struct view *view, struct row_filter *f,
    const struct wire_names *names, bool masked)
{
	const struct service_term *terms = view->resource->service_terms;
	*a = (struct service_query){ .endpoint = view->resource->endpoint,
		.query = { .changed_after = WHEN_NONE } };
	for (size_t i = 0; i < f->terms.n; i++) {
		struct row_term *t = &f->terms.v[i];
		bool given;
		if (terms)
			given = set_param_input(a, t, terms, masked);
		else if (a->endpoint == ENDPOINT_BASKETS)
			given = !view->term_resource->needs_all_baskets &&
			    is_basket_time(t) && set_time_input(a, t);
		else
			given = a->endpoint != ENDPOINT_JOURNEYS && set_input(a, t, names);
		t->sent_to_service = given;
		a->has_service_terms = a->has_service_terms || given;
		a->has_local_terms = a->has_local_terms || !given;
	}
	mark_attributes_answered(a, f);
}

void
service_query_free(struct service_query *a)
{
	vec_free(&a->query.attributes);
	vec_free(&a->query.params);
	arena_free(&a->text_arena);
}
