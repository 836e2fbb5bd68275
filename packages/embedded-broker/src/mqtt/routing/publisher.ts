import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import type { Settings } from '../client/settings.ts'
import type { NodeContext } from '../connection/node-context.ts'
import type { Command, HookPoints } from '../events/hook-points.ts'
import type { Traced, Tracing } from '../events/tracing.ts'
import type { Message } from '../node/cluster.ts'
import type { EventHub } from '../node/cluster-events.ts'
import type { DelayedMessages } from '../retained/delayed-messages.ts'
import type { RetainedMessages } from '../retained/retained-messages.ts'
import type { Router } from './router.ts'
import { type Screens, screenKinds } from './screening.ts'

export interface Published {
  readonly receivers: number
  /** Set if the message was refused and its publisher is to be disconnected. */
  readonly disconnects?: true
  /** Set if the message was a command, which the caller still has to run. */
  readonly command?: Command
  /** The writes that must be stored before the message may be acknowledged. */
  readonly writes: readonly Promise<void>[]
}

interface PublisherParts {
  readonly router: Router
  readonly retained: RetainedMessages
  readonly delayed: DelayedMessages
  readonly events: EventHub
  readonly settings: Settings
  readonly trace: Tracing
  readonly screens: Readonly<Screens<Message>>
  readonly hooks: HookPoints<Message>
}

/** Publishes every message of the cluster, whichever client or component created it. */
export class Publisher {
  readonly #router: Router
  readonly #retained: RetainedMessages
  readonly #delayed: DelayedMessages
  readonly #events: EventHub
  readonly #settings: Settings
  readonly #trace: Tracing
  readonly #screens: Readonly<Screens<Message>>
  readonly #hooks: HookPoints<Message>

  constructor({ router, retained, delayed, events, settings, trace, screens, hooks }: PublisherParts) {
    this.#router = router
    this.#retained = retained
    this.#delayed = delayed
    this.#events = events
    this.#settings = settings
    this.#trace = trace
    this.#screens = screens
    this.#hooks = hooks
  }

  /** Publishes a message; `who` is the publishing client, if there is one. */
  publish(
    given: Message,
    nodeContext: NodeContext,
    who: Traced = { node: nodeContext.name },
  ): Published | Promise<Published> {
    const rewritten = this.#rewritten(given)
    const { topic, payload } = rewritten
    if (!rewritten.isSys) this.#trace.write?.({ who, tag: 'PUBLISH', msg: 'publish_to', topic, payload })
    if (!rewritten.isSys) nodeContext.metrics.count('messages.publish')
    const message = this.#screen(rewritten, nodeContext)
    if (message === 'drop' || message === 'disconnect') {
      const msg = message === 'drop' ? 'msg_publish_not_allowed' : 'msg_publish_not_allowed_disconnect'
      this.#trace.write?.({ who, tag: 'MQTT', msg, topic, payload })
      return { receivers: 0, writes: [], ...(message === 'disconnect' && { disconnects: true }) }
    }
    const command = message.isSys ? undefined : this.#hooks.command?.(message, nodeContext.name)
    if (command !== undefined) return { receivers: 0, writes: [], command }
    const held = this.#delayed.hold(message, nodeContext)
    if (held !== undefined) return { receivers: 0, writes: [held] }
    const kept = message.retain ? this.#retained.keep(message) : undefined
    const isHidden = message.retain && message.payload.length === 0 && this.#settings.retainer.hidesClearing
    if (isHidden && this.#settings.retainer.isEnabled) {
      return { receivers: 0, writes: kept === undefined ? [] : [kept] }
    }
    const asked = message.isSys ? undefined : this.#hooks.publish?.(message, nodeContext.name, who)
    if (asked === undefined) return this.#deliver(message, message, nodeContext, kept)
    return asked.then((wanted) => this.#deliver(message, wanted, nodeContext, kept))
  }

  /** Delivers `delivered`; the `published` event always carries the original message. */
  #deliver(
    message: Message,
    delivered: Message | undefined,
    nodeContext: NodeContext,
    kept: Promise<void> | undefined,
  ): Published {
    const { receivers, pending } =
      delivered === undefined ? { receivers: 0, pending: [] } : this.#router.dispatch(delivered, nodeContext)
    if (receivers === 0 && delivered !== undefined && !message.isSys) {
      nodeContext.metrics.count('messages.dropped')
      nodeContext.metrics.count('messages.dropped.no_subscribers')
      this.#events.emit('dropped', {
        message: delivered,
        reason: 'no_subscribers',
        clientid: undefined,
        node: nodeContext.name,
      })
    }
    this.#events.emit('published', { message, node: nodeContext.name })
    return { receivers, writes: kept === undefined ? pending : [kept, ...pending] }
  }

  /** Runs all validations first, then all transformations. */
  #screen(given: Message, nodeContext: NodeContext): Message | 'drop' | 'disconnect' {
    let message = given
    for (const kind of screenKinds) {
      const screened = this.#screens[kind]?.(message, nodeContext.name)
      if (screened === undefined) continue
      for (const name of screened.failed)
        this.#events.emit('unscreened', { message, node: nodeContext.name, kind, name })
      nodeContext.metrics.count(`messages.${kind}_${screened.message === undefined ? 'failed' : 'succeeded'}`)
      if (screened.message === undefined) return screened.disconnects ? 'disconnect' : 'drop'
      message = screened.message
    }
    return message
  }

  #rewritten(message: Message): Message {
    const { fromClientid: clientid, fromUsername: username } = message
    const topic = this.#settings.rewrite.publish(message.topic, { clientid, username })
    // A rewrite rule may produce an invalid topic name; then the message keeps its own topic.
    if (topic === message.topic || topicNameFault(topic) !== undefined) return message
    return { ...message, topic }
  }
}
