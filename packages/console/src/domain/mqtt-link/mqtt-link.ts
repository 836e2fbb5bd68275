import mqtt, { type MqttClient } from 'mqtt'
import { answerQuestions } from './answer-questions.ts'
import { connectOptions } from './connect-options.ts'
import type { LinkRequest } from './connection-settings.ts'
import { isFinalEnd } from './is-final-end.ts'
import type { LinkAnswer, LinkMessage, SubscriptionOptions } from './link-message.ts'
import type { LinkEnd, LinkState } from './link-state.ts'
import { readLinkMessage } from './read-packet.ts'
import { type Sighting, watchAttempt } from './watch-attempt.ts'
import { publishOptions, subscribeOptions } from './wire-options.ts'

/** Keeps the topics that the broker knows by an alias on this connection (MQTT 5 §3.3.2.3.4). */
class TopicAliases {
  readonly #topics = new Map<number, string>()

  /** Returns the topic to send; empty if its alias suffices. */
  topicFor({ topic, properties }: Pick<LinkMessage, 'topic' | 'properties'>): string {
    const alias = properties?.topicAlias
    return alias !== undefined && this.#topics.get(alias) === topic ? '' : topic
  }

  /** Called after the message was sent: the broker may not have stored the alias of a refused message. */
  learn({ topic, properties }: Pick<LinkMessage, 'topic' | 'properties'>): void {
    if (properties?.topicAlias !== undefined) this.#topics.set(properties.topicAlias, topic)
  }

  /** A new connection begins without aliases. */
  forget(): void {
    this.#topics.clear()
  }
}

export interface LinkListener {
  onState(state: LinkState): void
  /** Receives a message whose payload is a copy that the listener owns. */
  onMessage(message: LinkMessage): void
}

/** The library accepts any array of bytes, although its types declare only Node's. */
interface Sender {
  connect(options: object): MqttClient
}
interface Publisher {
  publish(
    topic: string,
    payload: string | Uint8Array,
    options: object,
    done: (error?: Error | null) => void,
  ): unknown
}

/** An MQTT connection over a WebSocket. Only for workers, because the library is larger than any page. */
export class MqttLink {
  readonly #request: LinkRequest
  readonly #listener: LinkListener
  /** The reason codes of acknowledged publications, by packet identifier. */
  readonly #ackCodes = new Map<number, number>()
  readonly #waiting = new Set<(answer: LinkAnswer) => void>()
  readonly #client: MqttClient | undefined
  readonly #sighting: Sighting
  readonly #aliases = new TopicAliases()
  #phase: LinkState['phase'] = 'connecting'
  #wasConnected = false
  /** The number of consecutive failed attempts. */
  #failures = 0
  /** The reason for the current retry. */
  #lastEnd: LinkEnd | undefined
  #isWaiting = false

  constructor(request: LinkRequest, listener: LinkListener) {
    this.#request = request
    this.#listener = listener
    this.#sighting = watchAttempt(request)
    this.#tell({ phase: 'connecting' })
    this.#client = this.#open()
  }

  get isConnected(): boolean {
    return this.#phase === 'connected'
  }

  subscribe(filter: string, options: SubscriptionOptions): Promise<LinkAnswer> {
    const { version } = this.#request.settings
    return this.#ask((client, answer) =>
      client.subscribe(filter, subscribeOptions(options, version), (error, _granted, packet) => {
        const code = packet?.granted[0]
        answer(error ? this.#refusal(error, typeof code === 'number' ? code : undefined) : done(code))
      }),
    )
  }

  unsubscribe(filter: string): Promise<LinkAnswer> {
    return this.#ask((client, answer) =>
      client.unsubscribe(filter, (error) => answer(error ? this.#refusal(error) : done())),
    )
  }

  /** Resolves with the code of the PUBACK or PUBREC, which tells whether there are subscribers (MQTT 5 §3.4.2.1). */
  publish(message: LinkMessage): Promise<LinkAnswer> {
    const { version } = this.#request.settings
    const topic = version === 5 ? this.#aliases.topicFor(message) : message.topic
    return this.#ask((client, answer) => {
      const publisher: Publisher = client
      let id = 0
      publisher.publish(topic, message.payload, publishOptions(message, version), (error) => {
        const code = message.qos === 0 ? undefined : this.#ackCodes.get(id)
        this.#ackCodes.delete(id)
        if (!error) this.#aliases.learn(message)
        answer(error ? this.#refusal(error, code) : done(code))
      })
      // The identifier is allocated by now, and the response is still to come: the library's callback does not pass
      // the code.
      id = client.getLastMessageId()
    })
  }

