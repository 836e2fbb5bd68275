import type { DataPath } from '#lib/data-tree/data-path.ts'
import type { Packing } from '#lib/unpack.ts'
import type { ChartedMessage, ChartValues } from './chart-values.ts'
import { figureAt, numericPaths, readDocument } from './numeric-paths.ts'
import type { UnpackedPayloads } from './unpacked-payloads.ts'

/** So many of the latest messages are looked into for a number. */
const lookedInto = 50

/** Figures of one path in the messages of one topic; each payload is read once. */
class FigureReader {
  readonly path: DataPath
  readonly #known = new WeakMap<ChartedMessage, { readonly value: number | undefined }>()

  constructor(path: DataPath) {
    this.path = path
  }

  hasRead(message: ChartedMessage): boolean {
    return this.#known.has(message)
  }

  read(message: ChartedMessage, content: Uint8Array | undefined): number | undefined {
    const known = this.#known.get(message)
    if (known !== undefined) return known.value
    if (content === undefined) return undefined
    const document = readDocument(content, message.contentType)
    const value = document && figureAt(document, this.path)
    this.#known.set(message, { value })
    return value
  }
}

/** Limits a piece of work that goes on with the next call. Something is done in each. */
class WorkTime {
  readonly #deadline: number
  #hasBegun = false
  #isUp = false

  constructor(deadline: number) {
    this.#deadline = deadline
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Whether there is time for one more. */
  take(): boolean {
    this.#isUp ||= this.#hasBegun && performance.now() > this.#deadline
    this.#hasBegun = true
    return !this.#isUp
  }
}

/** Reads what is drawn of the messages of one topic: the path that was asked for, or the first that has numbers. */
export class ChartReader {
  readonly #contents: UnpackedPayloads
  readonly #numeric = new WeakMap<ChartedMessage, boolean>()
  #asked: DataPath | undefined
  #reader: FigureReader | undefined
  #isBehind = false

  constructor(contents: UnpackedPayloads) {
    this.#contents = contents
  }

  /** Without a path: the first one that has numbers. */
  choose(path: DataPath | undefined): void {
    this.#asked = path
  }

  /** The time was up before all messages were read: some are still missing. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /**
   * The latest message with a number, of messages that are oldest first. What is packed is looked into once it is
   * unpacked.
   */
  findNumeric(messages: readonly ChartedMessage[], deadline: number): ChartedMessage | undefined {
    const time = new WorkTime(deadline)
    this.#contents.follow(messages)
    const found = this.#lastNumeric(messages, time)
    this.#isBehind = time.isUp
    return found
  }

  /** The messages are oldest first. What is packed is drawn once it is unpacked. */
  read(messages: readonly ChartedMessage[], deadline = Number.POSITIVE_INFINITY): ChartValues {
    const numeric = this.findNumeric(messages, deadline)
    const paths = numeric === undefined ? [] : this.#pathsIn(numeric)
    const reader = this.#readerFor(this.#asked ?? paths[0])
    const unknown = this.unknownPacking(messages)
    return {
      paths: paths.map((path) => [...path]),
      ...(reader === undefined ? {} : { path: [...reader.path] }),
      ...(unknown === undefined ? {} : { unknownPacking: unknown }),
      points: reader === undefined ? [] : this.#points(messages, reader, deadline),
    }
  }

  /** How the latest message is packed, where this browser cannot unpack it. */
  unknownPacking(messages: readonly ChartedMessage[]): Packing | undefined {
    const last = messages.findLast((message) => this.#contents.read(message) !== undefined)
    return last && this.#contents.unknownPacking(last)
  }

  #lastNumeric(messages: readonly ChartedMessage[], time: WorkTime): ChartedMessage | undefined {
    return messages.slice(-lookedInto).findLast((message) => this.#isNumeric(message, time))
  }

  /** False also for what cannot be read yet, and where there is no time to look. */
  #isNumeric(message: ChartedMessage, time: WorkTime): boolean {
    if (this.#contents.read(message) === undefined) return false
    const known = this.#numeric.get(message)
    if (known !== undefined) return known
    if (!time.take()) return false
    const isNumeric = this.#pathsIn(message).length > 0
    this.#numeric.set(message, isNumeric)
    return isNumeric
  }

  #pathsIn(message: ChartedMessage): readonly DataPath[] {
    const content = this.#contents.read(message)
    const document = content && readDocument(content, message.contentType)
    return document === undefined ? [] : numericPaths(document)
  }

  /** The same one while the path is the same: it knows what it has read. */
  #readerFor(path: DataPath | undefined): FigureReader | undefined {
    if (JSON.stringify(path) !== JSON.stringify(this.#reader?.path))
      this.#reader = path && new FigureReader(path)
    return this.#reader
  }

  /** The newest are read first. What there is no time for is left out until the next call. */
  #points(
    messages: readonly ChartedMessage[],
    reader: FigureReader,
    deadline: number,
  ): ChartValues['points'] {
    const time = new WorkTime(deadline)
    const newestFirst: ChartValues['points'] = []
    for (const message of messages.toReversed()) {
      const content = this.#contents.read(message)
      const mayRead = reader.hasRead(message) || (content !== undefined && time.take())
      const value = mayRead ? reader.read(message, content) : undefined
      if (value !== undefined) newestFirst.push({ time: message.time, value })
    }
    this.#isBehind ||= time.isUp
    return newestFirst.reverse()
  }
}
