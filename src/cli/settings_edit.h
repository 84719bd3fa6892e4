/*
 * settings_edit.h - `backroom config edit`: the user's own config.conf in an editor, and checked
 * before it is saved.
 */
#ifndef CLI_SETTINGS_EDIT_H
#define CLI_SETTINGS_EDIT_H

/* $VISUAL or $EDITOR (else editor, nano or vi) works on a copy beside the file; what is wrong with it
 * is said, and asked about, and the file stays as it is until the copy is right. Needs a terminal. */
int settings_edit(void);

#endif
