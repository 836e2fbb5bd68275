import {
  type ErlangTerm,
  erlangToJson,
  erlangWords,
  parseErlangTerm,
  parseErlangTerms,
  plainBinaries,
} from '@brokerdeck/languages/erlang-term.ts'
import * as v from 'valibot'
import { errorCodes, isErrorCode } from './endpoint.ts'
import { type FieldFault, faultSentence, fieldFaults } from './field-faults.ts'

/** An error response of any format. */
export interface Refusal {
  readonly status: number
  /** The error code; '' if the response has none. */
  readonly code: string
  /** A plain sentence; '' if nothing is known beyond status and code. */
  readonly message: string
  readonly fields: readonly FieldFault[]
  /** The MQTT reason code, which errors of publishing have instead of a code. */
  readonly reasonCode?: number
  /** The body as received. */
  readonly raw: string
}

/** The usual body of an error response. `message` is mostly text, in some places an object, in others absent. */
export const errorBodySchema = v.object({
  code: v.optional(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), ''),
  message: v.optional(v.unknown()),
  /** Replaces `message` in the responses of a few test endpoints. */
  msg: v.optional(v.string()),
  reason_code: v.optional(v.number()),
  errors: v.optional(v.unknown()),
})

type RefusalText = Pick<Refusal, 'message' | 'fields'>

/** The maximum length of a message, in characters; the full text of a longer message is in `raw`. */
const maxMessage = 1_000

function clip(message: string): string {
  return message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message
}

const nothing: RefusalText = { message: '', fields: [] }

export function parseRefusal(status: number, contentType: string | undefined, bodyText: string): Refusal {
  const text = bodyText.trim()
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBodySchema), text)
  if (body.success) return readBody(status, body.output, bodyText)
  const unsupported = /^Unsupported code '(\w+)', message (<<".*?">>)(?:, schema def|$)/s.exec(text)
  if (unsupported !== null) {
    const [, code = '', binary = ''] = unsupported
    const told = tell(plainBinaries(binary))
    return { status, code, message: clip(told.message), fields: told.fields, raw: bodyText }
  }
  const code = status === 404 ? 'NOT_FOUND' : ''
  const isHtml = contentType?.includes('html') === true || /^<(!doctype|html)\b/i.test(text)
  const told = isHtml ? { message: readTitle(text), fields: [] } : tell(text)
  return { status, code, message: clip(told.message), fields: told.fields, raw: bodyText }
}

function readBody(status: number, body: v.InferOutput<typeof errorBodySchema>, raw: string): Refusal {
  const told =
    body.message === undefined && body.errors !== undefined
      ? tellErrors(body.errors)
      : tell(body.message ?? body.msg)
  return {
    status,
    code: body.code,
    message:
      told.message === '' && isErrorCode(body.code) ? errorCodes[body.code].meaning : clip(told.message),
    fields: told.fields,
    ...(body.reason_code === undefined ? {} : { reasonCode: body.reason_code }),
    raw,
  }
}

/** Matches EMQX's text for each root key that it could not load; the current and the intended configuration follow. */
const notLoaded =
  /Can't \w+ the new configurations!\s+Root key: (\S+)\s+Reason: ([\s\S]*?)\s*(?=The effective configurations:|Try to \w+ with:|$)/g

function tellNotLoaded(text: string): RefusalText | undefined {
  const parts = [...text.matchAll(notLoaded)].map(([, root = '', reason = '']) => {
    const told = tell(reason)
    return { root, told: told.message === '' ? { ...told, message: reason } : told }
  })
  return parts.length === 0 ? undefined : tellParts(parts)
}

function tellParts(parts: readonly { readonly root: string; readonly told: RefusalText }[]): RefusalText {
  const fields = parts.flatMap(({ told }) => told.fields)
  return { message: parts.map(({ root, told }) => `${root}: ${told.message}`).join('; '), fields }
}