  /** Starts the next attempt to connect at once. */
  retry(): void {
    const client = this.#client
    if (client === undefined || this.#phase !== 'reconnecting' || !this.#isWaiting) return
    const { incomingStore, outgoingStore } = client
    // Without its stores the library would lose the unacknowledged messages.
    client.reconnect({ incomingStore, outgoingStore })
  }

  /** Sends a DISCONNECT, so that the broker does not send the will. */
  close(): void {
    if (this.#phase === 'disconnected' || this.#phase === 'disconnecting') return
    const isGreeted = this.#phase === 'connected'
    // The reason stays available after the operator gives up a connection that could not be made.
    const end = this.#phase === 'reconnecting' ? this.#lastEnd : undefined
    this.#tell({ phase: 'disconnecting' })
    const finish = () => {
      clearTimeout(patience)
      if (this.#phase === 'disconnecting') this.#finish(end ?? { kind: 'asked' })
    }
    // The library waits for every outstanding acknowledgement, without a time limit.
    const patience = setTimeout(() => {
      this.#client?.stream.destroy()
      finish()
    }, PATIENCE_MS)
    this.#client?.end(!isGreeted, finish)
  }

  #open(): MqttClient | undefined {
    try {
      const library: Sender = mqtt
      const client = library.connect({
        ...parseUrl(this.#request.url),
        ...connectOptions(this.#request, () => this.#sighting.authentication?.first),
        createWebsocket: (_url: string, protocols: readonly string[]) => {
          queueMicrotask(() => this.#hearStream())
          return this.#sighting.open(protocols)
        },
      })
      this.#listen(client)
      return client
    } catch (error) {
      // The browser throws if it refuses to connect: for a blocked port, or for an invalid address.
      this.#finish({ kind: 'failed', message: toErrorMessage(error) })
      return undefined
    }
  }

  /** A packet that cannot be written ends the stream, which the library does not report itself. */
  #hearStream(): void {
    this.#client?.stream.on('error', (error: Error) => this.#sighting.fail(error.message))
  }

  #listen(client: MqttClient): void {
    answerQuestions(client, this.#sighting)
    client.on('packetreceive', (packet) => {
      this.#sighting.see(packet)
      if (packet.cmd !== 'puback' && packet.cmd !== 'pubrec') return
      const { messageId, reasonCode } = packet
      if (messageId !== undefined && reasonCode !== undefined) this.#ackCodes.set(messageId, reasonCode)
    })
    client.on('error', (error) => this.#sighting.fail(error.message))
    client.on('message', (topic, payload, packet) => {
      // Messages of a broker that has not proven itself are dropped.
      if (this.#phase !== 'disconnected') this.#listener.onMessage(readLinkMessage(topic, payload, packet))
    })
    client.on('connect', () => {
      if (this.#sighting.isUnproven) {
        this.#finish(this.#sighting.end())
        // The client disconnects with a DISCONNECT, so that no will is sent.
        client.end()
        return
      }
      this.#wasConnected = true
      this.#failures = 0
      this.#aliases.forget()
      const { connack } = this.#sighting
      this.#tell({ phase: 'connected', ...(connack === undefined ? {} : { connack }) })
    })
    client.on('reconnect', () => this.#phase === 'reconnecting' && this.#tellRetry(undefined))
    client.on('close', () => {
      if (this.#phase === 'disconnecting' || this.#phase === 'disconnected') return
      if (this.#phase !== 'connected') this.#failures += 1
      const end = this.#sighting.end()
      const { reconnectPeriod = 0 } = client.options
      if (reconnectPeriod === 0 || isFinalEnd(end, this.#wasConnected)) {
        client.end(true)
        return this.#finish(end)
      }
      this.#lastEnd = end
      this.#tellRetry(Date.now() + reconnectPeriod)
    })
  }

  /** Reports a retry; undefined means that the attempt starts now. */
  #tellRetry(nextAt: number | undefined): void {
    this.#isWaiting = nextAt !== undefined
    const retry = { failures: this.#failures, ...(nextAt === undefined ? {} : { nextAt }) }
    const end = this.#lastEnd
    this.#tell({ phase: 'reconnecting', retry, ...(end === undefined ? {} : { end }) })
  }

  #ask(send: (client: MqttClient, answer: (answer: LinkAnswer) => void) => unknown): Promise<LinkAnswer> {
    const client = this.#client
    if (client === undefined || this.#phase !== 'connected') return Promise.resolve({ kind: 'lost' })
    return new Promise((resolve) => {
      const answer = (given: LinkAnswer) => {
        this.#waiting.delete(answer)
        resolve(given)
      }
      this.#waiting.add(answer)
      send(client, answer)
    })
  }

  #refusal(error: Error, given?: number): LinkAnswer {
    const code = given ?? ('code' in error && typeof error.code === 'number' ? error.code : undefined)
    if (code !== undefined) return { kind: 'refused', code, version: this.#request.settings.version }
    return this.isConnected ? { kind: 'failed', message: error.message } : { kind: 'lost' }
  }

  #tell(state: Omit<LinkState, 'since'>): void {
    this.#phase = state.phase
    if (state.phase !== 'connected') for (const answer of this.#waiting) answer({ kind: 'lost' })
    this.#listener.onState({ ...state, since: Date.now() })
  }

  #finish(end: LinkEnd): void {
    this.#tell({ phase: 'disconnected', end })
  }
}

const PATIENCE_MS = 3_000

const done = (code?: unknown): LinkAnswer => ({
  kind: 'done',
  ...(typeof code === 'number' ? { code } : {}),
})

const toErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The library requires the parts of the address, although the socket is opened here. */
function parseUrl(url: string) {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  return {
    protocol: protocol.replace(':', ''),
    host: hostname,
    port: Number(port),
    path: `${pathname}${search}`,
  }
}
