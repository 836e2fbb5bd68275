import { useEffect } from 'react'

/** Where keys arrive on their own: the dialog's field; and, but for Enter, the field that stands in for it. */
const FIELD = '#overlays input'
const STAND_IN = '[data-type-ahead]'

/**
 * Who presses Ctrl K goes on typing. The dialog has to be fetched and takes the focus a moment after it is
 * drawn: until then keys reach the page below, which must not act on them, and are kept for the dialog.
 */
export function useTypeAhead(
  isOpening: boolean,
  edit: (change: (text: string) => string) => void,
  enter: () => void,
): void {
  useEffect(() => {
    if (!isOpening) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const isIn = (field: string) => event.target instanceof Element && event.target.closest(field) !== null
      if (isIn(FIELD)) return
      if (event.key === 'Enter') {
        event.preventDefault()
        event.stopPropagation()
        return enter()
      }
      if (isIn(STAND_IN)) return
      const isLetter = [...event.key].length === 1
      if (!isLetter && event.key !== 'Backspace') return
      event.preventDefault()
      event.stopPropagation()
      edit((text) => (isLetter ? text + event.key : text.slice(0, -1)))
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpening, edit, enter])
}
