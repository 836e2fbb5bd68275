import { lazy, Suspense } from 'react'
import type { OpenDialog } from './open-dialog.ts'

const QuickFind = lazy(async () => ({ default: (await import('./quick-find.tsx')).QuickFind }))
const SettingsDrawer = lazy(async () => ({ default: (await import('./settings-drawer.tsx')).SettingsDrawer }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
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
  const close = () => onChange(undefined)
  return (
    <Suspense fallback={null}>
      {open === 'find' && <QuickFind onClose={close} onOpen={onChange} />}
      {open === 'settings' && <SettingsDrawer onClose={close} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open === 'password' && <OwnPasswordDialog onClose={close} />}
    </Suspense>
  )
}
