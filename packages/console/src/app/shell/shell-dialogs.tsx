import { lazy, Suspense, useCallback, useState } from 'react'
import { m } from '../messages.ts'
import { loadQuickFind } from './load-quick-find.ts'
import type { OpenDialog } from './open-dialog.ts'
import { useTypeAhead } from './use-type-ahead.ts'

const QuickFind = lazy(async () => ({ default: (await loadQuickFind()).QuickFind }))
const SettingsDrawer = lazy(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }))
const HelpDialog = lazy(async () => ({
  default: (await import('./help-dialog.tsx')).HelpDialog,
}))
const OwnPasswordDialog = lazy(async () => ({
  default: (await import('./own-password-dialog.tsx')).OwnPasswordDialog,
}))

interface ShellDialogsProps {
  readonly open: OpenDialog | undefined
  onChange(open: OpenDialog | undefined): void
}

/** What the shell opens over any page; loaded when first asked for. */
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
  return (
    <Suspense fallback={open === 'find' && <TypeAhead text={typed} onText={setTyped} />}>
      {open === 'find' && (
        <QuickFind query={typed} isEntered={isEntered} onQuery={setTyped} onClose={close} onOpen={onChange} />
      )}
      {open === 'settings' && <SettingsDrawer onClose={close} />}
      {open === 'help' && <HelpDialog onClose={close} />}
      {open === 'password' && <OwnPasswordDialog onClose={close} />}
    </Suspense>
  )
}

/** Takes the letters while the dialog is being fetched, also those that a keyboard composes of several keys. */
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
