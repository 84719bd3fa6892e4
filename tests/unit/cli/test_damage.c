/* labels: slow soaks
 *
 * Batch commands with damaged files: no crash and no hang, messages are clean text, unreadable
 * content is reported as such, and nothing is sent without a request. */
#include "base/utf8.h"
#include "lib/damage.h"
#include "unit/journal/command_runs.h"

enum { LAST_STATE = 2, FILES = 8 };

/* The first ones are state files, in $XDG_STATE_HOME/backroom; the others are in the test's
 * working directory. */
static const char *const names[FILES] = { "journal.jsonl", "journal.head", "journal.torn",
	"rows.csv", "rows.csv.results", "snapshot", "config/backroom/config.conf",
	"config/backroom/keys.conf" };

static const char body[] = "{\"id_token\":{\"iss\":\"https://a\",\"sub\":\"subject-7f3e\"}}";

struct damaged {
	struct buf path[FILES], text[FILES];
	enum damage damage[FILES];
	struct hostile *server;
	uint64_t random;
	unsigned number;
};

static void
keep(struct damaged *d, int f, const char *text)
{
	buf_addz(&d->text[f], text);
}

/* Writes all files, with one link that is done and one that is not confirmed. */
static void
store_files(struct damaged *d)
{
	struct journal j;
	struct err err;
	for (int f = 0; f < FILES; f++) {
		if (f <= LAST_STATE)
			state_file_path(&d->path[f], names[f]);
		else
			buf_addz(&d->path[f], names[f]);
		mkdir("config/backroom", 0700);
		damage_clear(buf_z(&d->path[f]));
	}
	assert_true(journal_open(&j, true, &err));
	for (int i = 0; i < 2; i++) {
		const struct clock real = { 0 };
		const struct journal_write w = { .recorded_at = clock_now(&real),
			.service = str_of(hostile_url(d->server)),
			.owner = STR("id-1"),
			.iss = STR("https://a"),
			.sub = STR("subject-7f3e"),
			.key = i ? STR("key-2") : STR("key-1") };
		const struct journal_write_status o = { .state = JOURNAL_DONE,
			.recorded_at = w.recorded_at };
		unsigned number;
		assert_true(journal_begin(&j, &w, &number, &err));
		assert_true(i || journal_finish(&j, number, &o, &err));
	}
	journal_close(&j);
	for (int f = 0; f < LAST_STATE; f++)
		assert_true(process_read_file(buf_z(&d->path[f]), &d->text[f]));
	keep(d, 2, "{\"state\":\"sen\n");
	keep(d, 3, "owner,iss,sub,reason\nid-1,https://a,7,why\n\"id-2\",https://a,8,\"a, b\"\n");
	keep(d, 4, "line,owner,outcome,code,request_id\n2,id-1,done,,r-1\n");
	keep(d, 5,
	    "{\"kind\":\"campaign\",\"item\":{\"id\":\"1\",\"path\":\"/a\",\"name\":\"b\"}}\n");
	keep(d, 6,
	    "environment \"a\" { url = \"https://a.example/api\" }\nui { keymap = \"vim\" }\n");
	keep(d, 7, "baskets { send-main = {\"y\"} }\n");
}

/* Asserts that messages are clean text and the program has not crashed. */
static void
check_words(const struct damaged *d, const char *command, const struct run_result *r)
{
	const struct buf *said[] = { &r->out, &r->words };
	bool clean = r->code <= 7 &&
	    !strstr(buf_z((struct buf *)(uintptr_t)&r->words), "Sanitizer") &&
	    !strstr(r->words.p, "runtime error");
	for (int i = 0; i < 2; i++) {
		struct str text = buf_str(said[i]);
		clean = clean && utf8_valid(text);
		for (size_t at = 0; at < text.n; at++)
			clean = clean && ((unsigned char)text.p[at] >= 32 || text.p[at] == '\n') &&
			    text.p[at] != 127;
	}
	if (clean)
		return;
	for (int f = 0; f < FILES; f++)
		print_message("%s %s  ", names[f], damage_names[d->damage[f]]);
	fail_msg("case %u, %s: %d\n%s", d->number, command, r->code, r->words.p);
}

