import {
  base64FromBytes,
  bytesFromBase64,
  bytesFromHex,
  hexFromBytes,
  isJson,
  textFromBytes,
} from './payload.ts'

export type PayloadKind = 'text' | 'json' | 'hex' | 'base64'

/** A payload as somebody types it. */
export interface PayloadDraft {
  readonly kind: PayloadKind
  readonly text: string
}

type DraftBytes = Uint8Array<ArrayBuffer> | undefined

const known = new WeakMap<PayloadDraft, DraftBytes>()

/**
 * The bytes that are meant; undefined while they are not of their kind. Nothing at all is an empty payload. A draft may
 * hold a megabyte, and is asked for its bytes by its field, its faults and whoever sends it: they are kept with it.
 */
export function bytesOfDraft(draft: PayloadDraft): DraftBytes {
  if (!known.has(draft)) known.set(draft, readDraft(draft))
  return known.get(draft)
}

function readDraft({ kind, text }: PayloadDraft): DraftBytes {
  if (kind === 'hex') return bytesFromHex(text)
  if (kind === 'base64') return bytesFromBase64(text)
  if (kind === 'json' && text.trim() !== '' && !isJson(text)) return undefined
  return /\p{Surrogate}/u.test(text) ? undefined : new TextEncoder().encode(text)
}

/** The same bytes in another kind; undefined where they are no text. What cannot be read is kept as it was typed. */
export function convertDraft(draft: PayloadDraft, kind: PayloadKind): PayloadDraft | undefined {
  const isText = (one: PayloadKind) => one === 'text' || one === 'json'
  if (isText(draft.kind) && isText(kind)) return { kind, text: draft.text }
  const bytes = bytesOfDraft(draft)
  return bytes === undefined ? { kind, text: draft.text } : draftOfBytes(bytes, kind)
}

/** Undefined where the bytes are no text and the kind is one. */
export function draftOfBytes(bytes: Uint8Array, kind: PayloadKind): PayloadDraft | undefined {
  if (kind === 'hex') return { kind, text: hexFromBytes(bytes, ' ') }
  if (kind === 'base64') return { kind, text: base64FromBytes(bytes) }
  const { text, isText } = textFromBytes(bytes)
  return isText ? { kind, text } : undefined
}

/** The kind in which bytes are read best: JSON, other text, a few bytes, many. */
export function readableDraft(bytes: Uint8Array): PayloadDraft {
  const text = draftOfBytes(bytes, 'text')
  if (text === undefined) {
    const kind = bytes.length <= 1024 ? 'hex' : 'base64'
    return { kind, text: kind === 'hex' ? hexFromBytes(bytes, ' ') : base64FromBytes(bytes) }
  }
  const isDocument = /^\s*[[{]/.test(text.text) && isJson(text.text)
  return isDocument ? { kind: 'json', text: text.text } : text
}
