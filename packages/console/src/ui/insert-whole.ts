/** A text of so many lines nobody types. */
const manyLines = 50

/**
 * For the ref of a text area. What is put in at once by anything but a paste (dictation, a tool that fills forms) Chromium
 * types line by line, each as dear as a key; here it is put in as a whole, which cannot be undone.
 */
export function insertWhole(area: HTMLTextAreaElement | null): (() => void) | undefined {
  if (area === null) return undefined
  const insert = (event: InputEvent) => {
    if (event.inputType !== 'insertText' || (event.data?.split('\n').length ?? 0) < manyLines) return
    event.preventDefault()
    area.setRangeText(event.data ?? '', area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }
  area.addEventListener('beforeinput', insert)
  return () => area.removeEventListener('beforeinput', insert)
}
