/** The attribute that marks what belongs to the field at a path; set by the drawing of a field. */
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

/** The path, then what holds it: `headers.0.key`, `headers.0`, `headers`. */
function places(path: string): readonly string[] {
  const parts = path.split('.')
  return parts.map((_part, at) => parts.slice(0, parts.length - at).join('.'))
}

/** Compared, not selected: a path may hold anything. */
function fieldAt(path: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`[${fieldAttribute}]`)].find(
    (element) => element.getAttribute(fieldAttribute) === path,
  )
}
