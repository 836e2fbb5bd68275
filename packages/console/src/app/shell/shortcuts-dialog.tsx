import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { modifierKey } from '#lib/modifier-key.ts'
import { Kbd } from '#ui/kbd.tsx'
import { m } from '../messages.ts'
import classes from './shortcuts-dialog.module.css'

const shortcuts = [
  { keys: [modifierKey, 'K'], label: m.quickFind },
  { keys: ['?'], label: m.shortcuts },
  { keys: [modifierKey, 'Enter'], label: m.applyForm },
  { keys: ['Esc'], label: m.closeDialog },
] as const

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <DialogShell title={m.shortcuts} onClose={onClose}>
      <dl className={classes['list']}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </DialogShell>
  )
}
