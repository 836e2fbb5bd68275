import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'
import type { LinkRequest } from '#domain/mqtt-link/connection-settings.ts'
import type { LinkAnswer, LinkMessage } from '#domain/mqtt-link/link-message.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import { MqttLink } from '#domain/mqtt-link/mqtt-link.ts'
import { defaultLimits } from './default-limits.ts'
import { exportMessages } from './export-messages.ts'
import type { BufferLimits } from './message-buffer.ts'
import { MessageChart } from './message-chart.ts'
import { BufferedMessageList } from './message-list.ts'
import { MessageLog } from './message-log.ts'
import type { PageMessage, WantedSubscription } from './page-message.ts'
import type { WorkerMessage } from './worker-message.ts'

/** The limits for published messages, which are seldom many. */
const publishedLimits: BufferLimits = { count: 5_000, bytes: 16 * 1_048_576 }

/**
 * The minimum time between two updates, in milliseconds: ten a second are as many as a person can read, and few
 * enough for the page.
 */
const PERIOD = 100

/** The interval of updates without new messages, in milliseconds: rates decrease even if no message arrives. */
const REST = 1_000

/** Calls at most ten times a second after `due()`, and once a second in any case. */
class UpdatePace {
  readonly #run: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #rest: ReturnType<typeof setInterval>
  #ranAt = 0

  constructor(run: () => void) {
    this.#run = run
    this.#rest = setInterval(() => this.due(), REST)
  }

  due(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#ranAt + PERIOD - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#ranAt = performance.now()
      this.#run()
    }, wait)
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#rest)
    this.#timer = undefined
  }
}

/** The maximum time of a search at once, in milliseconds; a longer search would delay incoming messages. */
const SEARCH_MS = 20

type PageMessageOf<Type extends PageMessage['type']> = Extract<PageMessage, { readonly type: Type }>

/** Runs one connection with all messages that came over it; the page receives the part that it requests. */
export class TestClientEngine {
  readonly #send: (message: WorkerMessage) => void
  readonly #logs = { received: new MessageLog(defaultLimits), published: new MessageLog(publishedLimits) }
  readonly #list = new BufferedMessageList(this.#logs)
  readonly #subscriptions: WantedSubscriptions
  readonly #pace = new UpdatePace(() => this.#update())
  readonly #chart = new MessageChart(this.#logs, () => this.#pace.due())
  #link: MqttLink | undefined
  /** The latest update, which is not sent again if nothing has changed. */
  #told = ''
  #toldChart = ''
  /** The number of the present link; callbacks of a replaced link are ignored. */
  #linkNumber = 0

