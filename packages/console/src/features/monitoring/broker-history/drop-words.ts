import { brokerHistory as m } from '../messages/metrics.ts'
import type { DropReason } from './drop-log.ts'

/** Why a message was dropped, in a legend. */
export const dropWords: Readonly<Record<DropReason, string>> = {
  'delivery.dropped.queue_full': m.queueFull,
  'messages.dropped.no_subscribers': m.noSubscriber,
  'delivery.dropped.expired': m.expired,
  'delivery.dropped.too_large': m.tooLarge,
  'delivery.dropped.qos0_msg': m.qos0,
  'packets.publish.dropped': m.receiveMaximum,
  'messages.dropped.await_pubrel_timeout': m.pubrelTimeout,
  'delivery.dropped.no_local': m.noLocal,
  other: m.otherReasons,
}