/* An unreadable file is reported with its kind. */
static void
check_refusals(
    const struct damaged *d, const struct run_result *r, int first, int last, bool follows)
{
	const char *words = NULL;
	bool said = false;
	for (int f = first; f <= last; f++) {
		const char *of_this = damage_words(d->damage[f], follows);
		words = words ? words : of_this;
		said = said || (of_this && strstr(r->words.p, of_this));
	}
	if (words && (r->code == 0 || !said))
		fail_msg("case %u: %d, not \"%s\" but %s", d->number, r->code, words, r->words.p);
}

/* Only the requested identity may be sent, now or by a retry. */
static void
check_sent(const struct damaged *d)
{
	for (size_t i = 0; i < hostile_count(d->server); i++) {
		const struct hostile_request *r = hostile_request(d->server, i);
		assert_string_equal(r->target, "/objects/externalidentity/id-1");
		assert_string_equal(r->body, body);
	}
}

static const struct {
	int first, last; /* the range of files that this command reads first */
	bool follows;
	const char *args[WORDS_MAX];
} runs[] = {
	{ 0, 1, false, { "journal", "list", "-o", "json" } },
	{ 0, 1, false, { "journal", "verify" } },
	{ 0, 1, false, { LINK } },
	{ 0, 1, false,
	    { "identity", "unlink", "id-1", "--iss", "https://a", "--sub", "subject-7f3e",
		"--yes" } },
	{ 0, 1, false, { "identity", "resolve", "--yes" } },
	{ 3, 3, true, { "identity", "link", "--from", "rows.csv", "--dry-run" } },
	{ 5, 5, true, { "snapshot", "diff", "snapshot", "snapshot" } },
	{ 6, 7, true, { "config", "check" } },
};

static void
run_one(struct damaged *d, size_t i)
{
	auto_run_result r = { 0 };
	bool configured = d->damage[6] == DAMAGE_NONE;
	run_to(&r, NULL, hostile_url(d->server), "t.o.k", runs[i].args);
	check_words(d, runs[i].args[1], &r);
	/* An unreadable configuration is reported before anything else. */
	if (configured || runs[i].first == 6)
		check_refusals(d, &r, runs[i].first, runs[i].last, runs[i].follows);
	if (i == 0 && r.code == 0 && !is_json(&r.out))
		fail_msg("case %u: no JSON: %s", d->number, r.out.p);
}

static void
run_damaged(unsigned cases, uint64_t seed)
{
	struct damaged d = { .random = seed };
	auto_buf fine = { 0 };
	hostile_json(&fine, "{\"id\":\"x\"}");
	const struct hostile_rule rule = { .answer = buf_str(&fine) };
	d.server = hostile_start(&rule, 1);
	store_files(&d);
	for (d.number = 0; d.number < cases; d.number++) {
		for (int f = 0; f < FILES; f++)
			d.damage[f] = damage_write(
			    buf_z(&d.path[f]), buf_str(&d.text[f]), &d.random);
		for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
			run_one(&d, i);
		check_sent(&d);
	}
	assert_true(hostile_count(d.server) > 0);
	print_message("%u cases, %zu writes were sent\n", cases, hostile_count(d.server));
	hostile_stop(d.server);
	for (int f = 0; f < FILES; f++) {
		damage_clear(buf_z(&d.path[f]));
		buf_free(&d.path[f]);
		buf_free(&d.text[f]);
	}
}

static bool is_soak;

TEST(damages_are_handled)
{
	run_damaged(is_soak ? 1000 : 20, is_soak ? 4711 : 7);
}

int
main(int argc, char **argv)
{
	is_soak = argc == 2 && strcmp(argv[1], "soak") == 0;
	return run_all_tests(NULL, NULL);
}
