import type { ExhookServer } from '@brokerdeck/contract/extensions/exhooks.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { topicMatches } from '@brokerdeck/contract/topic.ts'
import { HookChannel } from './hook-channel.ts'
import type { HookCounters } from './hook-counters.ts'
import {
  decodeLoaded,
  encodeRequest,
  type HookName,
  hookNames,
  isOfMessages,
  methodOf,
} from './hook-protocol.ts'

/** Goodbyes are not waited for longer. */
const longestGoodbye = 1000
const shortestWait = 100
/** What a timer can wait. */
const longestWait = 0x7fffffff

export type HookRequest = Readonly<Record<string, unknown>>

interface LinkParts {
  readonly counters: HookCounters
  /** Said with every call. */
  readonly meta: () => HookRequest
  /** What the broker says of itself when it begins. */
  readonly broker: () => HookRequest
  /** It wants other hooks now, or can be asked, or no longer. */
  readonly onChange: () => void
  readonly onFailure: (reason: string) => void
}

const noHooks: ReadonlyMap<HookName, readonly string[]> = new Map()

const isHook = (name: string): name is HookName => hookNames.some((one) => one === name)

/** One node of the broker and one hook server: greeted once, then called for what it has registered. */
export class HookLink {
  readonly server: ExhookServer
  readonly #parts: LinkParts
  readonly #timeout: number
  #channel: HookChannel | undefined
  #hooks = noHooks
  #isClosed = false
  #retry: NodeJS.Timeout | undefined
  /** Like EMQX's, it stays connected when the server is gone. */
  status: 'connected' | 'connecting' | 'disconnected' | 'disabled' = 'disconnected'

  constructor(server: ExhookServer, parts: LinkParts) {
    this.server = server
    this.#parts = parts
    this.#timeout = parseDuration(server.request_timeout) ?? 5000
  }

  /** What it has registered for, with the topics that it is limited to; `[]` is all. */
  get hooks(): ReadonlyMap<HookName, readonly string[]> {
    return this.#hooks
  }

  /** Whether it is to be called. */
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
      const answer = await channel.call(methodOf(subject), encodeRequest(subject, request), '', this.#timeout)
      const hooks = registered(decodeLoaded(answer))
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

  /** The answer, or undefined where there is none in time. */
  async call<Answer>(
    hook: HookName,
    request: HookRequest,
    key: string,
    decode: (answer: Buffer) => Answer,
  ): Promise<Answer | undefined> {
    try {
      if (this.#channel === undefined) throw new Error('closed')
      const bytes = encodeRequest(hook, { ...request, meta: this.#parts.meta() })
      const answer = decode(await this.#channel.call(methodOf(hook), bytes, key, this.#timeout))
      this.#parts.counters.count(hook, 'succeed')
      return answer
    } catch (error) {
      this.#parts.counters.count(hook, 'failed')
      this.#parts.onFailure(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  /** Says goodbye, where it was greeted. */
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
    await channel.call(methodOf(subject), bytes, '', timeout).catch(() => undefined)
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

/** Throws where a server registers for what there is not, as EMQX does. */
function registered(
  wanted: readonly { readonly name: string; readonly topics: readonly string[] }[],
): ReadonlyMap<HookName, readonly string[]> {
  return new Map(
    wanted.map(({ name, topics }) => {
      if (!isHook(name)) throw new Error(`unknown_hookpoint: ${name.slice(0, 100)}`)
      return [name, isOfMessages(name) ? topics : []] as const
    }),
  )
}
