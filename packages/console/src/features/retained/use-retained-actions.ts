import { type RetainedMessage, retainer } from '@brokerdeck/contract/retainer.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { deleteMessages } from '#domain/broker-message/delete-messages.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import { clearRetained } from './clear-retained.ts'
import { m } from './messages.ts'

interface RetainedActions {
  readonly rowActions: (message: RetainedMessage) => readonly MenuAction[]
  /** Resolves to those that are gone. */
  readonly deleteAll: (rows: readonly RetainedMessage[]) => Promise<readonly RetainedMessage[]>
  readonly clear: (count: number) => Promise<void>
}

export function useRetainedActions(): RetainedActions {
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: [retainer.listMessages.path] })
  const deleteAll = async (rows: readonly RetainedMessage[]) => {
    const done = await deleteMessages({
      rows,
      remove: ({ topic }, signal) => request(retainer.deleteMessage, { params: { topic } }, { signal }),
      body: m.deleteBody,
    })
    if (done.length > 0) refresh()
    return done
  }
  return {
    deleteAll,
    rowActions: (message) => [
      {
        label: m.delete,
        danger: true,
        disabledReason: whyNoWrite() ?? (canAddress(message.topic) ? undefined : m.unaddressable),
        onSelect: () => void deleteAll([message]),
      },
    ],
    clear: async (count) => {
      if (await clearRetained(count)) refresh()
    },
  }
}
