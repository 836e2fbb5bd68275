import { parseShared } from '@brokerdeck/languages/topic.ts'
import type { Subject } from '../client/access.ts'
import type { BrokerServices } from '../connection/broker-services.ts'
import type { NodeContext } from '../connection/node-context.ts'
import { asQos, createMessage } from '../routing/message.ts'
import type { Router } from '../routing/router.ts'
import type { Outgoing } from '../session/outgoing.ts'
import type { Subscriber } from '../session/subscriber.ts'
import type { Subscription } from './cluster.ts'
import type { ClusterPort, NonMqttClient } from './non-mqtt-client.ts'

/** The maximum number of retained messages per subscription; a client could not process more of them at once. */
const maxReplayed = 1000

export function openClusterPort(
  core: BrokerServices,
  nodeContext: NodeContext,
  router: Router,
  guest: NonMqttClient,
): ClusterPort {
  const subject: Subject = { ...guest, node: nodeContext.name, nodeContext, attributes: {} }
  return {
    authorize: (action, topic) => core.access.authorize(subject, action, topic),

    async publish(given) {
      const from = { fromClientid: guest.clientid, fromUsername: guest.username }
      const { receivers, writes } = await core.publisher.publish(
        createMessage({ ...given, ...from }, core.now()),
        nodeContext,
        subject,
      )
      await Promise.all(writes)
      return receivers
    },

    subscribe(topic, qos, take) {
      const { filter, group } = parseShared(topic)
      const subscription: Subscription = { topic, filter, group, qos, nl: 0, rap: 0, rh: 1 }
      const subscriber: Subscriber = {
        clientid: guest.clientid,
        nodeContext,
        isConnected: true,
        deliver({ message }: Outgoing) {
          // The retain flag is set only on messages that are sent because they are retained (MQTT-3.3.1-9).
          const live = message.retain ? { ...message, retain: false } : message
          take(live, asQos(Math.min(message.qos, qos)))
          return undefined
        },
      }
      router.add(subscriber, subscription)
      // MQTT-4.8.2: shared subscriptions receive no retained messages.
      const replayed = group === undefined ? core.retained.matching(filter).slice(0, maxReplayed) : []
      for (const message of replayed) take(message, asQos(Math.min(message.qos, qos)))
      return () => router.remove(subscriber, subscription)
    },
  }
}
