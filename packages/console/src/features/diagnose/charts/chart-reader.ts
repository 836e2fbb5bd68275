import type { DataPath } from '#lib/data-tree/data-path.ts'
import type { Packing } from '#lib/unpack.ts'
import type { ChartedMessage, ChartValues } from './chart-values.ts'
import { figureAt, numericPaths, readDocument } from './numeric-paths.ts'
import type { UnpackedPayloads } from './unpacked-payloads.ts'

/** The number of latest messages that are searched for a number. */
const lookedInto = 50

/** Reads the numbers at one path in the messages of one topic; each payload is read once. */
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

/** Limits the time of work that continues with the next call. At least one step is done in each call. */
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

  /** Tells whether there is time for one more step. */
  take(): boolean {
    this.#isUp ||= this.#hasBegun && performance.now() > this.#deadline
    this.#hasBegun = true
    return !this.#isUp
  }
}

/**
 * Reads the values that are drawn from the messages of one topic: those of the chosen path, or of the first path that
 * has numbers.
 */
export class ChartReader {
  readonly #contents: UnpackedPayloads
  readonly #numeric = new WeakMap<ChartedMessage, boolean>()
  #asked: DataPath | undefined
  #reader: FigureReader | undefined
  #isBehind = false

  constructor(contents: UnpackedPayloads) {
    this.#contents = contents
  }

  /** Chooses the path to draw; undefined means the first path that has numbers. */
  choose(path: DataPath | undefined): void {
    this.#asked = path
  }

  /** True if the time was up before all messages were read, so some values are still missing. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /**
   * Finds the latest message with a number; `messages` are oldest first. Compressed messages are read once they are
   * decompressed.
   */
  findNumeric(messages: readonly ChartedMessage[], deadline: number): ChartedMessage | undefined {
    const time = new WorkTime(deadline)
    this.#contents.follow(messages)
    const found = this.#lastNumeric(messages, time)
    this.#isBehind = time.isUp
    return found
  }

  /**
   * Reads the values to draw; `messages` are oldest first. Compressed messages are drawn once they are decompressed.
   */
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

  /** Returns the compression of the latest message if this browser cannot decompress it. */
  unknownPacking(messages: readonly ChartedMessage[]): Packing | undefined {
    const last = messages.findLast((message) => this.#contents.read(message) !== undefined)
    return last && this.#contents.unknownPacking(last)
  }

  #lastNumeric(messages: readonly ChartedMessage[], time: WorkTime): ChartedMessage | undefined {
    return messages.slice(-lookedInto).findLast((message) => this.#isNumeric(message, time))
  }

  /**
   * Tells whether a message has a number. Returns false as well for a message that cannot be read yet, and if there
   * is no time to look.
   */
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

  /** Returns the same reader while the path is the same, because the reader caches the values that it has read. */
  #readerFor(path: DataPath | undefined): FigureReader | undefined {
    if (JSON.stringify(path) !== JSON.stringify(this.#reader?.path))
      this.#reader = path && new FigureReader(path)
    return this.#reader
  }

  /** Reads the points, the newest first. Messages for which there is no time are left out until the next call. */
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
