import type { DataPath } from '#lib/data-tree/data-path.ts'
import type { CapturedMessage, TopicHistory } from '../model/message-store.ts'
import { figureAt, numericPaths, readDocument } from '../model/numeric-paths.ts'
import type { HistoryEntry, TopicHistoryEvent } from './explorer-event.ts'
import { payloadPreview } from './topic-facts.ts'
import type { UnpackedPayloads } from './unpacked-payloads.ts'

const entryPreview = 120

const entries = new WeakMap<CapturedMessage, HistoryEntry>()

function entryOf(message: CapturedMessage): HistoryEntry {
  const known = entries.get(message)
  if (known !== undefined) return known
  const { seq, time, qos, retain, size, payload } = message
  const preview = payloadPreview(payload, entryPreview)
  const entry = { seq, time, qos, retain, size, isCut: payload.length < size, preview }
  entries.set(message, entry)
  return entry
}

/** Figures of one path in the messages of one topic; each payload is read once. */
export class FigureReader {
  readonly path: DataPath
  readonly #known = new WeakMap<CapturedMessage, { readonly value: number | undefined }>()

  constructor(path: DataPath) {
    this.path = path
  }

  read(message: CapturedMessage, content: Uint8Array | undefined): number | undefined {
    const known = this.#known.get(message)
    if (known !== undefined) return known.value
    if (content === undefined) return undefined
    const document = readDocument(content, message.contentType)
    const value = document && figureAt(document, this.path)
    this.#known.set(message, { value })
    return value
  }
}

/**
 * The figures are those of a path that was asked for, or of the first that the last message has, of which is known what it
 * holds.
 */
export function historyFacts(
  topic: string,
  history: TopicHistory | undefined,
  asked: FigureReader | undefined,
  contents: Pick<UnpackedPayloads, 'read' | 'unknownPacking'>,
): TopicHistoryEvent {
  const messages = history?.messages ?? []
  const last = messages.findLast((message) => contents.read(message) !== undefined)
  const content = last && contents.read(last)
  const document = content && readDocument(content, last?.contentType)
  const unknown = last && contents.unknownPacking(last)
  const paths = document === undefined ? [] : numericPaths(document)
  const [first] = paths
  const reader = asked ?? (first && new FigureReader(first))
  const points = messages.map((message) => ({
    time: message.time,
    value: reader?.read(message, contents.read(message)),
  }))
  return {
    kind: 'history',
    topic,
    entries: messages.map(entryOf).reverse(),
    paths: paths.map((path) => [...path]),
    ...(reader === undefined ? {} : { path: [...reader.path] }),
    ...(unknown === undefined ? {} : { unknownPacking: unknown }),
    points: points.flatMap(({ time, value }) => (value === undefined ? [] : [{ time, value }])),
  }
}
