#include "app/plan/plan.h"

#include "app/local/file.h"
#include "base/digest.h"
#include "wire/json.h"
#include "wire/member.h"
#include "wire/strict.h"

#include <stddef.h>

enum { FILE_MOST = 64 << 20 };

/* Members of lines by their names, written and read by one table each. */
struct plan_text {
	const char *name;
	size_t at;
};

#define HEAD(name, member)                          \
	{                                           \
		name, offsetof(struct plan, member) \
	}
static const struct plan_text head_texts[] = {
	HEAD("made", made),
	HEAD("author", author),
	HEAD("reason", reason),
	HEAD("environment", environment),
	HEAD("service", service),
	HEAD("commitId", commit),
	HEAD("select", select),
	HEAD("rules", rules),
	HEAD("says", says),
	{ NULL, 0 },
};

#define ROW(name, member)                               \
	{                                               \
		name, offsetof(struct plan_row, member) \
	}
static const struct plan_text row_texts[] = {
	ROW("path", path),
	ROW("name", name),
	ROW("charge", charge),
	ROW("currency", currency),
	ROW("attribute", attribute),
	ROW("old", old),
	ROW("new", new),
	ROW("absent", absent),
	ROW("refused", refused),
	ROW("doubt", doubt),
	ROW("reaches", reaches),
	ROW("before", before),
	{ NULL, 0 },
};

static struct str *
member_of_plan(void *of, const struct plan_text *t)
{
	return (struct str *)(void *)((char *)of + t->at);
}

void
plan_free(struct plan *p)
{
	vec_free(&p->rows);
	arena_free(&p->texts);
}

void
plan_add(struct plan *p, const struct plan_row *row)
{
	struct plan_row own = *row;
	for (const struct plan_text *t = row_texts; t->name; t++) {
		struct str *text = member_of_plan(&own, t);
		*text = text->n ? arena_str(&p->texts, *text) : STR_NONE;
	}
	own.key = arena_printf(&p->texts, "%zu", p->rows.n + 1);
	vec_push(&p->rows, own);
}

struct plan_counts
plan_count(const struct plan *p)
{
	struct plan_counts n = { 0 };
	for (size_t i = 0; i < p->rows.n; i++) {
		n.refused += p->rows.v[i].refused.n > 0;
		n.changes += p->rows.v[i].refused.n == 0;
		n.doubtful += p->rows.v[i].doubt.n > 0;
	}
	return n;
}

/* ---- the file ---- */

static void
add_texts(struct buf *out, const void *of, const struct plan_text *texts)
{
	for (const struct plan_text *t = texts; t->name; t++) {
		const struct str *text = (const void *)((const char *)of + t->at);
		if (text->n)
			member_add_text(out, t->name, *text);
	}
	buf_addz(out, "}\n");
}

static void
seal(struct buf *out, struct str sealed)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(sealed, digest);
	hex_encode(out, digest, sizeof(digest));
}

void
plan_write(struct buf *out, const struct plan *p)
{
	size_t from = out->n;
	struct buf hex = { 0 };
	buf_addz(out, "{\"plan\":1");
	add_texts(out, p, head_texts);
	for (size_t i = 0; i < p->rows.n; i++) {
		buf_addc(out, '{');
		add_texts(out, &p->rows.v[i], row_texts);
	}
	seal(&hex, str_sub(buf_str(out), from, out->n));
	buf_addf(out, "{\"seal\":\"%s\"}\n", buf_z(&hex));
	buf_free(&hex);
}

static const struct cJSON *
parse_line(struct arena *a, struct str line)
{
	struct err ignored;
	return strict_check(line, &strict_for_service, NULL, &ignored)
	    ? json_parse(a, line, 0, &ignored)
	    : NULL;
}

static void
read_texts(void *of, const struct plan_text *texts, struct arena *a, const struct cJSON *tree)
{
	for (const struct plan_text *t = texts; t->name; t++) {
		struct str text = json_get_text(tree, t->name);
		*member_of_plan(of, t) = text.n ? arena_str(a, text) : STR_NONE;
	}
}

/* The last line seals those before it. */
static bool
is_sealed(struct str text, struct str sealed, struct arena *a)
{
	struct buf hex = { 0 };
	const struct cJSON *tree = parse_line(a, str_trim(str_sub(text, sealed.n, text.n)));
	seal(&hex, sealed);
	bool fits = tree && str_eq(json_get_text(tree, "seal"), buf_str(&hex));
	buf_free(&hex);
	return fits;
}

/* All up to the last line. */
static struct str
sealed_part(struct str text)
{
	size_t n = str_ends(text, STR("\n")) ? text.n - 1 : text.n;
	while (n && text.p[n - 1] != '\n')
		n--;
	return str_sub(text, 0, n);
}

static bool
read_lines(struct plan *p, struct str lines, struct arena *a, struct err *err)
{
	struct str line;
	int64_t version;
	for (size_t n = 1; lines.n && str_next(&lines, '\n', &line); n++) {
		struct plan_row row = { 0 };
		const struct cJSON *tree = parse_line(a, line);
		if (!tree && (line.n || lines.n))
			return err_set(err, ERR_CONFIG, "line %zu is no line of a plan", n);
		if (n == 1 &&
		    (!json_whole_number(json_get(tree, "plan"), &version) || version != 1))
			return err_set(err, ERR_CONFIG, "it is no plan, or one of a newer kind");
		if (n == 1) {
			read_texts(p, head_texts, &p->texts, tree);
		} else if (tree) {
			read_texts(&row, row_texts, a, tree);
			plan_add(p, &row);
		}
	}
	return true;
}

bool
plan_read(struct plan *p, struct str text, struct err *err)
{
	struct arena a = { 0 };
	struct str sealed = sealed_part(text);
	bool ok = is_sealed(text, sealed, &a) ||
	    err_set(err, ERR_CONFIG,
		"its seal does not fit: it is no plan, or was changed since it was made");
	ok = ok && read_lines(p, sealed, &a, err);
	arena_free(&a);
	return ok;
}

bool
plan_load(struct plan *p, const char *path, struct err *err)
{
	struct buf text = { 0 };
	struct err why;
	bool ok = file_read(&text, path, FILE_MOST, err);
	if (ok && !plan_read(p, buf_str(&text), &why))
		ok = err_set(err, why.kind, "%s: %s", path, why.text);
	buf_free(&text);
	return ok;
}
