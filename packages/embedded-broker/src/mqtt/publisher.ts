import type { Message } from './cluster.ts'
import type { EventHub } from './cluster-events.ts'
import type { Home } from './home.ts'
import type { RetainedMessages } from './retained-messages.ts'
import type { Router } from './router.ts'

export interface Published {
  readonly receivers: number
  /** Whoever acknowledges the message waits for these: parts of it that must survive. */
  readonly writes: readonly Promise<void>[]
}

/** The way of every message into the cluster, whoever made it. */
export class Publisher {
  readonly #router: Router
  readonly #retained: RetainedMessages
  readonly #events: EventHub

  constructor(router: Router, retained: RetainedMessages, events: EventHub) {
    this.#router = router
    this.#retained = retained
    this.#events = events
  }

  publish(message: Message, home: Home): Published {
    if (!message.isSys) home.metrics.count('messages.publish')
    const kept = message.retain ? this.#retained.keep(message) : undefined
    const { receivers, pending } = this.#router.dispatch(message, home)
    if (receivers === 0 && !message.isSys) {
      home.metrics.count('messages.dropped')
      home.metrics.count('messages.dropped.no_subscribers')
      this.#events.emit('dropped', { message, reason: 'no_subscribers', clientid: undefined })
    }
    this.#events.emit('published', { message, node: home.name })
    return { receivers, writes: kept === undefined ? pending : [kept, ...pending] }
  }
}
