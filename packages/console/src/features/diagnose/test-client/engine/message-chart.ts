import { ChartReader } from '#features/diagnose/charts/chart-reader.ts'
import type { ChartedMessage } from '#features/diagnose/charts/chart-values.ts'
import { UnpackedPayloads } from '#features/diagnose/charts/unpacked-payloads.ts'
import type { BufferedMessage, MessageBuffer } from './message-buffer.ts'
import type { MessageLog } from './message-log.ts'
import { MessageSearch } from './message-search.ts'
import { OfferedTopics } from './offered-topics.ts'
import type { Direction, MessageListing } from './page-message.ts'
import type { Charted } from './worker-message.ts'

/** The minimum time between two charts, in milliseconds: a person cannot read more than four charts a second. */
const betweenCharts = 250

/** The maximum time of work at once, in milliseconds; longer work would delay incoming messages. */
const workMs = 20

const mostMessages = 500

/** The number of latest messages of all topics that are searched for a number. */
const mostCandidates = 50

/** The messages that can be drawn: those of one direction that match a topic filter. */
interface Scope {
  readonly direction: Direction
  readonly filter: string
  readonly buffer: MessageBuffer
  readonly topics: OfferedTopics
  readonly all: MessageSearch
}

interface ChartedTopic {
  readonly topic: string
  readonly search: MessageSearch
}

/** Computes the chart that the page shows: of the chosen topic, or of the topic with the latest number. */
export class MessageChart {
  readonly #logs: Readonly<Record<Direction, MessageLog>>
  readonly #contents: UnpackedPayloads
  readonly #reader: ChartReader
  readonly #known = new WeakMap<BufferedMessage, ChartedMessage>()
  #view: MessageListing | undefined
  #scope: Scope | undefined
  /** The charted topic, which stays the same whatever arrives on other topics. */
  #charted: ChartedTopic | undefined
  #chartedAt = Number.NEGATIVE_INFINITY
  #isDelayed = false

  /** `onUnpack` is called when there may be more to draw. */
  constructor(logs: Readonly<Record<Direction, MessageLog>>, onUnpack: () => void) {
    this.#logs = logs
    this.#contents = new UnpackedPayloads(onUnpack)
    this.#reader = new ChartReader(this.#contents)
  }

  /** Sets the view to draw. Without a view the chart is not shown now, and will continue with the same topic. */
  show(view: MessageListing | undefined): void {
    this.#view = view
    const chart = view?.chart
    if (view === undefined || chart === undefined) {
      this.#contents.follow([])
      if (view !== undefined) this.forget()
      return
    }
    const { direction, topic: filter } = view
    if (this.#scope?.direction !== direction || this.#scope.filter !== filter) {
      this.#scope = openScope(direction, filter, this.#logs[direction].buffer)
      this.#charted = undefined
    }
    if (chart.topic !== undefined && chart.topic !== this.#charted?.topic)
      this.#charted = searchTopic(this.#scope.buffer, chart.topic)
    this.#reader.choose(chart.path)
  }

  /** Drops what was found in messages that no longer exist. */
  forget(): void {
    this.#scope = undefined
    this.#charted = undefined
    if (this.#view?.chart !== undefined) this.show(this.#view)
  }

  /** Tells whether `draw` has more to do. */
  get isBehind(): boolean {
    if (this.#view?.chart === undefined) return false
    const searches = [this.#scope?.topics, this.#charted?.search ?? this.#scope?.all]
    return this.#isDelayed || this.#reader.isBehind || searches.some((one) => one?.isDone === false)
  }

  /** Draws the chart; returns undefined if no chart is shown, or if it is too early for the next chart. */
  draw(): Charted | undefined {
    const [view, scope] = [this.#view, this.#scope]
    if (view?.chart === undefined || scope === undefined) return undefined
    const now = performance.now()
    this.#isDelayed = now < this.#chartedAt + betweenCharts
    if (this.#isDelayed) return undefined
    this.#chartedAt = now
    const deadline = now + workMs
    scope.topics.step(deadline)
    const upTo = Math.min(view.upTo ?? scope.buffer.lastSeq, scope.buffer.lastSeq)
    const newest = this.#charted === undefined ? this.#findTopic(scope, upTo, deadline) : undefined
    return {
      type: 'charted',
      direction: scope.direction,
      topics: scope.topics.list(),
      hasMore: scope.topics.hasMore,
      ...(newest ?? this.#drawTopic(scope, upTo, deadline)),
    }
  }

  close(): void {
    this.#contents.close()
  }

  /** Chooses the topic of the latest number; returns an empty chart as long as no message has a number. */
  #findTopic({ buffer, all }: Scope, upTo: number, deadline: number) {
    all.step(deadline)
    const latest = this.#latest(buffer, all.window(upTo, 0, mostCandidates))
    const numeric = this.#reader.findNumeric(latest, deadline)
    const topic = buffer.get((numeric ?? latest.at(-1))?.seq ?? 0)?.topic
    if (numeric !== undefined && topic !== undefined) {
      this.#charted = searchTopic(buffer, topic)
      return undefined
    }
    const unknownPacking = this.#reader.unknownPacking(latest)
    return {
      ...(topic === undefined ? {} : { topic }),
      ...(unknownPacking === undefined ? {} : { unknownPacking }),
      messages: latest.length,
      paths: [],
      points: [],
    }
  }

  #drawTopic({ buffer }: Scope, upTo: number, deadline: number) {
    const charted = this.#charted
    if (charted === undefined) return { messages: 0, paths: [], points: [] }
    const { topic, search } = charted
    search.step(deadline)
    const latest = this.#latest(buffer, search.window(upTo, 0, mostMessages))
    // If all messages of the topic were dropped from the buffer, another topic may have numbers.
    const isGone = latest.length === 0 && search.isDone && this.#view?.chart?.topic === undefined
    if (isGone) this.#charted = undefined
    return { topic, messages: latest.length, ...this.#reader.read(latest, deadline) }
  }

  /** Returns the messages, oldest first. */
  #latest(buffer: MessageBuffer, newestFirst: readonly number[]): readonly ChartedMessage[] {
    return newestFirst.toReversed().flatMap((seq) => {
      const message = buffer.get(seq)
      return message === undefined ? [] : [this.#toCharted(message)]
    })
  }

  /** Returns the same object each time, so that a message is read once. */
  #toCharted(message: BufferedMessage): ChartedMessage {
    const known = this.#known.get(message)
    if (known !== undefined) return known
    const { seq, at, payload, properties } = message
    const charted = { seq, time: at, payload, contentType: properties?.contentType }
    this.#known.set(message, charted)
    return charted
  }
}

function openScope(direction: Direction, filter: string, buffer: MessageBuffer): Scope {
  return {
    direction,
    filter,
    buffer,
    topics: new OfferedTopics(buffer, filter),
    all: new MessageSearch(buffer, { search: '', topic: filter }),
  }
}

function searchTopic(buffer: MessageBuffer, topic: string): ChartedTopic {
  return { topic, search: new MessageSearch(buffer, { search: '', topic: '', exactTopic: topic }) }
}
