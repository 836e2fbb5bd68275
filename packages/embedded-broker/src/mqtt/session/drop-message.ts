import type { NodeContext } from '../connection/node-context.ts'
import type { TraceEvent, Tracing } from '../events/tracing.ts'
import type { DropReason, Message, Session, SessionCounters } from '../node/cluster.ts'
import type { EventHub } from '../node/cluster-events.ts'

/** Counts, traces and announces a message that its receiver does not get. */
export function dropMessage(
  session: Session & { readonly nodeContext: NodeContext; readonly counters: SessionCounters },
  message: Message,
  reason: Exclude<DropReason, 'no_subscribers'>,
  { trace, events }: { readonly trace: Tracing; readonly events: EventHub },
): void {
  const { counters, nodeContext, clientid, node } = session
  nodeContext.metrics.count('delivery.dropped')
  nodeContext.metrics.count(`delivery.dropped.${reason}`)
  const traced = trace.write === undefined ? undefined : toDroppedEvent(session, message, reason)
  if (traced !== undefined) trace.write?.(traced)
  counters.sendMsgDropped++
  if (reason === 'expired') counters.sendMsgDroppedExpired++
  else if (reason === 'queue_full') counters.sendMsgDroppedQueueFull++
  else if (reason === 'too_large') counters.sendMsgDroppedTooLarge++
  events.emit('dropped', { message, reason, clientid, node })
}

/**
 * Returns the event that EMQX logs for a message that does not reach a client; undefined for reasons that EMQX does
 * not log.
 */
function toDroppedEvent(who: Session, message: Message, reason: DropReason): TraceEvent | undefined {
  const { topic, payload } = message
  if (reason === 'too_large') {
    const meta = { reason: 'frame_is_too_large' }
    return { who, level: 'warning', msg: 'packet_is_discarded', topic, meta }
  }
  if (reason !== 'queue_full' && reason !== 'qos0_msg') return undefined
  const msg = reason === 'queue_full' ? 'dropped_msg_due_to_mqueue_is_full' : 'dropped_qos0_msg'
  const { mqueueMax: max_len, mqueueLength: len, mqueueDropped: dropped } = who
  const meta = { queue: { max_len, len, dropped } }
  return { who, level: 'warning', msg, topic, payload, meta }
}
