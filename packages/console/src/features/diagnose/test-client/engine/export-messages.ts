import { base64FromBytes, textFromBytes } from '#lib/payload.ts'
import { type ExportColumn, toCsv } from '#lib/save-file.ts'
import type { BufferedMessage, MessageBuffer } from './message-buffer.ts'
import { MessageSearch } from './message-search.ts'
import type { ExportFormat, MessageListing } from './page-message.ts'

const columns: readonly ExportColumn<Exported>[] = [
  { id: 'time', value: ({ time }) => time },
  { id: 'topic', value: ({ topic }) => topic },
  { id: 'qos', value: ({ qos }) => qos },
  { id: 'retain', value: ({ retain }) => retain },
  { id: 'payload', value: ({ payload }) => payload },
  { id: 'payload_encoding', value: (row) => row.payload_encoding },
  { id: 'properties', value: ({ properties }) => (properties ? JSON.stringify(properties) : '') },
]

const PART_BYTES = 1_048_576

interface ExportOrder {
  readonly buffer: MessageBuffer
  readonly view: MessageListing
  readonly format: ExportFormat
  readonly onPart: (text: string, isLast: boolean) => void
}

/**
 * Exports the messages that a view lists, the oldest first, in parts; it does not wait for messages that arrive
 * meanwhile.
 */
export function exportMessages({ buffer, view, format, onPart }: ExportOrder): void {
  const search = new MessageSearch(buffer, view)
  search.step(Number.POSITIVE_INFINITY)
  const upTo = Math.min(view.upTo ?? buffer.lastSeq, buffer.lastSeq)
  const seqs = search.window(upTo, 0, buffer.count).toReversed()
  let part: BufferedMessage[] = []
  let bytes = 0
  let isFirst = true
  const flush = (isLast: boolean) => {
    onPart(exportPart(part, format, { isFirst, isLast }), isLast)
    part = []
    bytes = 0
    isFirst = false
  }
  for (const seq of seqs) {
    const message = buffer.get(seq)
    if (message === undefined) continue
    if (bytes > PART_BYTES) flush(false)
    part.push(message)
    bytes += message.payload.byteLength + message.topic.length
  }
  flush(true)
}

interface Exported {
  readonly time: string
  readonly topic: string
  readonly qos: number
  readonly retain: boolean
  readonly payload: string
  readonly payload_encoding: 'text' | 'base64'
  readonly properties: object | undefined
}

/** Converts a message for export; a payload that is not text is encoded in Base64. */
function toExported({ at, topic, qos, retain, payload, properties }: BufferedMessage): Exported {
  const { text, isText } = textFromBytes(payload)
  const correlation = properties?.correlationData
  return {
    time: new Date(at).toISOString(),
    topic,
    qos,
    retain,
    payload: isText ? text : base64FromBytes(payload),
    payload_encoding: isText ? 'text' : 'base64',
    properties: properties && {
      ...properties,
      ...(correlation === undefined ? {} : { correlationData: base64FromBytes(correlation) }),
    },
  }
}

/** Builds one of the many parts of a file, so that no message between worker and page becomes large. */
function exportPart(
  messages: readonly BufferedMessage[],
  format: ExportFormat,
  place: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  const rows = messages.map(toExported)
  if (format === 'csv') {
    const text = toCsv(rows, columns)
    return place.isFirst ? text : text.slice(text.indexOf('\r\n') + 2)
  }
  const lines = rows.map((row) => JSON.stringify(row))
  if (format === 'ndjson') return lines.map((line) => `${line}\n`).join('')
  const comma = place.isLast || lines.length === 0 ? '' : ','
  return `${place.isFirst ? '[\n' : ''}${lines.join(',\n')}${comma}\n${place.isLast ? ']\n' : ''}`
}
