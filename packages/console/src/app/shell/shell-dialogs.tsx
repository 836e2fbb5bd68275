import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { app as m } from '#app/messages.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { loadQuickFind } from './load-quick-find.ts'
import type { OpenDialog } from './open-dialog.ts'

/** Elements that handle keys themselves: the dialog's field; and, except for Enter, the field that stands in for it. */
const FIELD = '#overlays input'

const STAND_IN = '[data-type-ahead]'

const QuickFind = lazy(async () => ({ default: (await loadQuickFind()).QuickFind }))
const SettingsDrawer = lazy(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }))
const HelpDialog = lazy(async () => ({
  default: (await import('./help-dialog.tsx')).HelpDialog,
}))
const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }))
const OwnPasswordDialog = lazy(async () => ({
  default: (await import('./own-password-dialog.tsx')).OwnPasswordDialog,
}))

const IdleSignOut = lazy(async () => ({ default: (await import('./idle-sign-out.tsx')).IdleSignOut }))

interface ShellDialogsProps {
  readonly open: OpenDialog | undefined
  onChange(open: OpenDialog | undefined): void
}

/** Renders the dialogs that the shell opens over any page; each is loaded when it is first opened. */
export function ShellDialogs({ open, onChange }: ShellDialogsProps) {
  const [typed, setTyped] = useState('')
  const [isEntered, setEntered] = useState(false)
  const enter = useCallback(() => setEntered(true), [])
  useTypeAhead(open === 'find', setTyped, enter)
  const close = () => {
    setTyped('')
    setEntered(false)
    onChange(undefined)
  }
  const { idleMinutes } = consoleConfig()
  return (
    <>
      <Suspense>{idleMinutes !== undefined && <IdleSignOut minutes={idleMinutes} />}</Suspense>
      <Suspense fallback={open === 'find' && <TypeAhead text={typed} onText={setTyped} />}>
        {open === 'find' && (
          <QuickFind
            query={typed}
            isEntered={isEntered}
            onQuery={setTyped}
            onClose={close}
            onOpen={onChange}
          />
        )}
        {open === 'settings' && <SettingsDrawer onClose={close} />}
        {open === 'help' && <HelpDialog onClose={close} onTour={() => onChange('tour')} />}
        {open === 'tour' && <Tour onClose={close} />}
        {open === 'password' && <OwnPasswordDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** Collects the typed letters while the dialog is being loaded, including letters composed of several keystrokes. */
function TypeAhead({ text, onText }: { readonly text: string; onText(text: string): void }) {
  return (
    <input
      ref={(input) => input?.focus()}
      data-type-ahead
      className="visually-hidden"
      aria-label={m.find}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  )
}

/**
 * Users continue to type after Ctrl K. The dialog has to be loaded and takes the focus shortly after it is rendered:
 * until then keys reach the page below, which must not react to them, and they are kept for the dialog.
 */
function useTypeAhead(
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
