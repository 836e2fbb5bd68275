import { topicNameFault } from '@brokerdeck/contract/topic.ts'
import type { Message } from './cluster.ts'
import type { EventHub } from './cluster-events.ts'
import type { DelayedMessages } from './delayed-messages.ts'
import type { Home } from './home.ts'
import type { RetainedMessages } from './retained-messages.ts'
import type { Router } from './router.ts'
import type { Settings } from './settings.ts'
import type { Traced, Tracing } from './tracing.ts'

export interface Published {
  readonly receivers: number
  /** Whoever acknowledges the message waits for these: parts of it that must survive. */
  readonly writes: readonly Promise<void>[]
}

interface PublisherParts {
  readonly router: Router
  readonly retained: RetainedMessages
  readonly delayed: DelayedMessages
  readonly events: EventHub
  readonly settings: Settings
  readonly trace: Tracing
}

/** The way of every message into the cluster, whoever made it. */
export class Publisher {
  readonly #router: Router
  readonly #retained: RetainedMessages
  readonly #delayed: DelayedMessages
  readonly #events: EventHub
  readonly #settings: Settings
  readonly #trace: Tracing

  constructor({ router, retained, delayed, events, settings, trace }: PublisherParts) {
    this.#router = router
    this.#retained = retained
    this.#delayed = delayed
    this.#events = events
    this.#settings = settings
    this.#trace = trace
  }

  /** `who` is the client that publishes, if it is one. */
  publish(given: Message, home: Home, who: Traced = { node: home.name }): Published {
    const message = this.#rewritten(given)
    const { topic, payload } = message
    if (!message.isSys) this.#trace.write?.({ who, tag: 'PUBLISH', msg: 'publish_to', topic, payload })
    if (!message.isSys) home.metrics.count('messages.publish')
    const held = this.#delayed.hold(message, home)
    if (held !== undefined) return { receivers: 0, writes: [held] }
    const kept = message.retain ? this.#retained.keep(message) : undefined
    const isHidden = message.retain && message.payload.length === 0 && this.#settings.retainer.hidesClearing
    if (isHidden && this.#settings.retainer.isEnabled) {
      return { receivers: 0, writes: kept === undefined ? [] : [kept] }
    }
    const { receivers, pending } = this.#router.dispatch(message, home)
    if (receivers === 0 && !message.isSys) {
      home.metrics.count('messages.dropped')
      home.metrics.count('messages.dropped.no_subscribers')
      this.#events.emit('dropped', {
        message,
        reason: 'no_subscribers',
        clientid: undefined,
        node: home.name,
      })
    }
    this.#events.emit('published', { message, node: home.name })
    return { receivers, writes: kept === undefined ? pending : [kept, ...pending] }
  }
  #rewritten(message: Message): Message {
    const { fromClientid: clientid, fromUsername: username } = message
    const topic = this.#settings.rewrite.publish(message.topic, { clientid, username })
    // A rule may make a topic of a message that is none; then the message keeps its own.
    if (topic === message.topic || topicNameFault(topic) !== undefined) return message
    return { ...message, topic }
  }
}
