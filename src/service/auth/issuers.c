#include "service/auth/issuers.h"

#include "base/arena.h"
#include "base/mem.h"

#include <string.h>

struct issuer_set {
	struct arena text_arena;
	VEC(struct token_issuer) list;
	const char *const *denied_tokens, *const *denied_subjects; /* end with NULL; or NULL */
};

/* ---- making a set ---- */

static const char *
copy_text(struct issuer_set *s, const char *text)
{
	return text ? arena_str(&s->text_arena, str_of(text)).p : NULL;
}

static const char *const *
copy_texts(struct issuer_set *s, const char *const *texts)
{
	size_t n = 0;
	while (texts && texts[n])
		n++;
	if (!texts)
		return NULL;
	const char **copy = arena_alloc(&s->text_arena, (n + 1) * sizeof(*copy));
	for (size_t i = 0; i < n; i++)
		copy[i] = copy_text(s, texts[i]);
	copy[n] = NULL;
	return copy;
}

static struct issuer_rules
copy_rules(struct issuer_set *s, const struct issuer_rules *from)
{
	struct issuer_rules to = { .name = copy_text(s, from->name),
		.iss = copy_text(s, from->iss),
		.audiences = copy_texts(s, from->audiences),
		.audience_claim = copy_text(s, from->audience_claim),
		.root_claim = copy_text(s, from->root_claim),
		.rights_claims = copy_texts(s, from->rights_claims),
		.max_lifetime_s = from->max_lifetime_s,
		.keys = from->keys,
		.jwks_url = copy_text(s, from->jwks_url),
		.ca_file = copy_text(s, from->ca_file) };
	for (int i = 0; i < ISSUER_RIGHTS; i++)
		to.right_names[i] = copy_texts(s, from->right_names[i]);
	if (to.keys)
		jwt_keys_hold(to.keys);
	return to;
}

/* The same issuer in `old` whose keys are at the same URL: they are kept. */
static struct token_issuer *
find_same_source(struct issuer_set *old, const struct issuer_rules *rules)
{
	for (size_t i = 0; old && rules->jwks_url && i < old->list.n; i++) {
		struct token_issuer *other = &old->list.v[i];
		if (other->source && strcmp(other->rules.iss, rules->iss) == 0 &&
		    key_source_is_for(other->source, rules->jwks_url, rules->ca_file))
			return other;
	}
	return NULL;
}

static bool
start_sources(struct issuer_set *s, struct issuer_set *old, key_source_change_fn *on_change, void *ctx,
    struct err *err)
{
	for (size_t i = 0; i < s->list.n; i++) {
		struct token_issuer *one = &s->list.v[i];
		if (!one->rules.jwks_url || find_same_source(old, &one->rules))
			continue;
		one->source = key_source_start(one->rules.name, one->rules.jwks_url,
		    one->rules.ca_file, on_change, ctx, err);
		if (!one->source)
			return false;
	}
	return true;
}

static void
take_sources(struct issuer_set *s, struct issuer_set *old)
{
	for (size_t i = 0; i < s->list.n; i++) {
		struct token_issuer *one = &s->list.v[i], *other = find_same_source(old, &one->rules);
		if (!other)
			continue;
		one->source = other->source;
		other->source = NULL;
	}
}

struct issuer_set *
issuer_set_new(const struct issuer_rules *rules, size_t n, struct issuer_set *old,
    key_source_change_fn *on_change, void *ctx, struct err *err)
{
	struct issuer_set *s = x_new(struct issuer_set);
	for (size_t i = 0; i < n; i++) {
		struct token_issuer one = { .rules = copy_rules(s, &rules[i]) };
		vec_push(&s->list, one);
	}
	if (!start_sources(s, old, on_change, ctx, err)) {
		issuer_set_free(s);
		return NULL;
	}
	take_sources(s, old);
	return s;
}

void
issuer_set_free(struct issuer_set *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->list.n; i++) {
		key_source_stop(s->list.v[i].source);
		jwt_keys_release(s->list.v[i].rules.keys);
	}
	vec_free(&s->list);
	arena_free(&s->text_arena);
	x_free(s);
}

void
issuer_set_deny(struct issuer_set *s, const char *const *tokens, const char *const *subjects)
{
	s->denied_tokens = copy_texts(s, tokens);
	s->denied_subjects = copy_texts(s, subjects);
}

/* ---- using it ---- */

const struct token_issuer *
issuer_set_find(const struct issuer_set *s, struct str iss)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (str_eqz(iss, s->list.v[i].rules.iss))
			return &s->list.v[i];
	return NULL;
}

struct jwt_keys *
issuer_hold_keys(const struct token_issuer *i)
{
	if (i->source)
		return key_source_hold(i->source);
	jwt_keys_hold(i->rules.keys);
	return i->rules.keys;
}

static bool
is_listed(const char *const *list, struct str text)
{
	for (; list && *list; list++)
		if (str_eqz(text, *list))
			return true;
	return false;
}

bool
issuer_set_denies(const struct issuer_set *s, struct str jti, struct str sub, const char *name)
{
	struct buf qualified = { 0 };
	buf_addf(&qualified, "%s:%.*s", name, STR_ARG(sub));
	bool denied = (jti.n && is_listed(s->denied_tokens, jti)) ||
	    is_listed(s->denied_subjects, sub) ||
	    is_listed(s->denied_subjects, buf_str(&qualified));
	buf_free(&qualified);
	return denied;
}
