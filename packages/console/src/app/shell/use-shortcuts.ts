import { useEffect } from 'react'
import { loadQuickFind } from './load-quick-find.ts'
import type { OpenDialog } from './open-dialog.ts'

const typing = 'input, textarea, select, [contenteditable="true"]'

/** ⌘K or Ctrl K finds, `?` opens the help; neither while another dialog is open or somebody types. */
export function useShortcuts(isFree: boolean, open: (dialog: OpenDialog) => void): void {
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
      if (event.key === '?' && !isTyping && !event.metaKey && !event.ctrlKey) open('help')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isFree, open])
}
