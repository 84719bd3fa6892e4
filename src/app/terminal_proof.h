/*
 * terminal_proof.h - the terminals whose clipboard was verified to receive sent text, in a private
 * file.
 */
#ifndef APP_TERMINAL_PROOF_H
#define APP_TERMINAL_PROOF_H

#include "base/err.h"

enum terminal_proof { PROOF_NONE, PROOF_WORKS, PROOF_RAW };

/* The result of the clipboard check for a terminal: its client address, TERM and multiplexer as
 * one text. */
enum terminal_proof terminal_proof_read(struct str terminal);
bool terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err);

#endif