  constructor(send: (message: WorkerMessage) => void) {
    this.#send = send
    this.#subscriptions = new WantedSubscriptions((filter, answer) =>
      send({ type: 'subscription', filter, ...(answer === undefined ? {} : { answer }) }),
    )
  }

  handle(message: PageMessage): void {
    switch (message.type) {
      case 'connect':
        this.#connect(message.request)
        break
      case 'disconnect':
        this.#link?.close()
        break
      case 'retry':
        this.#link?.retry()
        break
      case 'subscriptions':
        this.#subscriptions.want(message.wanted)
        break
      case 'publish':
        void this.#publish(message)
        break
      case 'open':
        this.#open(message)
        break
      case 'export':
        this.#export(message)
        break
      default:
        this.#arrange(message)
    }
  }

  stop(): void {
    this.#pace.stop()
    this.#chart.close()
    this.#link?.close()
  }

  /** Handles the messages that change only the list and the chart. */
  #arrange(message: PageMessageOf<'list' | 'unlist' | 'clear' | 'limits'>): void {
    if (message.type === 'limits') this.#logs.received.buffer.setLimits(message)
    else if (message.type === 'clear') {
      this.#logs[message.direction].buffer.clear()
      this.#list.forget()
      this.#chart.forget()
    } else {
      const view = message.type === 'list' ? message.view : undefined
      this.#list.show(view)
      this.#chart.show(view)
    }
    this.#pace.due()
  }

  #connect(request: LinkRequest): void {
    this.#link?.close()
    this.#linkNumber += 1
    const number = this.#linkNumber
    const isCurrent = () => number === this.#linkNumber
    this.#link = new MqttLink(request, {
      onState: (state) => isCurrent() && this.#changeState(state),
      onMessage: (message) => isCurrent() && this.#receive(message),
    })
  }

  #changeState(state: LinkState): void {
    this.#send({ type: 'state', state })
    if (state.phase !== 'connected') this.#subscriptions.noteDisconnected()
    else if (this.#link !== undefined) {
      this.#subscriptions.noteConnected(this.#link, state.connack?.isSessionPresent === true)
    }
  }

  #receive(message: LinkMessage): void {
    const now = Date.now()
    if (this.#subscriptions.isMuted(message.topic)) this.#logs.received.mute(now)
    else this.#logs.received.add(message, now)
    this.#pace.due()
  }

  async #publish({ id, message }: PageMessageOf<'publish'>): Promise<void> {
    const answer = (await this.#link?.publish(message)) ?? { kind: 'lost' as const }
    if (answer.kind === 'done') this.#logs.published.add(message, Date.now())
    this.#send({ type: 'published', id, answer })
    this.#pace.due()
  }

  #open({ id, direction, seq }: PageMessageOf<'open'>): void {
    const message = this.#logs[direction].buffer.get(seq)
    this.#send({ type: 'opened', id, ...(message === undefined ? {} : { message }) })
  }

  #export({ id, format, view }: PageMessageOf<'export'>): void {
    exportMessages({
      buffer: this.#logs[view.direction].buffer,
      view,
      format,
      onPart: (text, isLast) => this.#send({ type: 'exported', id, text, isLast }),
    })
  }

  #update(): void {
    const now = Date.now()
    const listed = this.#list.list(performance.now() + SEARCH_MS)
    const message: WorkerMessage = {
      type: 'update',
      received: this.#logs.received.tally(now),
      published: this.#logs.published.tally(now),
      ...(listed === undefined ? {} : { listed }),
    }
    const spelled = JSON.stringify(message)
    if (spelled !== this.#told) this.#send(message)
    this.#told = spelled
    this.#draw()
    if (this.#list.isSearching || this.#chart.isBehind) this.#pace.due()
  }

  #draw(): void {
    const charted = this.#chart.draw()
    if (charted === undefined) return
    const spelled = JSON.stringify(charted)
    if (spelled !== this.#toldChart) this.#send(charted)
    this.#toldChart = spelled
  }
}

type SubscriptionAnswerHandler = (filter: string, answer: LinkAnswer | undefined) => void

/** Keeps the session's subscriptions as the page wants them, also after a new connection. */
class WantedSubscriptions {
  readonly #onAnswer: SubscriptionAnswerHandler
  #wanted: readonly WantedSubscription[] = []
  /** The options that were requested from the broker, by filter. */
  readonly #asked = new Map<string, string>()
  #link: MqttLink | undefined

  constructor(onAnswer: SubscriptionAnswerHandler) {
    this.#onAnswer = onAnswer
  }

  want(wanted: readonly WantedSubscription[]): void {
    this.#wanted = wanted
    this.#settle()
  }

  /** Applies the subscriptions after a connect; a new session has no subscriptions yet. */
  noteConnected(link: MqttLink, isSessionPresent: boolean): void {
    this.#link = link
    if (!isSessionPresent) this.#asked.clear()
    this.#settle()
  }

  noteDisconnected(): void {
    this.#link = undefined
  }

  /**
   * Tells whether all subscriptions that match a topic are muted. A message that no subscription matches was sent by
   * the broker itself and is shown.
   */
  isMuted(topic: string): boolean {
    if (!this.#wanted.some(({ isMuted }) => isMuted)) return false
    const matching = this.#wanted.filter(({ filter }) => topicMatches(parseShared(filter).filter, topic))
    return matching.length > 0 && matching.every(({ isMuted }) => isMuted)
  }

  #settle(): void {
    const link = this.#link
    if (link === undefined) return
    for (const filter of this.#asked.keys()) {
      if (this.#wanted.some((one) => one.filter === filter)) continue
      this.#asked.delete(filter)
      void link.unsubscribe(filter).then(() => this.#onAnswer(filter, undefined))
    }
    for (const { filter, options } of this.#wanted) {
      const spelled = JSON.stringify(options)
      if (this.#asked.get(filter) === spelled) continue
      this.#asked.set(filter, spelled)
      void link.subscribe(filter, options).then((answer) => {
        if (answer.kind !== 'done' && answer.kind !== 'refused' && this.#asked.get(filter) === spelled)
          this.#asked.delete(filter)
        this.#onAnswer(filter, answer)
      })
    }
  }
}
