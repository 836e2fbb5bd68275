import type { Subscription } from './cluster.ts'
import { Outgoing } from './outgoing.ts'
import type { RetainedMessages } from './retained-messages.ts'
import type { MqttSession } from './session.ts'

/** MQTT 5 §3.8.3.1 retain handling; MQTT-4.8.2: shared subscriptions get no retained messages. */
export function replayRetained(
  retained: RetainedMessages,
  session: MqttSession,
  subscription: Subscription,
  isNew: boolean,
): void {
  if (subscription.group !== undefined || subscription.rh === 2) return
  if (subscription.rh === 1 && !isNew) return
  for (const message of retained.matching(subscription.filter)) {
    void session.deliver(new Outgoing(message), subscription, true)
  }
}
