import type { DropReason, Message, Session } from './cluster.ts'
import type { TraceEvent } from './tracing.ts'

/** What EMQX writes about a message that does not reach a client; of the other reasons it says nothing. */
export function droppedEvent(who: Session, message: Message, reason: DropReason): TraceEvent | undefined {
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
