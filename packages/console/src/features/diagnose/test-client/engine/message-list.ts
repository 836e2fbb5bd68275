import { textFromBytes } from '#lib/payload.ts'
import { truncate } from '#lib/visible-text.ts'
import type { BufferedMessage } from './message-buffer.ts'
import type { MessageLog } from './message-log.ts'
import { MessageSearch } from './message-search.ts'
import type { Direction, MessageListing } from './page-message.ts'
import type { ListedMessage } from './worker-message.ts'

const TOPIC_LENGTH = 256

const TEXT_BYTES = 240

const HEX_BYTES = 48

/** Holds the list that the page shows, kept from one update to the next so that a search is done once. */
export class BufferedMessageList {
  readonly #logs: Readonly<Record<Direction, MessageLog>>
  #view: MessageListing | undefined
  #search: MessageSearch | undefined

  constructor(logs: Readonly<Record<Direction, MessageLog>>) {
    this.#logs = logs
  }

  show(view: MessageListing | undefined): void {
    const before = this.#view
    this.#view = view
    const isSame =
      view !== undefined &&
      before?.direction === view.direction &&
      before.search === view.search &&
      before.topic === view.topic
    if (!isSame) this.forget()
  }

  /** Starts a new search, because the buffer was emptied or the view changed. */
  forget(): void {
    const view = this.#view
    this.#search = view && new MessageSearch(this.#logs[view.direction].buffer, view)
  }

  /** Tells whether `list` has more messages to look at. */
  get isSearching(): boolean {
    return this.#search?.isDone === false
  }

  list(deadline: number): ListedMessage | undefined {
    const [view, search] = [this.#view, this.#search]
    if (view === undefined || search === undefined) return undefined
    const { direction, topic, start, end } = view
    const { buffer } = this.#logs[direction]
    search.step(deadline)
    const upTo = Math.min(view.upTo ?? buffer.lastSeq, buffer.lastSeq)
    const rows = search.window(upTo, start, end).flatMap((seq) => {
      const message = buffer.get(seq)
      return message === undefined ? [] : [messageRow(message)]
    })
    return {
      direction,
      search: view.search,
      topic,
      start,
      count: search.count(upTo),
      isSearching: !search.isDone,
      rows,
    }
  }
}

/** A row of the list; the whole message is requested when it is opened. */
interface MessageRow {
  readonly seq: number
  readonly at: number
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  /** The size of the payload, in bytes. */
  readonly size: number
  readonly preview: string
  /** True if the payload is text; otherwise the preview is in hexadecimal. */
  readonly isText: boolean
}

function messageRow({ seq, at, topic, qos, retain, payload }: BufferedMessage): MessageRow {
  const { text, isText } = textFromBytes(payload.subarray(0, TEXT_BYTES), payload.byteLength > TEXT_BYTES)
  return {
    seq,
    at,
    topic: topic.length > TOPIC_LENGTH ? `${truncate(topic, TOPIC_LENGTH)}…` : topic,
    qos,
    retain,
    size: payload.byteLength,
    preview: isText ? text : formatHexBytes(payload.subarray(0, HEX_BYTES)),
    isText,
  }
}

function formatHexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}
