#include "service/api/faults.h"

#include "base/mem.h"
#include "base/vec.h"
#include "model/when.h"

#include <pthread.h>

enum { FAULT_TIME_MAX_MS = 60000, FAULT_RULES_MAX = 100, FAULT_RULES_SIZE_MAX = 8000 };

static const char default_operation[] = "getAbandonedCheckouts";
static const char readiness_operation[] = "getReadiness";

struct fault_rule {
	bool routes[ROUTES_MAX]; /* of the table */
	struct fault effect;
	int spread_ms;     /* of the delay */
	unsigned percent;  /* or 0: by numbers */
	uint64_t from, to; /* numbers of requests */
	uint64_t count;    /* requests so far */
};

struct fault_rules {
	VEC(struct fault_rule) list;
	bool obey_header; /* X-Fault */
};

struct faults {
	const struct route *routes;
	size_t routes_n;
	pthread_mutex_t lock;
	struct fault_rules rules;
	struct buf text;
	struct buf lasting_rules; /* not changed by faults_set() */
	atomic_bool are_set;
};

struct faults *
faults_new(const struct route *routes, size_t routes_n)
{
	struct faults *f = x_new(struct faults);
	f->routes = routes;
	f->routes_n = routes_n;
	pthread_mutex_init(&f->lock, NULL);
	return f;
}

void
faults_free(struct faults *f)
{
	if (!f)
		return;
	pthread_mutex_destroy(&f->lock);
	vec_free(&f->rules.list);
	buf_free(&f->text);
	buf_free(&f->lasting_rules);
	x_free(f);
}

/* ---- parsing ---- */

static bool
refuse_rule(struct err *err, struct str text, const char *why)
{
	return err_set(err, ERR_USAGE, "%.*s: %s", STR_ARG(str_sub(text, 0, 80)), why);
}

static bool
parse_fault_time(struct str text, int *ms)
{
	int64_t value;
	if (!when_parse_duration(text, &value) || value < 0 || value > FAULT_TIME_MAX_MS)
		return false;
	*ms = (int)value;
	return true;
}

/* "200ms", "200ms±50ms" or "200ms±50"; +- for terminals without the sign. */
static bool
parse_delay(struct str text, struct fault_rule *rule)
{
	static const char *const signs[] = { "±", "+-" };
	size_t at = SIZE_MAX, sign_n = 0;
	int64_t plain;
	for (size_t i = 0; i < 2 && at == SIZE_MAX; i++) {
		at = str_find(text, str_of(signs[i]));
		sign_n = str_of(signs[i]).n;
	}
	if (!parse_fault_time(str_sub(text, 0, at), &rule->effect.delay_ms))
		return false;
	if (at == SIZE_MAX)
		return true;
	struct str spread = str_sub(text, at + sign_n, text.n);
	if (str_to_int64(spread, &plain) && plain >= 0 && plain <= FAULT_TIME_MAX_MS)
		rule->spread_ms = (int)plain;
	else if (!parse_fault_time(spread, &rule->spread_ms))
		return false;
	return rule->spread_ms <= rule->effect.delay_ms;
}

static bool
parse_share(struct str text, struct fault_rule *rule)
{
	int64_t from, to = INT64_MAX;
	if (str_ends(text, STR("%"))) {
		if (!str_to_int64(str_sub(text, 0, text.n - 1), &from) || from < 0 || from > 100)
			return false;
		rule->percent = (unsigned)from;
		rule->from = from ? 1 : UINT64_MAX;
		return true;
	}
	size_t dash = str_find_char(text, '-');
	if (!str_to_int64(str_sub(text, 0, dash), &from) || from < 1)
		return false;
	if (dash == SIZE_MAX)
		to = from;
	else if (dash + 1 < text.n &&
	    (!str_to_int64(str_sub(text, dash + 1, text.n), &to) || to < from))
		return false;
	rule->from = (uint64_t)from;
	rule->to = (uint64_t)to;
	return true;
}

