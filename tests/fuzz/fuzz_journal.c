/* labels: slow */
/*
 * The journal and journal.head: any content is read without a crash; lines with a valid hash are
 * intact until a byte is changed; the head reads back as it was written.
 */
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "journal/line.h"
#include "lib/cleanup.h"

/* journal.head (one line), then journal lines without their hashes, which are added here. */
const char *const fuzz_seeds[] = {
	"lines 000000000002 hash 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef\n"
	"{\"state\":\"sending\",\"write\":\"J-0001\",\"at\":\"2026-11-20T10:42:00.000Z\",\"action\":"
	"\"link\",\"service\":\"https://a\",\"owner\":\"id-1\",\"iss\":\"https://b\",\"sub\":\"c\","
	"\"key\":\"d\"\n"
	"{\"state\":\"done\",\"write\":\"J-0001\",\"at\":\"2026-11-20T10:42:01.000Z\",\"http\":200,"
	"\"record\":\"{}\"\n",
	"lines 999999999999 hash \"\n{\"state\":\"refused\",\"write\":\"J-2147483647\",\"doubt\":"
	"\"missing\"\n",
	"\n{\"state\":\"sending\",\"write\":\"J-0007\",\"undoes\":\"J-0003\",\"reason\":"
	"\"\\ud83d\\ude00\"\n{\"line\":5,\"before\":\"x\",\"hash\":\"y\"\n",
	NULL,
};

static void
check_words(struct str words)
{
	for (size_t i = 0; i < words.n; i++)
		fuzz_assert(words.p[i] >= 32 && words.p[i] < 127);
}

static void
check_text(struct str text, const struct journal_note *note)
{
	auto_buf words = { 0 };
	fuzz_assert(journal_chain_check(&words, text, note) == (words.n == 0));
	check_words(buf_str(&words));
}

static struct journal_note
read_note(struct str text)
{
	struct journal_note note = { 0 };
	auto_buf again = { 0 };
	if (text.n)
		note.state = JOURNAL_NOTE_UNREADABLE;
	if (journal_head_read(&note.head, text)) {
		note.state = JOURNAL_NOTE_READ;
		journal_head_write(&again, &note.head);
		fuzz_assert(str_eq(buf_str(&again), text));
	}
	return note;
}

/* A parsed line can be written, and parses to the same values. */
static void
check_line(struct str line)
{
	auto_arena a = { 0 };
	struct journal_write w, again;
	auto_buf text = { 0 };
	if (journal_line_read(&w, &a, line) == JOURNAL_LINE_BEGIN && w.owner.n) {
		struct journal_head head = journal_head_start();
		journal_line_begin(&text, &w);
		journal_chain_seal(&text, &head, JOURNAL_HEAD_OK);
		fuzz_assert(journal_line_read(&again, &a, buf_str(&text)) == JOURNAL_LINE_BEGIN);
		fuzz_assert(again.number == w.number && again.is_unlink == w.is_unlink);
		fuzz_assert(str_eq(again.owner, w.owner) && str_eq(again.sub, w.sub));
	}
}

/* Adds a hash to each line; those that are objects must then be intact, and so must their chain. */
static void
check_sealed(struct str rest, uint8_t pick)
{
	struct journal_note note = { .state = JOURNAL_NOTE_READ, .head = journal_head_start() };
	auto_buf text = { 0 };
	struct str line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		auto_buf sealed = { 0 };
		struct journal_head next = note.head, at;
		buf_adds(&sealed, line);
		journal_chain_seal(&sealed, &next, JOURNAL_HEAD_OK);
		check_line(buf_str(&sealed));
		if (journal_chain_read(&at, buf_str(&sealed)) && journal_head_is_same(&at, &next) &&
		    str_find(line, STR("doubt")) == SIZE_MAX &&
		    str_find(line, STR("\\u")) == SIZE_MAX) {
			buf_adds(&text, buf_str(&sealed));
			buf_addc(&text, '\n');
			note.head = next;
		}
	}
	auto_buf words = { 0 };
	fuzz_assert(journal_chain_check(&words, buf_str(&text), &note));
	if (text.n) {
		text.p[pick % text.n] ^= 1;
		fuzz_assert(!journal_chain_check(&words, buf_str(&text), &note));
		check_words(buf_str(&words));
	}
}

const int fuzz_rounds = 80000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	size_t end = str_find_char(text, '\n');
	struct str first = str_sub(text, 0, end == SIZE_MAX ? n : end + 1);
	struct str rest = str_sub(text, first.n, n);
	const struct journal_note note = read_note(first);
	check_text(rest, &note);
	check_text(text, &note);
	check_sealed(rest, n ? bytes[n - 1] : 0);
	return 0;
}
