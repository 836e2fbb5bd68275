import type { DecodeResult } from '#lib/data-tree/data-node.ts'
import { decodeCbor } from '#lib/data-tree/decode-cbor.ts'
import { decodeJson } from '#lib/data-tree/decode-json.ts'
import { decodeMessagePack } from '#lib/data-tree/decode-message-pack.ts'
import { textFromBytes } from './payload.ts'

/** The forms in which the bytes of a payload can be shown. */
export type PayloadForm = 'text' | 'json' | 'cbor' | 'message-pack' | 'hex' | 'base64'

const decoders = {
  json: (bytes: Uint8Array): DecodeResult => {
    const { text, isText } = textFromBytes(bytes)
    return isText ? decodeJson(text) : { kind: 'refused', why: 'malformed' }
  },
  cbor: decodeCbor,
  'message-pack': decodeMessagePack,
} as const
export type TreeForm = keyof typeof decoders

export function isTreeForm(form: PayloadForm): form is TreeForm {
  return Object.hasOwn(decoders, form)
}

/** Decodes the payload as a document. */
export function decodePayload(bytes: Uint8Array, form: TreeForm): DecodeResult {
  return decoders[form](bytes)
}

/** The forms that content types stand for (RFC 7159, 8949, 9277; MessagePack has no registered content type). */
const contentTypes: readonly (readonly [RegExp, TreeForm])[] = [
  [/^(?:application|text)\/(?:[^;]+\+)?json\b/i, 'json'],
  [/^application\/(?:[^;]+\+)?cbor\b/i, 'cbor'],
  [/^application\/(?:[^;]+\+)?(?:x-|vnd\.)?(?:msgpack|messagepack)\b/i, 'message-pack'],
]

export interface Suggestion {
  readonly form: PayloadForm
  /** The payload as a document, if it was decoded for the suggestion. */
  readonly result?: DecodeResult
}

/** Returns the form to show first. */
export function suggestForm(bytes: Uint8Array, contentType?: string): PayloadForm {
  return suggest(bytes, contentType).form
}

/** Suggests the form of the content type if the payload is valid in it, or else the detected form. */
export function suggest(bytes: Uint8Array, contentType = ''): Suggestion {
  const declared = contentTypes.find(([pattern]) => pattern.test(contentType))?.[1]
  const asDeclared = declared && decodeDocument(bytes, declared)
  if (asDeclared !== undefined) return asDeclared
  const { text, isText } = textFromBytes(bytes)
  if (isText) return (/^\s*[[{]/.test(text) ? decodeDocument(bytes, 'json') : undefined) ?? { form: 'text' }
  return binaryDocument(bytes, 'message-pack') ?? binaryDocument(bytes, 'cbor') ?? { form: 'hex' }
}

function decodeDocument(bytes: Uint8Array, form: TreeForm): Suggestion | undefined {
  const result = decodePayload(bytes, form)
  return result.kind === 'tree' && result.rest === 0 ? { form, result } : undefined
}

/**
 * Almost any bytes are the start of some document. Only a map with text keys or a list, ending where the payload
 * ends, is suggested as a document.
 */
function binaryDocument(bytes: Uint8Array, form: TreeForm): Suggestion | undefined {
  const found = decodeDocument(bytes, form)
  if (found?.result?.kind !== 'tree') return undefined
  const { root } = found.result
  if (root.kind === 'list') return root.items.length > 1 ? found : undefined
  const hasNames = root.kind === 'map' && root.entries.length > 0
  return hasNames && root.entries.every(({ key }) => key.kind === 'text') ? found : undefined
}
