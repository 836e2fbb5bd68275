import { type ApiKey, apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import { lazy } from 'react'
import { action, type Deed, to } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { apiKeys as m } from '../messages/accounts.ts'
import { settingsOf } from './settings-of.ts'

const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const EditKeyDialog = lazy(async () => ({ default: (await import('./edit-key-dialog.tsx')).EditKeyDialog }))
const RemoveKeyDialog = lazy(async () => ({
  default: (await import('./remove-key-dialog.tsx')).RemoveKeyDialog,
}))

const nameOf = ({ name }: ApiKey) => visibleText(name, 80)

/** Reads the key once more: what the list showed may be old, and everything is sent. */
const turning =
  (enable: boolean): Deed<ApiKey> =>
  async ({ name }) => {
    const now = await request(apiKeys.get, { params: { name } })
    return await request(apiKeys.update, { params: { name }, body: { ...settingsOf(now), enable } })
  }

const turnOn = action<ApiKey>(turning(true), { told: (key) => m.nowEnabled(nameOf(key)) })
const turnOff = action<ApiKey>(turning(false), { told: (key) => m.nowDisabled(nameOf(key)) })

const disable = action<ApiKey>(turning(false), {
  ask: (key) => ({ title: m.disableTitle(nameOf(key)), body: m.impactOff, action: m.disable }),
  told: (key) => m.nowDisabled(nameOf(key)),
})

const removeKey = action<ApiKey>(
  to(apiKeys.remove, ({ name }) => ({ params: { name } })),
  { told: (key) => m.removed(nameOf(key)) },
)

async function remove(apiKey: ApiKey): Promise<void> {
  const what = await askDialog<'remove' | 'disable' | undefined>((answer) => (
    <RemoveKeyDialog apiKey={apiKey} onAnswer={answer} />
  ))
  if (what === 'disable') await turnOff.run(apiKey)
  if (what === 'remove') await removeKey.run(apiKey)
}

/** What can be done with a key. */
export const keyActions = (apiKey: ApiKey): readonly MenuAction[] => [
  {
    label: m.show,
    onSelect: () => void askDialog<void>((close) => <KeyDialog apiKey={apiKey} onClose={close} />),
  },
  {
    label: m.edit,
    disabledReason: whyNoWrite(),
    onSelect: () => void askDialog<void>((close) => <EditKeyDialog apiKey={apiKey} onClose={close} />),
  },
  {
    label: apiKey.enable ? `${m.disable}…` : m.enable,
    disabledReason: disable.whyNot(apiKey),
    onSelect: () => void (apiKey.enable ? disable : turnOn).run(apiKey),
  },
  {
    label: `${m.remove}…`,
    danger: true,
    disabledReason: removeKey.whyNot(apiKey),
    onSelect: () => void remove(apiKey),
  },
]
