import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { banClient, banClients } from '#domain/client/ban-client.tsx'
import { kickClient, kickVerb } from '#domain/client/kick-client.ts'
import { kickMany } from '#domain/client/kick-many.ts'
import { client as clientWords } from '#domain/client/messages.ts'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { clients as m } from '../messages/lists.ts'

interface ClientActions {
  readonly rowActions: (client: ClientRow) => readonly MenuAction[]
  /** Resolves to the ids whose session has ended. */
  readonly kickSelected: (rows: readonly ClientRow[]) => Promise<readonly string[]>
  /** Resolves to the ids of those that are banned now. */
  readonly banSelected: (rows: readonly ClientRow[]) => Promise<readonly string[]>
}

export function useClientActions(): ClientActions {
  const navigate = useNavigate()
  return {
    rowActions: (client) => [
      ...(canAddress(client.clientid)
        ? [{ label: m.open, onSelect: () => void navigate({ to: paths.client(client.clientid) }) }]
        : []),
      {
        label: `${kickVerb(client)}…`,
        danger: true,
        disabledReason: kickClient.whyNot(client),
        onSelect: () => void kickClient.run(client),
      },
      {
        label: clientWords.ban,
        danger: true,
        disabledReason: whyNoWrite(),
        onSelect: () => void banClient(client),
      },
    ],
    kickSelected: (rows) => kickMany(rows),
    banSelected: async (rows) => (await banClients(rows)).map(({ clientid }) => clientid),
  }
}
