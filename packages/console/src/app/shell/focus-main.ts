/** Focuses the main region of the page, where reading begins. */
export function focusMain(): void {
  document.getElementById('main')?.focus()
}
