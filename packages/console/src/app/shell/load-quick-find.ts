/**
 * Loads the dialog when Ctrl or ⌘ is pressed, because users type the first letters after Ctrl K before it could load.
 */
export function loadQuickFind() {
  return import('./quick-find.tsx')
}
