import { parseShared } from '@brokerdeck/contract/topic.ts'
import type { AccessAction, Subject, Verdict } from './access.ts'
import type { Message, QoS, Subscription } from './cluster.ts'
import type { Core } from './core.ts'
import type { Home } from './home.ts'
import { asQos, createMessage } from './message.ts'
import type { Outgoing } from './outgoing.ts'
import type { Rights } from './rights.ts'
import type { Router } from './router.ts'
import type { Subscriber } from './subscriber.ts'

/** Who takes part without speaking MQTT: a client of a gateway. */
export interface Guest {
  readonly clientid: string
  readonly username: string | undefined
  readonly ipAddress: string
  readonly port: number
  /** `stomp:tcp:default` */
  readonly listener: string
  readonly protocolName: string
  readonly mountpoint: string
  readonly rights: Rights
}

/** The cluster as a guest of one of its nodes sees it. Topics are those of the broker, behind the mountpoint. */
export interface GuestLink {
  /** The topic as the guest wrote it. */
  authorize(action: AccessAction, topic: string): Verdict | Promise<Verdict>
  /** How many it reached. */
  publish(message: Pick<Message, 'topic' | 'payload' | 'qos' | 'retain'>): Promise<number>
  /** `take` must not throw; retained messages come, too. Returns how to end it. */
  subscribe(topic: string, qos: QoS, take: (message: Message, qos: QoS) => void): () => void
}

/** Of retained messages; who asks for more at once could not take them. */
const maxReplayed = 1000

export function linkGuest(core: Core, home: Home, router: Router, guest: Guest): GuestLink {
  const subject: Subject = { ...guest, node: home.name, home, attributes: {} }
  return {
    authorize: (action, topic) => core.access.authorize(subject, action, topic),

    async publish(given) {
      const from = { fromClientid: guest.clientid, fromUsername: guest.username }
      const { receivers, writes } = core.publisher.publish(
        createMessage({ ...given, ...from }, core.now()),
        home,
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
        home,
        isConnected: true,
        deliver({ message }: Outgoing) {
          take(message, asQos(Math.min(message.qos, qos)))
          return undefined
        },
      }
      router.add(subscriber, subscription)
      // MQTT-4.8.2: shared subscriptions get no retained messages.
      const replayed = group === undefined ? core.retained.matching(filter).slice(0, maxReplayed) : []
      for (const message of replayed) take(message, asQos(Math.min(message.qos, qos)))
      return () => router.remove(subscriber, subscription)
    },
  }
}
