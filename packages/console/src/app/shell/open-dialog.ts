/** The dialogs of the shell: one at a time. */
export type OpenDialog = 'find' | 'settings' | 'help' | 'password'
