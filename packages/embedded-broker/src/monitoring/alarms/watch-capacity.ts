import type { CapacityLimits, Overrun } from '../../mqtt/limits/capacity-limits.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { AlarmName, Alarms } from './alarms.ts'

const lookInterval = 10_000

interface WatchCapacityDeps {
  readonly alarms: Alarms
  readonly clock: Clock
  readonly cluster: Cluster
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`

interface CapacityAlarm {
  readonly name: AlarmName
  readonly limit: number
  readonly message: string
}

function toAlarm(overrun: Overrun, limits: CapacityLimits): CapacityAlarm {
  switch (overrun) {
    case 'session-bytes':
      return {
        name: 'message_queue_bytes_limit',
        limit: limits.sessionBytes,
        message: `The oldest queued messages of a session are dropped: its queue has reached ${megabytes(limits.sessionBytes)}`,
      }
    case 'message-bytes':
      return {
        name: 'stored_message_bytes_limit',
        limit: limits.messageBytes,
        message: `New messages are not stored: the stored messages of this broker have reached ${megabytes(limits.messageBytes)}`,
      }
    case 'subscriptions':
      return {
        name: 'subscriptions_limit',
        limit: limits.subscriptions,
        message: `New subscriptions are refused: this broker has reached its limit of ${limits.subscriptions} subscriptions or ${megabytes(limits.subscriptionBytes)} for them`,
      }
  }
}

/**
 * Raises an alarm when a client reaches a limit of the broker, and clears it when no client has reached it for a
 * while.
 */
export function watchCapacity({ alarms, clock, cluster }: WatchCapacityDeps): () => void {
  /** The client that reached each limit last. */
  const recent = new Map<Overrun, string>()
  const raised = new Set<Overrun>()
  const raise = (overrun: Overrun, clientid: string) => {
    raised.add(overrun)
    const { name, limit, message } = toAlarm(overrun, cluster.capacity.limits)
    alarms.limitReached(name, message, { limit, clientid })
  }
  const stopListening = cluster.on('overrun', ({ overrun, clientid }) => {
    recent.set(overrun, clientid)
    if (!raised.has(overrun)) raise(overrun, clientid)
  })
  const stopLooking = clock.every(lookInterval, () => {
    for (const overrun of [...raised]) {
      const clientid = recent.get(overrun)
      // Raises the alarm again if it was deactivated manually.
      if (clientid !== undefined) raise(overrun, clientid)
      else {
        raised.delete(overrun)
        alarms.limitLeft(toAlarm(overrun, cluster.capacity.limits).name)
      }
    }
    recent.clear()
  })
  return () => {
    stopListening()
    stopLooking()
  }
}
