import { type ApiKey, apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'
import { settingsOf } from './settings-of.ts'

const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const EditKeyDialog = lazy(async () => ({ default: (await import('./edit-key-dialog.tsx')).EditKeyDialog }))
const RemoveKeyDialog = lazy(async () => ({
  default: (await import('./remove-key-dialog.tsx')).RemoveKeyDialog,
}))

export function useKeyActions(): (key: ApiKey) => readonly MenuAction[] {
  const { mutateAsync: update } = useMutation(write(apiKeys.update))
  const { mutateAsync: removeKey } = useMutation(write(apiKeys.remove))
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      notify.success(done)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  /** Reads the key once more: what the list showed may be old, and everything is sent. */
  const turn = ({ name }: ApiKey, enable: boolean) =>
    attempt(
      async () => {
        const now = await request(apiKeys.get, { params: { name } })
        await update({ params: { name }, body: { ...settingsOf(now), enable } })
      },
      enable ? m.nowEnabled(visibleText(name, 80)) : m.nowDisabled(visibleText(name, 80)),
    )
  const disable = async (apiKey: ApiKey) => {
    const title = m.disableTitle(visibleText(apiKey.name, 80))
    if (await confirm({ title, body: m.impactOff, action: m.disable })) await turn(apiKey, false)
  }
  const remove = async (apiKey: ApiKey) => {
    const what = await askDialog<'remove' | 'disable' | undefined>((answer) => (
      <RemoveKeyDialog apiKey={apiKey} onAnswer={answer} />
    ))
    const { name } = apiKey
    if (what === 'disable') await turn(apiKey, false)
    if (what === 'remove') {
      await attempt(() => removeKey({ params: { name } }), m.removed(visibleText(name, 80)))
    }
  }
  return (apiKey) => [
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
      disabledReason: whyNoWrite(),
      onSelect: () => void (apiKey.enable ? disable(apiKey) : turn(apiKey, true)),
    },
    {
      label: `${m.remove}…`,
      danger: true,
      disabledReason: whyNoWrite(),
      onSelect: () => void remove(apiKey),
    },
  ]
}
