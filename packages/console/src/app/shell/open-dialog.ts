/** The dialogs of the shell, and the tour beside a page: only one is open at a time. */
export type OpenDialog = 'find' | 'settings' | 'help' | 'password' | 'tour'
