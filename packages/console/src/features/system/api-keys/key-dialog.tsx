import type { ApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { expiryText, KeyStatus } from './api-key-columns.tsx'
import { roleName } from './key-role.ts'

interface KeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

export function KeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const { name, api_key, desc, created_at, role } = apiKey
  const properties = [
    { label: m.key, value: <Verbatim text={api_key} mono focusable />, copy: api_key },
    { label: m.secret, value: m.secretKept },
    { label: m.status, value: <KeyStatus apiKey={apiKey} /> },
    { label: m.expiresAt, value: expiryText(apiKey) },
    { label: m.createdAt, value: formatDateTime(created_at) },
    ...(role === undefined ? [] : [{ label: m.role, value: <Verbatim text={roleName(role)} /> }]),
    { label: m.note, value: <Verbatim text={desc} wrap /> },
  ]
  return (
    <DialogShell
      title={<Verbatim text={name} />}
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.close}</Button>}
    >
      <PropertyList groups={[{ properties }]} />
    </DialogShell>
  )
}
