import { scramMethod } from '#domain/mqtt-link/connect-options.ts'
import { connectWorker } from '#domain/mqtt-link/connect-worker.ts'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import { canHash } from '#domain/mqtt-link/enhanced/scram-methods.ts'
import { linkAddress, probeTunnel } from '#domain/mqtt-link/link-address.ts'
import type { LinkAnswer, LinkMessage } from '#domain/mqtt-link/link-message.ts'
import { type PageRefusal, pageRefusal } from '#domain/mqtt-link/page-refusal.ts'
import type { WorkerPort } from '#domain/mqtt-link/worker-port.ts'
import { newDraft, type PublishDraft } from '#domain/publish/publish-draft.ts'
import { defaultLimits } from '#features/diagnose/test-client/engine/default-limits.ts'
import type { BufferLimits } from '#features/diagnose/test-client/engine/message-buffer.ts'
import type {
  Direction,
  ExportFormat,
  MessageListing,
  PageMessage,
} from '#features/diagnose/test-client/engine/page-message.ts'
import {
  type OpenedMessage,
  type Tally,
  type WorkerMessage,
  workerMessageSchema,
} from '#features/diagnose/test-client/engine/worker-message.ts'
import { consoleConfig, isMqttClosed } from '#lib/console-config.ts'
import { announceState } from './announce-state.ts'
import { ChangeStore } from './change-store.ts'
import type { ConnectionFacts, TestSubscription } from './connection-facts.ts'
import { PendingAnswers } from './pending-answers.ts'
import type { StoredConnection } from './stored-connections.ts'
import type { WorkspacePart } from './workspace-part.ts'

const noMessages: Tally = { total: 0, kept: 0, bytes: 0, dropped: 0, perSecond: 0, muted: 0 }

const firstView: MessageListing = { direction: 'received', search: '', topic: '', start: 0, end: 40 }

/**
 * One connection of the test client: it has its own worker, and holds what the page knows of it. It outlives the
 * page.
 */
export class TestConnection {
  readonly facts: ChangeStore<ConnectionFacts>
  readonly #onStorable: () => void
  readonly #published = new PendingAnswers<LinkAnswer>()
  readonly #opened = new PendingAnswers<OpenedMessage | undefined>()
  readonly #exports = new Map<number, { readonly parts: string[]; done(parts: readonly string[]): void }>()
  #port: WorkerPort<PageMessage> | undefined
  #password: string | undefined
  #isLookedAt = false
  #nextExport = 0

  constructor(stored: StoredConnection, onStorable: () => void) {
    this.#onStorable = onStorable
    this.facts = new ChangeStore<ConnectionFacts>({
      ...stored,
      hasPassword: false,
      state: { phase: 'disconnected', since: Date.now() },
      attempt: { address: undefined, refusal: undefined, probe: undefined },
      draft: newDraft({ topic: 't/1', payload: { kind: 'json', text: '{ "msg": "hello" }' } }),
      received: noMessages,
      published: noMessages,
      view: firstView,
      listed: undefined,
      charted: undefined,
      limit: defaultLimits.count,
      hasUnseen: false,
      part: 'connection',
    })
  }

  get password(): string | undefined {
    return this.#password
  }

  configure(settings: ConnectionSettings, password: string | undefined): void {
    this.#password = password === '' ? undefined : password
    this.#change({ settings, hasPassword: this.#password !== undefined })
    this.#onStorable()
  }

  rename(name: string): void {
    this.#change({ name })
    this.#onStorable()
  }

