import { type RetainedMessage, retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteRetained, whyNoDelete } from '#domain/broker-message/delete-retained.ts'
import { publishAction } from '#domain/publish/publish-action.ts'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { clearRetained } from './clear-retained.ts'
import { m } from './messages.ts'

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
