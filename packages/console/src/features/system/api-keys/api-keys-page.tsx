import { type ApiKey, apiKeys, type CreatedApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { lazy } from 'react'
import { action, type Mutation, send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import { wholeList } from '#resource/managed-list.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { apiKeyColumns } from './api-key-columns.tsx'
import { toApiKeySettings } from './to-api-key-settings.ts'

const CreateKeyDialog = lazy(async () => ({
  default: (await import('./create-key-dialog.tsx')).CreateKeyDialog,
}))
const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))
const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const EditKeyDialog = lazy(async () => ({ default: (await import('./edit-key-dialog.tsx')).EditKeyDialog }))
const RemoveKeyDialog = lazy(async () => ({
  default: (await import('./remove-key-dialog.tsx')).RemoveKeyDialog,
}))

const formatName = ({ name }: ApiKey) => visibleText(name, 80)

/** Reads the key again before the update, because the listed key may be outdated and the update sends all settings. */
const turn: Mutation<ApiKey> = async ({ name, enable }) => {
  const now = await request(apiKeys.get, { params: { name } })
  return await request(apiKeys.update, {
    params: { name },
    body: { ...toApiKeySettings(now), enable: !enable },
  })
}

const formatSwitched = (key: ApiKey) => (key.enable ? m.nowDisabled : m.nowEnabled)(formatName(key))

/** Disables a key after a confirmation; enables a disabled key at once. */
const change = action<ApiKey>(turn, {
  ask: (key) =>
    key.enable
      ? {
          title: m.disableTitle(formatName(key)),
          body: m.impactOff,
          action: m.disable,
          interrupts: 'nothing',
        }
      : undefined,
  successMessage: formatSwitched,
})

/** Disables a key without a second confirmation, because the delete dialog has already asked. */
const disableInstead = action<ApiKey>(turn, { successMessage: formatSwitched })

const removeKey = action<ApiKey>(
  send(apiKeys.remove, ({ name }) => ({ params: { name } })),
  { successMessage: (key) => m.removed(formatName(key)) },
)

async function remove(apiKey: ApiKey): Promise<void> {
  const what = await askDialog<'remove' | 'disable' | undefined>((answer) => (
    <RemoveKeyDialog apiKey={apiKey} onAnswer={answer} />
  ))
  if (what === 'disable') await disableInstead.run(apiKey)
  if (what === 'remove') await removeKey.run(apiKey)
}

const apiKeyResource = declareResource({
  toId: ({ name }) => name,
  formatName: ({ name }) => name,
  address: linkTo('apiKeys'),
  list: wholeList(apiKeys.list, {}, (answer) => answer),
  columns: (all) => apiKeyColumns(hasRoles(all)),
  exportName: 'api-keys',
  words: m,
  actions: [
    {
      label: m.show,
      opens: (apiKey) => askDialog<void>((close) => <KeyDialog apiKey={apiKey} onClose={close} />),
    },
    {
      label: m.edit,
      disabledReason: whyNoWrite,
      opens: (apiKey) => askDialog<void>((close) => <EditKeyDialog apiKey={apiKey} onClose={close} />),
    },
    { label: ({ enable }) => (enable ? `${m.disable}…` : m.enable), does: change },
    { label: `${m.remove}…`, danger: true, disabledReason: whyNoWrite, opens: remove },
  ],
})

/** Asks for a new key, then shows its secret until the user has stored it. */
async function createKey(all: readonly ApiKey[]): Promise<void> {
  const created = await askDialog<CreatedApiKey | undefined>((answer) => (
    <CreateKeyDialog hasRoles={hasRoles(all)} onAnswer={answer} />
  ))
  if (created === undefined) return
  await askDialog<void>((close) => <SecretDialog created={created} onClose={close} />)
}

/** Lists the keys with which programs access the REST API. */
export function ApiKeysPage() {
  return (
    <ManagedListPage
      resource={apiKeyResource}
      create={{ label: m.create, to: createKey }}
      summary={() => m.summary}
    />
  )
}

/** Returns true if the keys have roles, which only Enterprise supports. For an empty list, the edition decides. */
function hasRoles(keys: readonly ApiKey[]): boolean {
  return keys.some(({ role }) => role !== undefined) || editionNumber(currentSession()?.edition ?? '') === 1
}
