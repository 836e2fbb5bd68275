import type { BrokerServices } from '../connection/broker-services.ts'
import type { Subscription } from '../node/cluster.ts'
import { Outgoing } from '../session/outgoing.ts'
import type { MqttSession } from '../session/session.ts'

/**
 * Delivers retained messages by the retain handling of MQTT 5 §3.8.3.1; MQTT-4.8.2: shared subscriptions receive
 * none.
 */
export function replayRetained(
  { retained, settings, faults }: Pick<BrokerServices, 'retained' | 'settings' | 'faults'>,
  session: MqttSession,
  subscription: Subscription,
  isNew: boolean,
): void {
  if (subscription.group !== undefined || subscription.rh === 2) return
  if (subscription.rh === 1 && !isNew) return
  const messages = retained.matching(subscription.filter).values()
  const isOver = () => session.subscriptions.get(subscription.topic) !== subscription
  /** Delivers `count` messages at once and the rest after `per` milliseconds each (EMQX's delivery_rate). */
  const sendSome = () => {
    const { count, per } = settings.retainer.deliveryRate
    for (let sent = 0; sent < count; sent++) {
      const { value: message, done } = messages.next()
      if (done === true || isOver()) return
      void session.deliver(new Outgoing(message), subscription, true)
    }
    setTimeout(() => faults.contain('timer', 'retained_delivery', sendSome), per).unref()
  }
  sendSome()
}
