import type { ExhookServer } from '@brokerdeck/contract/extensions/exhooks.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { Client, Metadata } from '@grpc/grpc-js'
import * as v from 'valibot'
import { toGrpcCredentials } from '../../backends/grpc.ts'
import { type TlsDocument, tlsOptions, tlsShape } from '../../backends/tls-options.ts'
import type { HookCounters } from './hook-counters.ts'
import {
  decodeLoaded,
  encodeRequest,
  type HookName,
  hookNames,
  isOfMessages,
  toMethod,
} from './hook-protocol.ts'

/**
 * The maximum number of connections. A real broker opens as many as configured; more connections than these show no
 * difference.
 */
const mostConnections = 16

/** The maximum number of calls without a response; the next call fails at once. */
const mostWaiting = 1024

/** The maximum length of a response, in bytes: a message may be as large as MQTT allows. */
const longestAnswer = 16 * 1_048_576

const serverName = (ssl: TlsDocument | undefined) => {
  const { servername } = tlsOptions(ssl) ?? {}
  return servername === undefined ? {} : { 'grpc.ssl_target_name_override': servername }
}

/** The connections of one node to one hook server. */
class HookChannel {
  readonly #clients: readonly Client[]
  readonly #metadata = new Metadata()
  #waiting = 0

  /** Throws if the settings cannot work: an invalid address or invalid certificates. */
  constructor({ url, ssl, pool_size }: ExhookServer) {
    const found = parseTarget(url)
    if (found === undefined) throw new Error(`bad_server_url: ${url}`)
    const tls = ssl === undefined ? undefined : v.parse(tlsShape, ssl)
    const options = {
      ...serverName(tls),
      // Each client gets a connection of its own.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.service_config_disable_resolution': 1,
      'grpc.enable_http_proxy': 0,
      'grpc.max_receive_message_length': longestAnswer,
      'grpc.max_send_message_length': -1,
      // A server that is available again is called again soon.
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1000,
    }
    this.#clients = Array.from({ length: Math.min(pool_size, mostConnections) }, () => {
      return new Client(found.target, toGrpcCredentials(found.isSecure, tls), options)
    })
  }

  /**
   * Sends calls with the same key over one connection, so that they arrive in order. Rejects if no response arrives.
   */
  call(method: string, request: Buffer, key: string, timeout: number): Promise<Buffer> {
    const client = this.#clients[hash(key) % this.#clients.length]
    if (client === undefined || this.#waiting >= mostWaiting) return Promise.reject(new Error('overloaded'))
    this.#waiting++
    const answered = new Promise<Buffer>((resolve, reject) => {
      const same = (bytes: Buffer) => bytes
      const deadline = Date.now() + timeout
      client.makeUnaryRequest(method, same, same, request, this.#metadata, { deadline }, (error, answer) => {
        if (error === null && answer !== undefined) resolve(answer)
        else reject(error ?? new Error('no answer'))
      })
    })
    return answered.finally(() => {
      this.#waiting--
    })
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }
}

/** The maximum time to wait for the response to `provider.unloaded`, in milliseconds. */
const longestGoodbye = 1000
const shortestWait = 100
/** The longest delay of a timer, in milliseconds. */
const longestWait = 0x7fffffff

export type HookRequest = Readonly<Record<string, unknown>>

interface LinkParts {
  readonly counters: HookCounters
  /** Metadata that is sent with every call. */
  readonly meta: () => HookRequest
  /** The broker's description, which is sent with the first call. */
  readonly broker: () => HookRequest
  /** Called when the server's hooks change, or when it becomes available or unavailable. */
  readonly onChange: () => void
  readonly onFailure: (reason: string) => void
}

const noHooks: ReadonlyMap<HookName, readonly string[]> = new Map()

const isHook = (name: string): name is HookName => hookNames.some((one) => one === name)

/**
 * The link between one node and one hook server: calls `provider.loaded` once, then the hooks that the server has
 * registered.
 */
export class HookLink {
  readonly server: ExhookServer
  readonly #parts: LinkParts
  readonly #timeout: number
  #channel: HookChannel | undefined
  #hooks = noHooks
  #isClosed = false
  #retry: NodeJS.Timeout | undefined
  /** As in EMQX, the status stays `connected` when the server becomes unreachable. */
  status: 'connected' | 'connecting' | 'disconnected' | 'disabled' = 'disconnected'

