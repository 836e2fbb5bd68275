/** Asked for when Ctrl or ⌘ goes down: the first letters after Ctrl K are typed before a dialog could be fetched. */
export function loadQuickFind() {
  return import('./quick-find.tsx')
}
