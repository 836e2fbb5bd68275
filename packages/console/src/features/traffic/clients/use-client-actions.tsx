import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { banClient, banClients } from '#domain/client/ban-client.tsx'
import { kickClient, kickVerb } from '#domain/client/kick-client.ts'
import { kickMany } from '#domain/client/kick-many.ts'
import { m as clientWords } from '#domain/client/messages.ts'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

interface ClientActions {
  readonly rowActions: (client: ClientRow) => readonly MenuAction[]
  /** Resolves to the ids whose session has ended. */
  readonly kickSelected: (rows: readonly ClientRow[]) => Promise<readonly string[]>
  /** Resolves to the ids of those that are banned now. */
  readonly banSelected: (rows: readonly ClientRow[]) => Promise<readonly string[]>
}

export function useClientActions(): ClientActions {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => {
    for (const { path } of [clients.listByCursor, clients.list, clients.get]) {
      void cache.invalidateQueries({ queryKey: [path] })
    }
  }
  const act = async (action: Promise<boolean>) => {
    if (await action) refresh()
  }
  return {
    rowActions: (client) => [
      ...(canAddress(client.clientid)
        ? [{ label: m.open, onSelect: () => void navigate({ to: paths.client(client.clientid) }) }]
        : []),
      {
        label: `${kickVerb(client)}…`,
        danger: true,
        disabledReason: whyNoWrite(),
        onSelect: () => void act(kickClient(client)),
      },
      {
        label: clientWords.ban,
        danger: true,
        disabledReason: whyNoWrite(),
        onSelect: () => void act(banClient(client)),
      },
    ],
    kickSelected: async (rows) => {
      const done = await kickMany(rows)
      if (done.length > 0) refresh()
      return done
    },
    banSelected: async (rows) => {
      const done = await banClients(rows)
      if (done.length > 0) refresh()
      return done.map(({ clientid }) => clientid)
    },
  }
}
