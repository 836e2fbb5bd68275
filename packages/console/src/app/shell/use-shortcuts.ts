import { useEffect, useEffectEvent } from 'react'
import { loadQuickFind } from './load-quick-find.ts'
import type { OpenDialog } from './open-dialog.ts'

const typing = 'input, textarea, select, [contenteditable="true"]'

/** ⌘K or Ctrl K finds, `?` opens the help, `[` and `]` step through the pages of an area; none of them while another dialog is open or somebody types. */
export function useShortcuts(
  isFree: boolean,
  open: (dialog: OpenDialog) => void,
  step: (by: 1 | -1) => void,
): void {
  const onStep = useEffectEvent(step)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFree) return
      if (event.key === 'Control' || event.key === 'Meta') {
        // It is asked for again, and a failure said, when the dialog is opened.
        loadQuickFind().catch(() => undefined)
      }
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open('find')
        return
      }
      const isTyping = event.target instanceof Element && event.target.closest(typing) !== null
      // On some keyboards brackets are typed with Ctrl and Alt.
      const isPlain = (!event.ctrlKey && !event.metaKey) || event.getModifierState('AltGraph')
      if (isTyping || !isPlain) return
      if (event.key === '?') open('help')
      if (event.key === '[' || event.key === ']') onStep(event.key === ']' ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isFree, open])
}
