import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import type { HookPoints } from '../../mqtt/events/hook-points.ts'
import type { Cluster, Message } from '../../mqtt/node/cluster.ts'
import type { HookLink, HookRequest } from './hook-link.ts'
import { decodeValued, type HookName, hookNames, type ValuedAnswer } from './hook-protocol.ts'
import { toConnection, toHookClient, toMessage, toNewcomer, toOptions } from './hook-requests.ts'

/** Returns undefined if the response contains no value that counts. */
type Merge<Value> = (answer: ValuedAnswer, value: Value) => Value | undefined

interface Question<Value> {
  readonly hook: HookName
  readonly node: string
  readonly topic?: string
  /** The key of the client: calls with the same key keep their order. */
  readonly key: string
  readonly first: Value
  readonly request: (value: Value) => HookRequest
  readonly merge: Merge<Value>
  /** The result if a server fails whose `failed_action` is to deny. */
  readonly denied: Value
}

interface Delivered {
  readonly message: Message
  readonly isAllowed: boolean
}

/** Reports the broker's events to the hook servers that registered for them, and returns their responses. */
export class HookCalls {
  readonly #cluster: Cluster
  readonly #linksOf: (node: string) => readonly HookLink[]
  /** The functions that stop listening, for each hook that a server has registered for. */
  readonly #heard = new Map<HookName, () => void>()

  constructor(cluster: Cluster, linksOf: (node: string) => readonly HookLink[]) {
    this.#cluster = cluster
    this.#linksOf = linksOf
  }

  /** Listens to the hooks that servers have registered for, and to no others. */
  refresh(): void {
    const links = this.#cluster.nodes.flatMap(({ name }) => this.#linksOf(name))
    for (const hook of hookNames) {
      const isWanted = links.some((link) => link.wants(hook))
      const stop = this.#heard.get(hook)
      if (isWanted && stop === undefined) this.#heard.set(hook, this.#listen(hook))
      if (isWanted || stop === undefined) continue
      stop()
      this.#heard.delete(hook)
    }
  }

  close(): void {
    for (const stop of this.#heard.values()) stop()
    this.#heard.clear()
  }

  readonly #portOf = (node: string, listener: string): number => {
    const found = this.#cluster.nodes.find(({ name }) => name === node)
    const bind = found?.listeners.find(({ id }) => id === listener)?.bind ?? ''
    return Number(/:(\d+)$/.exec(bind)?.[1] ?? 0)
  }