static bool
parse_kind(struct str text, struct fault_rule *rule)
{
	int64_t status;
	struct str value = STR_NONE;
	size_t at = str_find_char(text, '=');
	if (at != SIZE_MAX)
		value = str_sub(text, at + 1, text.n);
	if (str_starts(text, STR("delay=")))
		return parse_delay(value, rule);
	if (str_starts(text, STR("slow="))) {
		rule->effect.kind = RESPONSE_SLOW;
		return parse_fault_time(value, &rule->effect.slow_ms);
	}
	if (str_eqz(text, "drop") || str_eqz(text, "cut")) {
		rule->effect.kind = str_eqz(text, "cut") ? RESPONSE_CUT : RESPONSE_DROPPED;
		return true;
	}
	if (!str_to_int64(text, &status) || status < 400 || status > 599)
		return false;
	rule->effect.status = (int)status;
	return true;
}

/* FAULT[:SHARE] */
static bool
parse_fault(struct str text, struct fault_rule *rule)
{
	size_t colon = str_find_char(text, ':');
	rule->from = 1;
	rule->to = UINT64_MAX;
	return parse_kind(str_sub(text, 0, colon), rule) &&
	    (colon == SIZE_MAX || parse_share(str_sub(text, colon + 1, text.n), rule));
}

/* The names that rules refer to. */
struct rule_names {
	const struct faults *faults;
	const struct wire_names *wire;
};

/* True if the word names the route. */
static bool
names_route(const struct route *r, struct str word, const struct wire_names *names)
{
	if (str_eqz(word, "*"))
		return !r->own_page;
	if (word.n && word.p[0] == '/' && !r->own_page)
		return str_eqz(word, names->paths[r->endpoint]);
	return str_eqz(word, route_info(r)->operation);
}

static bool
set_routes(struct fault_rule *rule, struct str word, const struct rule_names *names)
{
	const struct faults *f = names->faults;
	bool found = false;
	for (size_t i = 0; i < f->routes_n; i++) {
		rule->routes[i] = names_route(&f->routes[i], word, names->wire);
		found = found || rule->routes[i];
	}
	return found;
}

static bool
add_rule(struct fault_rules *rules, struct str line, const struct rule_names *names, struct err *err)
{
	struct fault_rule rule = { 0 };
	size_t space = str_find_char(line, ' ');
	struct str operation = space == SIZE_MAX ? str_of(default_operation)
						 : str_sub(line, 0, space);
	struct str text = space == SIZE_MAX ? line : str_trim(str_sub(line, space, line.n));
	if (rules->list.n >= FAULT_RULES_MAX)
		return err_set(err, ERR_USAGE, "more than %d faults", FAULT_RULES_MAX);
	if (!parse_fault(text, &rule))
		return refuse_rule(err, line,
		    "a fault is 502:5%, drop:3, cut:2-4, slow=3s or delay=200ms±50");
	if (!set_routes(&rule, operation, names))
		return refuse_rule(err, operation, "no operation or path of the API has this name");
	vec_push(&rules->list, rule);
	if (space == SIZE_MAX && rule.effect.status) {
		set_routes(&rule, str_of(readiness_operation), names);
		vec_push(&rules->list, rule);
	}
	return true;
}

static bool
add_line(struct fault_rules *rules, struct str line, const struct rule_names *names, struct err *err)
{
	static const char *const bad_day[] = { "502:4%", "getAssets delay=1500ms" };
	bool ok = true;
	line = str_trim(str_sub(line, 0, str_find_char(line, '#')));
	if (line.n == 0)
		return true;
	if (str_eqz(line, "header"))
		return rules->obey_header = true;
	if (!str_eqz(line, "demo"))
		return add_rule(rules, line, names, err);
	for (size_t i = 0; i < sizeof(bad_day) / sizeof(*bad_day) && ok; i++)
		ok = add_rule(rules, str_of(bad_day[i]), names, err);
	return ok;
}