  constructor(server: ExhookServer, parts: LinkParts) {
    this.server = server
    this.#parts = parts
    this.#timeout = parseDuration(server.request_timeout) ?? 5000
  }

  /** The registered hooks, with the topic filters that limit them; `[]` means all topics. */
  get hooks(): ReadonlyMap<HookName, readonly string[]> {
    return this.#hooks
  }

  /** Returns true if the server is to be called for this hook and topic. */
  wants(hook: HookName, topic?: string): boolean {
    const topics = this.#hooks.get(hook)
    if (topics === undefined) return false
    return topic === undefined || topics.length === 0 || topics.some((filter) => topicMatches(filter, topic))
  }

  async open(): Promise<void> {
    if (!this.server.enable) {
      this.status = 'disabled'
      return
    }
    let channel: HookChannel
    try {
      channel = new HookChannel(this.server)
    } catch (error) {
      this.#fail(error)
      return
    }
    try {
      const request = { broker: this.#parts.broker(), meta: this.#parts.meta() }
      const subject = 'provider.loaded'
      const answer = await channel.call(toMethod(subject), encodeRequest(subject, request), '', this.#timeout)
      const hooks = readRegistered(decodeLoaded(answer))
      if (this.#isClosed) return channel.close()
      this.#channel = channel
      this.#hooks = hooks
      this.status = 'connected'
      this.#parts.onChange()
    } catch (error) {
      channel.close()
      this.#fail(error)
      this.#tryLater()
    }
  }

  /** Returns the response, or undefined if none arrives within the timeout. */
  async call<Answer>(
    hook: HookName,
    request: HookRequest,
    key: string,
    decode: (answer: Buffer) => Answer,
  ): Promise<Answer | undefined> {
    try {
      if (this.#channel === undefined) throw new Error('closed')
      const bytes = encodeRequest(hook, { ...request, meta: this.#parts.meta() })
      const answer = decode(await this.#channel.call(toMethod(hook), bytes, key, this.#timeout))
      this.#parts.counters.count(hook, 'succeed')
      return answer
    } catch (error) {
      this.#parts.counters.count(hook, 'failed')
      this.#parts.onFailure(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  /** Closes the link; calls `provider.unloaded` if the server was connected. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const channel = this.#channel
    this.#channel = undefined
    this.#hooks = noHooks
    this.status = 'disabled'
    if (channel === undefined) return
    this.#parts.onChange()
    const subject = 'provider.unloaded'
    const bytes = encodeRequest(subject, { meta: this.#parts.meta() })
    const timeout = Math.min(this.#timeout, longestGoodbye)
    await channel.call(toMethod(subject), bytes, '', timeout).catch(() => undefined)
    channel.close()
  }

  #fail(error: unknown): void {
    this.status = 'disconnected'
    this.#parts.onFailure(error instanceof Error ? error.message : String(error))
  }

  #tryLater(): void {
    const { auto_reconnect: every } = this.server
    const wait = every === false ? undefined : parseDuration(every)
    if (wait === undefined || this.#isClosed) return
    this.status = 'connecting'
    const delay = Math.min(Math.max(wait, shortestWait), longestWait)
    this.#retry = setTimeout(() => void this.open(), delay).unref()
  }
}

/** Throws if a server registers for an unknown hook, as EMQX does. */
function readRegistered(
  wanted: readonly { readonly name: string; readonly topics: readonly string[] }[],
): ReadonlyMap<HookName, readonly string[]> {
  return new Map(
    wanted.map(({ name, topics }) => {
      if (!isHook(name)) throw new Error(`unknown_hookpoint: ${name.slice(0, 100)}`)
      return [name, isOfMessages(name) ? topics : []] as const
    }),
  )
}

const address = /^(https?):\/\/((?:\[[\da-f:.]+\]|[^/?#:@\s[\]]+):(\d{1,5}))(?:[/?#]|$)/i

/** Returns undefined if the broker cannot use the URL; the port is not optional. */
function parseTarget(url: string): { readonly isSecure: boolean; readonly target: string } | undefined {
  const [, scheme, target, port] = address.exec(url) ?? []
  if (target === undefined || Number(port) > 65_535) return undefined
  return { isSecure: scheme === 'https', target }
}

/** Computes the FNV-1a hash of a text. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}
