import { type RetainedMessage, retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useNavigate } from '@tanstack/react-router'
import { action, to } from '#acting/action.tsx'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { deleteRetained } from '#domain/broker-message/delete-retained.ts'
import { publishAction } from '#domain/publish/publish-action.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { retained as m } from '../messages/lists.ts'

export function useRetainedActions(): (message: RetainedMessage) => readonly MenuAction[] {
  const navigate = useNavigate()
  return (message) => [
    {
      label: m.explore,
      onSelect: () => void navigate({ to: paths.topicExplorer(), search: { topic: message.topic } }),
    },
    publishAction(message.topic),
    {
      label: m.delete,
      danger: true,
      disabledReason: deleteRetained.whyNot(message),
      onSelect: () => void deleteRetained.run([message]),
    },
  ]
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

/** Of a broker with very many it takes its time. */
export const clearRetained = action<void>(
  to(retainer.clearMessages, () => ({}), { timeoutMs: 120_000 }),
  {
    ask: () => ({
      title: m.clearTitle,
      body: effectInWords(),
      action: m.clear,
      danger: true,
      typedName: m.clearWord,
    }),
    told: () => m.cleared,
  },
)
