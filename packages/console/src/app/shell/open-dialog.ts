/** The dialogs of the shell, and the tour beside a page: one at a time. */
export type OpenDialog = 'find' | 'settings' | 'help' | 'password' | 'tour'