  connect(): void {
    const { settings, subscriptions } = this.facts.get()
    const address = linkAddress(settings, document.baseURI)
    const config = consoleConfig()
    const closed = { isReadOnly: config.readOnly, isClosed: isMqttClosed(config) }
    const page = { protocol: location.protocol, ...closed }
    const refusal =
      pageRefusal(address, settings, page) ?? authenticationRefusal(settings, this.#password !== undefined)
    this.#change({ attempt: { address, refusal, probe: undefined } })
    if (refusal !== undefined) return
    this.#setSubscriptions(subscriptions.map((one) => ({ ...one, answer: undefined })))
    const password = this.#password === undefined ? {} : { password: this.#password }
    this.#send({ type: 'connect', request: { url: address, settings, ...password } })
  }

  disconnect(): void {
    this.#send({ type: 'disconnect' })
  }

  retry(): void {
    this.#send({ type: 'retry' })
  }

  subscribe(subscription: TestSubscription): void {
    const { subscriptions } = this.facts.get()
    const at = subscriptions.findIndex(({ filter }) => filter === subscription.filter)
    const before = subscriptions[at]
    const isSame = JSON.stringify(before?.options) === JSON.stringify(subscription.options)
    const hasWorked = isSame && before?.answer?.kind === 'done'
    // The worker sends a subscription again only if it does not hold it, so the failed one is removed first.
    if (isSame && !hasWorked) this.#setSubscriptions(subscriptions.toSpliced(at, 1))
    const answered = hasWorked ? { answer: before.answer, at: before.at } : { answer: undefined }
    const next = { ...subscription, ...answered }
    this.#setSubscriptions(before === undefined ? [...subscriptions, next] : subscriptions.with(at, next))
    this.#onStorable()
  }

  unsubscribe(filter: string): void {
    this.#setSubscriptions(this.facts.get().subscriptions.filter((one) => one.filter !== filter))
    this.#onStorable()
  }

  publish(message: LinkMessage): Promise<LinkAnswer> {
    if (this.facts.get().state.phase !== 'connected') return Promise.resolve({ kind: 'lost' })
    const { id, answer } = this.#published.ask()
    this.#send({ type: 'publish', id, message })
    return answer
  }

  turnTo(part: WorkspacePart): void {
    this.#change({ part })
  }

  draft(draft: PublishDraft): void {
    this.#change({ draft })
  }

  open(direction: Direction, seq: number): Promise<OpenedMessage | undefined> {
    const { id, answer } = this.#opened.ask()
    this.#send({ type: 'open', id, direction, seq })
    return answer
  }

  clear(direction: Direction): void {
    this.#send({ type: 'clear', direction })
    this.show({ ...this.facts.get().view, start: 0, upTo: undefined })
  }

  limit(limits: BufferLimits): void {
    this.#change({ limit: limits.count })
    this.#send({ type: 'limits', ...limits })
  }

  show(view: MessageListing): void {
    this.#change({ view })
    if (this.#isLookedAt) this.#port?.send({ type: 'list', view })
  }

  /** Tells the connection whether its list is on the screen; while it is not, only counts arrive. */
  look(isLookedAt: boolean): void {
    this.#isLookedAt = isLookedAt
    if (isLookedAt) this.#change({ hasUnseen: false })
    this.#port?.send(isLookedAt ? { type: 'list', view: this.facts.get().view } : { type: 'unlist' })
  }

  /** Exports the messages of the view; resolves with the parts of the file, in order. */
  export(format: ExportFormat): Promise<readonly string[]> {
    this.#nextExport += 1
    const id = this.#nextExport
    return new Promise((done) => {
      this.#exports.set(id, { parts: [], done })
      this.#send({ type: 'export', id, format, view: this.facts.get().view })
    })
  }

  /** Closes the connection together with everything that it holds. */
  close(): void {
    this.#port?.close()
    this.#port = undefined
    this.#password = undefined
  }

  #change(change: Partial<ConnectionFacts>): void {
    this.facts.set({ ...this.facts.get(), ...change })
  }

  #setSubscriptions(subscriptions: readonly TestSubscription[]): void {
    this.#change({ subscriptions })
    this.#send({
      type: 'subscriptions',
      wanted: subscriptions.map(({ filter, options, isMuted }) => ({ filter, options, isMuted })),
    })
  }

  #send(message: PageMessage): void {
    this.#port ??= this.#start()
    this.#port.send(message)
  }

  #start(): WorkerPort<PageMessage> {
    const worker = new Worker(new URL('../engine/test-client-worker.ts', import.meta.url), { type: 'module' })
    const port = connectWorker<PageMessage, WorkerMessage>(worker, workerMessageSchema, (message) =>
      this.#hear(message),
    )
    if (this.#isLookedAt) port.send({ type: 'list', view: this.facts.get().view })
    return port
  }

  #hear(message: WorkerMessage): void {
    switch (message.type) {
      case 'state':
        this.#enter(message.state)
        break
      case 'subscription':
        this.#noteAnswer(message)
        break
      case 'published':
        this.#published.answer(message.id, message.answer)
        break
      case 'opened':
        this.#opened.answer(message.id, message.message)
        break
      case 'charted':
        this.#change({ charted: message })
        break
      case 'exported':
        this.#collect(message)
        break
      case 'update':
        this.#update(message)
    }
  }

  #enter(state: ConnectionFacts['state']): void {
    const before = this.facts.get()
    this.#change({ state })
    announceState(before, this.facts.get())
    const { attempt, settings } = before
    const { address } = attempt
    const isMute = state.end?.kind === 'unopened' || state.end?.kind === 'unanswered'
    // Each attempt is probed, because consecutive attempts may fail for different reasons.
    const hasFailed = state.phase === 'disconnected' || state.retry?.nextAt !== undefined
    if (hasFailed && isMute && settings.via === 'tunnel' && address !== undefined) {
      void probeTunnel(address).then((probe) => this.#change({ attempt: { ...attempt, probe } }))
    }
  }

  #noteAnswer({ filter, answer }: Extract<WorkerMessage, { type: 'subscription' }>): void {
    if (answer === undefined) return
    const { subscriptions } = this.facts.get()
    this.#change({
      subscriptions: subscriptions.map((one) =>
        one.filter === filter ? { ...one, answer, at: Date.now() } : one,
      ),
    })
  }

  #collect({ id, text, isLast }: Extract<WorkerMessage, { type: 'exported' }>): void {
    const order = this.#exports.get(id)
    order?.parts.push(text)
    if (!isLast) return
    this.#exports.delete(id)
    order?.done(order.parts)
  }

  #update({ received, published, listed }: Extract<WorkerMessage, { type: 'update' }>): void {
    const before = this.facts.get()
    const hasUnseen = !this.#isLookedAt && (before.hasUnseen || received.total > before.received.total)
    const { upTo } = before.view
    // A list that was sent before the worker knew `upTo` is dropped, because it would push away the rows that the
    // user reads.
    const isLate = upTo !== undefined && listed?.rows.some(({ seq }) => seq > upTo) === true
    this.#change({
      received,
      published,
      hasUnseen,
      listed: isLate ? before.listed : (listed ?? before.listed),
    })
  }
}

/** Returns the reason why an authentication cannot be started. */
function authenticationRefusal(
  settings: Pick<ConnectionSettings, 'version' | 'enhanced'>,
  hasPassword: boolean,
): PageRefusal | undefined {
  if (scramMethod(settings) === undefined) return undefined
  if (!canHash()) return 'no-hashes'
  return hasPassword ? undefined : 'no-password'
}
