import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { Status } from '#ui/status.tsx'
import { client as m } from './messages.ts'

/** The share from which a queue is marked with a warning: the next messages push the oldest messages out. */
const nearlyFull = 0.8

type Queue = Pick<ClientRow, 'mqueue_len' | 'mqueue_max'>

/** Returns the fill level of the message queue, 0 to 1; undefined if there is no limit, or it is unknown. */
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

/** Shows whether a client is connected. */
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

/** Shows a warning only if the queue is nearly full. */
export function QueueWarning({ client, pill = false }: ClientStatusProps) {
  if (!isQueueNearlyFull(client)) return null
  return (
    <Status kind="warn" pill={pill}>
      {m.queueFull(Math.round((queueShare(client) ?? 0) * 100))}
    </Status>
  )
}

/** Shows the status of a client in one word for a list; a problem takes precedence. */
export function ClientStatus({ client }: ClientStatusProps) {
  return client.connected && isQueueNearlyFull(client) ? (
    <QueueWarning client={client} />
  ) : (
    <ConnectionStatus client={client} />
  )
}
