import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { Status } from '#ui/status.tsx'
import { client as m } from './messages.ts'

/** From this share on, a queue is worth a warning: the next messages push the oldest ones out. */
const nearlyFull = 0.8

type Queue = Pick<ClientRow, 'mqueue_len' | 'mqueue_max'>

/** How full the message queue is, 0 to 1; undefined where there is no limit, or none is known. */
export function queueShare({ mqueue_len: length, mqueue_max: limit }: Queue): number | undefined {
  if (length === undefined || typeof limit !== 'number' || limit <= 0) return undefined
  return length / limit
}

export function isQueueNearlyFull(client: Queue): boolean {
  return (queueShare(client) ?? 0) >= nearlyFull
}

interface ClientStatusProps {
  readonly client: Queue & Pick<ClientRow, 'connected'>
  readonly pill?: boolean
}

/** Connected or not. */
export function ConnectionStatus({ client, pill = false }: ClientStatusProps) {
  if (client.connected === undefined) return <span className="dim">—</span>
  return client.connected ? (
    <Status kind="ok" pill={pill}>
      {m.connected}
    </Status>
  ) : (
    <Status kind="off" pill={pill}>
      {m.disconnected}
    </Status>
  )
}

/** Only when there is something to warn of. */
export function QueueWarning({ client, pill = false }: ClientStatusProps) {
  if (!isQueueNearlyFull(client)) return null
  return (
    <Status kind="warn" pill={pill}>
      {m.queueFull(Math.round((queueShare(client) ?? 0) * 100))}
    </Status>
  )
}

/** One word for a list: trouble first. */
export function ClientStatus({ client }: ClientStatusProps) {
  return client.connected && isQueueNearlyFull(client) ? (
    <QueueWarning client={client} />
  ) : (
    <ConnectionStatus client={client} />
  )
}
