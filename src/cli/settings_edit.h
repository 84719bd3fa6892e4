/*
 * settings_edit.h - `backroom config edit`: opens the user's own config.conf in an editor and
 * checks it before saving.
 */
#ifndef CLI_SETTINGS_EDIT_H
#define CLI_SETTINGS_EDIT_H

/* Runs $VISUAL or $EDITOR (else editor, nano or vi) on a copy next to the file; reports errors
 * and asks what to do, and leaves the file unchanged until the copy is correct. Needs a
 * terminal. */
int settings_edit(void);

#endif
