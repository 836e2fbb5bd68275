/** The page itself, where reading begins. */
export function focusMain(): void {
  document.getElementById('main')?.focus()
}
