import { createHash } from 'node:crypto'
import { type FileMetadata, fileMetadataSchema } from '@brokerdeck/contract/settings/file-transfer.ts'
import * as v from 'valibot'

/** A command that a client sends in the topic and payload of a message, or EMQX's word for the error. */
export type FileCommand =
  | { readonly kind: 'init'; readonly metadata: FileMetadata }
  | { readonly kind: 'segment'; readonly offset: number }
  | { readonly kind: 'finish'; readonly size: number; readonly checksum: string | undefined }
  | { readonly kind: 'abort' }
  | { readonly kind: 'fault'; readonly word: string }

export interface AskedFile {
  readonly fileid: string
  /** True if the response is sent before the file is assembled, independent of the result. */
  readonly isAsync: boolean
  readonly command: FileCommand
}

/** The maximum lengths of a file's name as the broker stores it, of its id and of its metadata. */
const longestName = 240
const longestId = 255
const longestMetadata = 16_384
/** The maximum number of brackets; no real metadata is nested more deeply. */
const mostBrackets = 1000

const topicPattern = /^\$file(-async)?\/(.*)$/s

export const isFileCommand = (topic: string): boolean => topicPattern.test(topic)

export function readFileCommand(topic: string, payload: Buffer): AskedFile {
  const [, async, rest = ''] = topicPattern.exec(topic) ?? []
  const [fileid = '', ...words] = rest.split('/')
  const isAsync = async !== undefined
  if (fileid === '' || Buffer.byteLength(fileid) > longestId) {
    return { fileid, isAsync, command: fault('invalid_fileid') }
  }
  return { fileid, isAsync, command: parseCommand(words, payload) }
}

const fault = (word: string): FileCommand => ({ kind: 'fault', word })

function parseCommand(words: readonly string[], payload: Buffer): FileCommand {
  const [first = '', second, third] = words
  if (words.length === 1 && first === 'init') return parseInit(payload)
  if (words.length === 1 && first === 'abort') return { kind: 'abort' }
  if (first === 'fin' && second !== undefined && words.length <= 3) {
    const size = wholeNumber(second)
    if (size === undefined) return fault('invalid_size')
    if (third !== undefined && !isChecksum(third)) return fault('invalid_checksum')
    return { kind: 'finish', size, checksum: third?.toUpperCase() }
  }
  if (words.length === 0 || words.length > 2) return fault('invalid_file_command')
  const offset = wholeNumber(first)
  if (offset === undefined) return fault('invalid_offset')
  if (second !== undefined) {
    if (!isChecksum(second)) return fault('invalid_checksum')
    const own = createHash('sha256').update(payload).digest('hex')
    if (own !== second.toLowerCase()) return fault('checksum_mismatch')
  }
  return { kind: 'segment', offset }
}

const wholeNumber = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

const isChecksum = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)

const count = (least: number) => v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(least)))

const metadataSchema = v.strictObject({
  ...fileMetadataSchema.entries,
  name: v.pipe(
    v.string(),
    v.check((name) => Buffer.byteLength(name) <= longestName && isSafeName(name)),
  ),
  size: count(0),
  expire_at: count(0),
  segments_ttl: count(1),
  checksum: v.optional(v.pipe(v.string(), v.check(isChecksum), v.toUpperCase())),
})

/**
 * As in EMQX, the name must not be a path, and all of its characters must be printable, which includes direction
 * marks.
 */
function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false
  return !/[:\\/]|[^ -~\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(name)
}

function parseInit(payload: Buffer): FileCommand {
  if (payload.length > longestMetadata) return fault('invalid_filemeta')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload)
    if ((text.match(/[[{]/g)?.length ?? 0) > mostBrackets) return fault('invalid_filemeta')
    const read = v.safeParse(metadataSchema, JSON.parse(text))
    return read.success ? { kind: 'init', metadata: read.output } : fault('invalid_filemeta')
  } catch {
    return fault('invalid_filemeta_json')
  }
}
