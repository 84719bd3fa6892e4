#include "app/terminal_proof.h"

#include "app/state.h"

static const char terminals_file[] = "terminals";

/* One line per terminal: "works" or "bare", a tab, the terminal's text. The last line of a
 * terminal counts; other words are ignored. */
/* The words in the file. */
static const char *const proof_words[] = {
	[PROOF_NONE] = "unknown",
	[PROOF_WORKS] = "works",
	[PROOF_RAW] = "bare",
};
enum { PROOF_COUNT = sizeof(proof_words) / sizeof(*proof_words) };

enum terminal_proof
terminal_proof_read(struct str terminal)
{
	struct buf text = { 0 };
	struct err ignored;
	enum terminal_proof proof = PROOF_NONE;
	state_read(&text, terminals_file, &ignored);
	struct str rest = buf_str(&text), line, word;
	while (rest.n && str_next(&rest, '\n', &line)) {
		if (!str_next(&line, '\t', &word) || !str_eq(line, terminal))
			continue;
		for (int i = 0; i < PROOF_COUNT; i++)
			proof = str_eqz(word, proof_words[i]) ? (enum terminal_proof)i : proof;
	}
	buf_free(&text);
	return proof;
}

bool
terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "%s\t", proof_words[proof]);
	buf_adds(&line, terminal);
	bool ok = state_append(terminals_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}
