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

/** An answer that is no success, whatever its shape. */
export interface Refusal {
  readonly status: number
  /** '' where the answer has none. */
  readonly code: string
  /** A plain sentence; '' where nothing can be said beyond status and code. */
  readonly message: string
  readonly fields: readonly FieldFault[]
  /** MQTT reason code: refusals of publishing have one instead of a code. */
  readonly reasonCode?: number
  /** The body as received. */
  readonly raw: string
}

/** The normal body. `message` is a text most of the time, an object in some places, absent in others. */
export const errorBodySchema = v.object({
  code: v.optional(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), ''),
  message: v.optional(v.unknown()),
  /** Instead of `message` in the answers of a few testers. */
  msg: v.optional(v.string()),
  reason_code: v.optional(v.number()),
  errors: v.optional(v.unknown()),
})

type RefusalText = Pick<Refusal, 'message' | 'fields'>

/** Longer sentences are read in `raw`. */
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

/** What EMQX says of each root that it could not bring into effect, below the configuration as it is and was to be. */
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

/** `{"errors": …}` of configurations in text form: a sentence, a fault, or faults by root key. */
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

/** A sentence that ends with a term: `Update slow subs config failed #{…}`. Terms amid a sentence are left out. */
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
 * A stack trace is nothing to show. What helps an operator is a fault that names its place, which is thrown where
 * nobody turns it into a 400, and a missing key.
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

/** An object that is no validation error may still have words in it. */
function sentenceWithin(value: object): string {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ')
  const words = new Map<string, unknown>(Object.entries(value))
  // A ban that exists already is answered as the ban itself: its `reason` is not why it was refused.
  const texts = words.has('who') ? [] : ['message', 'msg', 'reason', 'hint'].map((key) => words.get(key))
  return texts
    .filter((text) => typeof text === 'string')
    .map(readableCode)
    .join(': ')
}

/** `topic_name_invalid` → `topic name invalid`; sentences stay. */
function readableCode(text: string): string {
  return /^[a-z]+(_[a-z0-9]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

function readTitle(page: string): string {
  const html = page.slice(0, 4_000)
  const title = /<title>([^<]*)<\/title>/i.exec(html)?.[1]
  return (title ?? html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 300)
}
