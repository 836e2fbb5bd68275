import { type RetainedMessage, retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { deleteRetained, whyNoDelete } from '#domain/broker-message/delete-retained.ts'
import { publishAction } from '#domain/publish/publish-action.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

/** A broker with very many takes its time. */
const timeoutMs = 120_000

interface RetainedActions {
  readonly rowActions: (message: RetainedMessage) => readonly MenuAction[]
  /** Resolves to those that are gone. */
  readonly deleteAll: (rows: readonly RetainedMessage[]) => Promise<readonly RetainedMessage[]>
  readonly clear: () => Promise<void>
}

export function useRetainedActions(): RetainedActions {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void cache.invalidateQueries({ queryKey: [retainer.listMessages.path] })
  const deleteAll = async (rows: readonly RetainedMessage[]) => {
    const done = await deleteRetained(rows)
    if (done.length > 0) refresh()
    return done
  }
  return {
    deleteAll,
    rowActions: (message) => [
      {
        label: m.explore,
        onSelect: () => void navigate({ to: paths.topicExplorer(), search: { topic: message.topic } }),
      },
      publishAction(message.topic),
      {
        label: m.delete,
        danger: true,
        disabledReason: whyNoDelete(message),
        onSelect: () => void deleteAll([message]),
      },
    ],
    clear: async () => {
      if (await clearRetained()) refresh()
    },
  }
}

/** The list may be some time old, or not there yet; nothing is counted where the broker does not say. */
async function effectInWords(): Promise<string> {
  try {
    const { meta } = await request(retainer.listMessages, { query: { page: 1, limit: 1 } })
    const { count } = meta
    return count === undefined ? m.clearBodyUnknown : m.clearBody(count, formatNumber(count))
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return m.clearBodyUnknown
  }
}

/** Asks, then takes all away. Resolves to whether the list is another one now. */
async function clearRetained(): Promise<boolean> {
  const isMeant = await confirm({
    title: m.clearTitle,
    body: effectInWords(),
    action: m.clear,
    danger: true,
    typedName: m.clearWord,
  })
  if (!isMeant) return false
  try {
    await request(retainer.clearMessages, {}, { timeoutMs })
    notify.success(m.cleared)
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
  }
  return true
}
