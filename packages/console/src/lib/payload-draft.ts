import {
  base64FromBytes,
  bytesFromBase64,
  bytesFromHex,
  hexFromBytes,
  isJson,
  textFromBytes,
} from './payload.ts'

export type PayloadKind = 'text' | 'json' | 'hex' | 'base64'

/** A payload as the user types it. */
export interface PayloadDraft {
  readonly kind: PayloadKind
  readonly text: string
}

type DraftBytes = Uint8Array<ArrayBuffer> | undefined

const known = new WeakMap<PayloadDraft, DraftBytes>()

/**
 * Returns the bytes of the draft; undefined while the text is invalid for its kind. An empty text is an empty
 * payload. A draft may hold a megabyte, and its field, its validation and the sender all read its bytes, so the bytes
 * are cached with the draft.
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

/**
 * Converts a draft to another kind with the same bytes; undefined if they are not text. An invalid draft keeps its
 * text.
 */
export function convertDraft(draft: PayloadDraft, kind: PayloadKind): PayloadDraft | undefined {
  const isText = (one: PayloadKind) => one === 'text' || one === 'json'
  if (isText(draft.kind) && isText(kind)) return { kind, text: draft.text }
  const bytes = bytesOfDraft(draft)
  return bytes === undefined ? { kind, text: draft.text } : draftOfBytes(bytes, kind)
}

/** Returns undefined if the kind is a text and the bytes are not. */
export function draftOfBytes(bytes: Uint8Array, kind: PayloadKind): PayloadDraft | undefined {
  if (kind === 'hex') return { kind, text: hexFromBytes(bytes, ' ') }
  if (kind === 'base64') return { kind, text: base64FromBytes(bytes) }
  const { text, isText } = textFromBytes(bytes)
  return isText ? { kind, text } : undefined
}

/** Returns a draft in the most readable kind: JSON, other text, hex for a few bytes, Base64 for many. */
export function readableDraft(bytes: Uint8Array): PayloadDraft {
  const text = draftOfBytes(bytes, 'text')
  if (text === undefined) {
    const kind = bytes.length <= 1024 ? 'hex' : 'base64'
    return { kind, text: kind === 'hex' ? hexFromBytes(bytes, ' ') : base64FromBytes(bytes) }
  }
  const isDocument = /^\s*[[{]/.test(text.text) && isJson(text.text)
  return isDocument ? { kind: 'json', text: text.text } : text
}