/* Splits at newlines first: a comment ends with its line, commas or not. */
static bool
parse_rules(struct fault_rules *rules, struct str text, const struct rule_names *names,
    struct err *err)
{
	struct str line, part;
	bool ok = true;
	if (text.n > FAULT_RULES_SIZE_MAX)
		return err_set(err, ERR_USAGE, "faults of more than %d bytes", FAULT_RULES_SIZE_MAX);
	while (ok && str_next(&text, '\n', &line)) {
		line = str_sub(line, 0, str_find_char(line, '#'));
		while (ok && str_next(&line, ',', &part))
			ok = add_line(rules, part, names, err);
	}
	return ok;
}

bool
faults_set(struct faults *f, struct str text, const struct wire_names *names, struct err *err)
{
	struct fault_rules rules = { 0 };
	const struct rule_names known = { f, names };
	if (!parse_rules(&rules, buf_str(&f->lasting_rules), &known, err) ||
	    !parse_rules(&rules, text, &known, err)) {
		vec_free(&rules.list);
		return false;
	}
	pthread_mutex_lock(&f->lock);
	vec_free(&f->rules.list);
	f->rules = rules;
	buf_reset(&f->text);
	buf_adds(&f->text, str_trim(text));
	atomic_store(&f->are_set, rules.obey_header || rules.list.n);
	pthread_mutex_unlock(&f->lock);
	return true;
}

bool
faults_set_delay(
    struct faults *f, struct str delay, const struct wire_names *names, struct err *err)
{
	buf_reset(&f->lasting_rules);
	buf_addf(&f->lasting_rules, "* delay=%.*s", STR_ARG(delay));
	bool ok = faults_set(f, STR(""), names, err);
	if (!ok)
		buf_reset(&f->lasting_rules);
	return ok;
}

void
faults_write(struct faults *f, struct buf *out)
{
	pthread_mutex_lock(&f->lock);
	buf_adds(out, buf_str(&f->text));
	pthread_mutex_unlock(&f->lock);
}

bool
faults_are_set(const struct faults *f)
{
	return f && atomic_load(&f->are_set);
}

/* ---- effects ---- */

/* True if the nth request fails: percentages are spread evenly. */
static bool
is_due(const struct fault_rule *rule, uint64_t nth)
{
	if (nth < rule->from || (!rule->percent && nth > rule->to))
		return false;
	return !rule->percent || nth * rule->percent / 100 != (nth - 1) * rule->percent / 100;
}

/* The delay of the nth request: a sequence that looks random and is the same in every run. */
static int
find_delay(const struct fault_rule *rule, uint64_t nth)
{
	uint64_t mixed = nth * UINT64_C(0x9E3779B97F4A7C15);
	int64_t width = 2 * (int64_t)rule->spread_ms + 1;
	return rule->effect.delay_ms - rule->spread_ms + (int)((int64_t)(mixed >> 33) % width);
}

static void
apply_rule(const struct fault_rule *rule, uint64_t nth, struct fault *out)
{
	out->delay_ms += find_delay(rule, nth);
	if (rule->effect.status)
		out->status = rule->effect.status;
	if (rule->effect.kind != RESPONSE_WHOLE) {
		out->kind = rule->effect.kind;
		out->slow_ms = rule->effect.slow_ms;
	}
}

bool
faults_find(struct faults *f, const struct route *r, const struct request *rq, struct fault *out,
    struct err *err)
{
	struct str wish = request_header(rq, "X-Fault");
	struct fault_rule own = { 0 };
	pthread_mutex_lock(&f->lock);
	if (!f->rules.obey_header)
		wish = STR_NONE;
	for (size_t i = 0; i < f->rules.list.n; i++) {
		struct fault_rule *rule = &f->rules.list.v[i];
		if (!rule->routes[r - f->routes])
			continue;
		rule->count++;
		if (is_due(rule, rule->count))
			apply_rule(rule, rule->count, out);
	}
	pthread_mutex_unlock(&f->lock);
	if (wish.n && !parse_fault(wish, &own))
		return refuse_request(err, REFUSE_BAD_REQUEST,
		    "X-Fault takes a status from 400 to 599, drop, cut, slow=3s or delay=200ms.");
	if (wish.n)
		apply_rule(&own, 1, out);
	return true;
}
