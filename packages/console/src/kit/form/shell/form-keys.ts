import type { KeyboardEvent } from 'react'

const oneLine = 'input:not([type="file"], [type="hidden"]), select'
const fields = 'input:not([type="file"], [type="hidden"]), select, textarea, [role="switch"]'
const away = '[hidden], details:not([open]) > :not(summary), [aria-disabled="true"], :disabled'

/**
 * Enter goes on to the next field: settings of a cluster are not applied by a habit of other forms. With ⌘ or Ctrl it
 * applies, from wherever the keyboard is. A control that has a use for the key has taken it already.
 */
export function handleFormKey(event: KeyboardEvent<HTMLFormElement>, apply: () => void): void {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (event.metaKey || event.ctrlKey) {
    event.preventDefault()
    apply()
    return
  }
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || !target.matches(oneLine)) return
  event.preventDefault()
  if (event.shiftKey || event.altKey) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>(fields)].filter(
    (one) => one === target || one.closest(away) === null,
  )
  all[all.indexOf(target) + 1]?.focus()
}