/** Reads `{"errors": …}` of configurations in text form: a sentence, an error, or errors by root key. */
function tellErrors(errors: unknown): RefusalText {
  const late = typeof errors === 'string' ? tellNotLoaded(errors) : undefined
  if (late !== undefined) return late
  const direct = tell(errors)
  if (direct.message !== '' || typeof errors !== 'object' || errors === null) return direct
  return tellParts(Object.entries(errors).map(([root, error]) => ({ root, told: tell(error) })))
}

function tell(message: unknown): RefusalText {
  if (typeof message === 'string') return tellText(message.trim())
  if (typeof message === 'number') return { message: String(message), fields: [] }
  if (typeof message !== 'object' || message === null) return nothing
  const fields = fieldFaults(message)
  if (fields.length > 0) return { message: fields.slice(0, 8).map(faultSentence).join('; '), fields }
  return { message: sentenceWithin(message), fields }
}

function tellText(text: string): RefusalText {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (json.success && /^[{[]\s*[{"\]}]/.test(text)) return tell(json.output)
  if (/^(error|exit|throw), /.test(text)) return tellCrash(text)
  const term = parseErlangTerm(text)
  if (term !== undefined && term.kind !== 'atom' && term.kind !== 'number')
    return tellTerm(erlangToJson(term), erlangWords(term))
  const prefixed = splitTerm(text)
  if (prefixed !== undefined) {
    const told = tellTerm(erlangToJson(prefixed.term), erlangWords(prefixed.term))
    return { message: `${prefixed.before}: ${told.message}`, fields: told.fields }
  }
  return { message: readableCode(plainBinaries(text)), fields: [] }
}

/**
 * Splits a sentence that ends with a term: `Update slow subs config failed #{…}`. Terms within the sentence are left
 * out.
 */
function splitTerm(text: string): { readonly before: string; readonly term: ErlangTerm } | undefined {
  for (const { index } of [...text.matchAll(/#?\{/g)].slice(0, 40)) {
    const term = index > 0 ? parseErlangTerm(text.slice(index)) : undefined
    if (term === undefined) continue
    const before = plainBinaries(text.slice(0, index).replace(/'[{#].*=>.*'/s, '…'))
    return { before: before.replace(/[\s:]+$/, ''), term }
  }
  return undefined
}

function tellTerm(json: unknown, words: string): RefusalText {
  const fields = fieldFaults(json)
  if (fields.length > 0) return { message: fields.map(faultSentence).join('; '), fields }
  const nested = splitTerm(words)
  return { message: nested === undefined ? words : `${nested.before}: ${erlangWords(nested.term)}`, fields }
}

/**
 * Reads a crash report without its stack trace. Only two crashes help an operator: a validation error that names a
 * field, thrown where the broker does not turn it into a 400, and a missing key.
 */
function tellCrash(text: string): RefusalText {
  const [, reason] = parseErlangTerms(text) ?? []
  const faults = reason === undefined ? [] : fieldFaults(erlangToJson(reason))
  if (faults.length > 0) return { message: faults.map(faultSentence).join('; '), fields: faults }
  if (reason?.kind === 'tuple') {
    const [kind, key] = reason.items
    if (kind?.kind === 'atom' && kind.value === 'badkey' && key !== undefined && 'value' in key) {
      const fault = { path: key.value, reason: 'required_field' }
      return { message: faultSentence(fault), fields: [fault] }
    }
  }
  return { message: errorCodes.INTERNAL_ERROR.meaning, fields: [] }
}

/** Returns the text within an object that is no validation error. */
function sentenceWithin(value: object): string {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ')
  const words = new Map<string, unknown>(Object.entries(value))
  // For a ban that exists already, the response is the ban itself: its `reason` is not the reason of the error.
  const texts = words.has('who') ? [] : ['message', 'msg', 'reason', 'hint'].map((key) => words.get(key))
  return texts
    .filter((text) => typeof text === 'string')
    .map(readableCode)
    .join(': ')
}

/** Makes a code readable: `topic_name_invalid` → `topic name invalid`; sentences stay unchanged. */
function readableCode(text: string): string {
  return /^[a-z]+(_[a-z0-9]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

function readTitle(page: string): string {
  const html = page.slice(0, 4_000)
  const title = /<title>([^<]*)<\/title>/i.exec(html)?.[1]
  return (title ?? html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 300)
}
