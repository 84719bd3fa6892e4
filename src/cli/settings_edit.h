/*
 * settings_edit.h - `backroom config edit`: the user's own config.conf in an editor, and checked
 * before it is saved.
 */
#ifndef CLI_SETTINGS_EDIT_H
#define CLI_SETTINGS_EDIT_H

/* Runs $VISUAL or $EDITOR (else editor, nano or vi) on a copy next to the file; reports mistakes
 * and asks what to do, and leaves the file unchanged until the copy is correct. Needs a
 * terminal. */
int settings_edit(void);

#endif
