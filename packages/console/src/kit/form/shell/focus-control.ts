/** The attribute that marks the elements of the field at a path; set where a field is drawn. */
export const fieldAttribute = 'data-field'

const focusable =
  'input:not([type="hidden"]), select, textarea, [contenteditable="true"], button, [tabindex="0"]'

/** Brings the control of a path into view and focus, opening the folds around it. */
export function focusControl(path: string): void {
  for (const place of places(path)) {
    const field = fieldAt(place)
    if (field === undefined) continue
    for (
      let fold = field.closest('details');
      fold !== null;
      fold = fold.parentElement?.closest('details') ?? null
    ) {
      fold.open = true
    }
    const control = field.querySelector(focusable)
    if (control instanceof HTMLElement) {
      field.scrollIntoView({ block: 'center' })
      control.focus({ preventScroll: true })
    }
    return
  }
}

/** Returns the path, then its parents: `headers.0.key`, `headers.0`, `headers`. */
function places(path: string): readonly string[] {
  const parts = path.split('.')
  return parts.map((_part, at) => parts.slice(0, parts.length - at).join('.'))
}

/** The attribute is compared instead of used in a selector, because a path may hold any character. */
function fieldAt(path: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`[${fieldAttribute}]`)].find(
    (element) => element.getAttribute(fieldAttribute) === path,
  )
}