  #listen(hook: HookName): () => void {
    const cluster = this.#cluster
    const port = this.#portOf
    switch (hook) {
      case 'client.authenticate':
        return this.#point('authenticate', (who) => {
          const { node, clientid } = who
          const clientinfo = toNewcomer(who, port)
          return this.#whether({ hook, node, key: clientid }, (result) => ({ clientinfo, result }), true)
        })
      case 'client.authorize':
        return this.#point('authorize', ({ subject, action, topic, isAllowed }) => {
          const { node, clientid } = subject
          const clientinfo = toHookClient(subject, port)
          const type = action === 'publish' ? 'PUBLISH' : 'SUBSCRIBE'
          const request = (result: boolean) => ({ clientinfo, type, topic, result })
          return this.#whether({ hook, node, key: clientid }, request, isAllowed)
        })
      case 'message.publish':
        return this.#point('publish', (message, node, who) => this.#publish(message, node, who))
      case 'client.connect':
        return cluster.on('connecting', ({ who }) =>
          this.#tell(hook, who.node, who.clientid, () => ({ conninfo: toConnection(who, port) })),
        )
      case 'client.connack':
        return cluster.on('answered', ({ who, reason: result_code }) =>
          this.#tell(hook, who.node, who.clientid, () => ({
            conninfo: toConnection(who, port),
            result_code,
          })),
        )
      case 'client.connected':
        return cluster.on('connected', ({ session }) =>
          this.#tell(hook, session.node, session.clientid, () => ({
            clientinfo: toHookClient(session, port),
          })),
        )
      case 'client.disconnected':
        return cluster.on('disconnected', ({ session, reason }) =>
          this.#tell(hook, session.node, session.clientid, () => ({
            clientinfo: toHookClient(session, port),
            reason,
          })),
        )
      case 'client.subscribe':
        return cluster.on('subscribing', ({ session, wanted }) =>
          this.#tell(hook, session.node, session.clientid, () => ({
            clientinfo: toHookClient(session, port),
            topic_filters: wanted.map((one) => ({ name: one.topic, subopts: toOptions(one) })),
          })),
        )
      case 'client.unsubscribe':
        return cluster.on('unsubscribing', ({ session, topics }) =>
          this.#tell(hook, session.node, session.clientid, () => ({
            clientinfo: toHookClient(session, port),
            topic_filters: topics.map((name) => ({ name })),
          })),
        )
      case 'session.subscribed':
      case 'session.unsubscribed':
        return cluster.on(
          hook === 'session.subscribed' ? 'subscribed' : 'unsubscribed',
          ({ session, subscription }) =>
            this.#tell(hook, session.node, session.clientid, () => ({
              clientinfo: toHookClient(session, port),
              topic: subscription.topic,
              ...(hook === 'session.subscribed' ? { subopts: toOptions(subscription) } : {}),
            })),
        )
      case 'message.delivered':
      case 'message.acked':
        return cluster.on(hook === 'message.acked' ? 'acked' : 'delivered', ({ session, message }) =>
          this.#tellMessage(hook, session.node, message, { clientinfo: toHookClient(session, port) }),
        )
      case 'message.dropped':
        return cluster.on('dropped', ({ message, reason, node }) =>
          this.#tellMessage(hook, node, message, { reason }),
        )
      default:
        return cluster.on('session', ({ session, turn }) => {
          if (hook !== `session.${turn}`) return
          this.#tell(hook, session.node, session.clientid, () => ({
            clientinfo: toHookClient(session, port),
            ...(turn === 'terminated' ? { reason: 'normal' } : {}),
          }))
        })
    }
  }

  #point<Name extends keyof HookPoints<Message>>(name: Name, ask: HookPoints<Message>[Name]): () => void {
    this.#cluster.hooks[name] = ask
    return () => {
      delete this.#cluster.hooks[name]
    }
  }

  /** Calls the servers without waiting for their responses. */
  #tell(hook: HookName, node: string, key: string, request: () => HookRequest): void {
    const links = this.#linksOf(node).filter((link) => link.wants(hook))
    if (links.length === 0) return
    const asked = request()
    for (const link of links) void link.call(hook, asked, key, () => true)
  }

  #tellMessage(hook: HookName, node: string, message: Message, more: HookRequest): void {
    if (message.isSys) return
    const asked = { ...more, message: toMessage(message, node) }
    for (const link of this.#linksOf(node)) {
      if (link.wants(hook, message.topic)) void link.call(hook, asked, message.fromClientid, () => true)
    }
  }

  #whether(
    question: Pick<Question<boolean>, 'hook' | 'node' | 'key'>,
    request: (result: boolean) => HookRequest,
    first: boolean,
  ): Promise<boolean | undefined> | undefined {
    return this.#ask<boolean>({
      ...question,
      first,
      request,
      denied: false,
      merge: ({ bool_result }) => bool_result,
    })
  }

  #publish(
    message: Message,
    node: string,
    who: Parameters<NonNullable<HookPoints<Message>['publish']>>[2],
  ): Promise<Message | undefined> | undefined {
    const { topic, fromClientid: key } = message
    const first: Delivered = { message, isAllowed: true }
    const asked = this.#ask<Delivered>({
      hook: 'message.publish',
      node,
      topic,
      key,
      first,
      request: (value) => ({ message: toMessage(value.message, node, who) }),
      merge: ({ message: given }, value) => (given === undefined ? undefined : applyChange(value, given)),
      // As in EMQX 5.8, a message is not dropped when a server does not respond.
      denied: first,
    })
    return asked?.then(({ message: last, isAllowed } = first) => (isAllowed ? last : undefined))
  }

  /**
   * Calls one server after the other. Returns undefined if no server wants the hook; resolves with undefined if no
   * server has responded with a value.
   */
  #ask<Value>(question: Question<Value>): Promise<Value | undefined> | undefined {
    const { hook, node, topic } = question
    const links = this.#linksOf(node).filter((link) => link.wants(hook, topic))
    return links.length === 0 ? undefined : fold(links, question)
  }
}

async function fold<Value>(
  links: readonly HookLink[],
  { hook, key, first, request, merge, denied }: Question<Value>,
): Promise<Value | undefined> {
  let value = first
  let isSaid = false
  for (const link of links) {
    const answer = await link.call(hook, request(value), key, decodeValued)
    if (answer === undefined && link.server.failed_action === 'deny') return denied
    if (answer === undefined || answer.type === 'IGNORE') continue
    const next = merge(answer, value)
    if (next === undefined) continue
    value = next
    isSaid = true
    if (answer.type === 'STOP_AND_RETURN') break
  }
  return isSaid ? value : undefined
}

/** Ignores an invalid topic or QoS. */
function applyChange(
  { message, isAllowed }: Delivered,
  given: NonNullable<ValuedAnswer['message']>,
): Delivered {
  const { topic, payload, qos, headers } = given
  const said = headers['allow_publish']
  return {
    message: {
      ...message,
      topic: topicNameFault(topic) === undefined ? topic : message.topic,
      payload: Buffer.from(payload),
      qos: qos === 0 || qos === 1 || qos === 2 ? qos : message.qos,
    },
    isAllowed: said === undefined ? isAllowed : said !== 'false',
  }
}
