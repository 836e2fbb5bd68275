import type { ApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'

interface RemoveKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onAnswer: (what: 'remove' | 'disable' | undefined) => void
}

/** Asks for the deletion of a key. Deleting cannot be undone, so disabling the key is offered beside it. */
export function RemoveKeyDialog({ apiKey, onAnswer }: RemoveKeyDialogProps) {
  const canDisable = apiKey.enable && !apiKey.expired
  return (
    <DialogShell
      title={m.removeTitle}
      onClose={() => onAnswer(undefined)}
      footer={
        <>
          <Button data-autofocus onClick={() => onAnswer(undefined)}>
            {m.cancel}
          </Button>
          {canDisable && <Button onClick={() => onAnswer('disable')}>{m.disableInstead}</Button>}
          <Button variant="danger-primary" onClick={() => onAnswer('remove')}>
            {m.remove}
          </Button>
        </>
      }
    >
      <p>{m.removeBody(visibleText(apiKey.name, 80))}</p>
      {canDisable && <p>{m.disableHint}</p>}
    </DialogShell>
  )
}
