import type { BufferedMessage, MessageBuffer } from './message-buffer.ts'
import { exportPart } from './message-export.ts'
import { MessageSearch } from './message-search.ts'
import type { ExportFormat, MessageListing } from './page-message.ts'

const PART_BYTES = 1_048_576

interface ExportOrder {
  readonly buffer: MessageBuffer
  readonly view: MessageListing
  readonly format: ExportFormat
  readonly onPart: (text: string, isLast: boolean) => void
}

/** What a view lists, the oldest first, in parts; what arrives meanwhile is not waited for. */
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
