import { type Listener, listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { isNet } from '@brokerdeck/languages/access-rules/ip-net.ts'
import * as v from 'valibot'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

/** What of a listener is configuration. */
export function toListenerDocument(listener: Listener): ApiDocument {
  const { running, current_connections, ...document } = listener
  return document
}

const textSchema = v.string()

/** `tcp:default`; undefined while one half of it is missing. */
export function listenerId({ type, name }: ApiDocument): string | undefined {
  return v.is(textSchema, type) && v.is(textSchema, name) && name !== '' ? `${type}:${name}` : undefined
}

export function toListenerCreateRequest(document: ApiDocument) {
  const { name, ...settings } = document
  const id = listenerId(document) ?? ''
  return { params: { id }, body: parseBody(listeners.create.body, sendable({ ...settings, id })) }
}

export function toListenerUpdateRequest(document: ApiDocument, { id }: Listener) {
  return { params: { id }, body: parseBody(listeners.update.body, sendable(document)) }
}

const tlsSchema = v.looseObject({ verify: v.string(), fail_if_no_peer_cert: v.optional(v.boolean()) })

/** Erlang refuses to start a listener that demands certificates which it does not verify. */
function sendable(document: ApiDocument): ApiDocument {
  const tls = v.safeParse(tlsSchema, document['ssl_options'])
  const isAtOdds =
    tls.success && tls.output.verify === 'verify_none' && tls.output.fail_if_no_peer_cert === true
  return isAtOdds ? { ...document, ssl_options: { ...tls.output, fail_if_no_peer_cert: false } } : document
}

const accessRule = /^(?:allow|deny)\s+(\S+)$/

/** EMQX looks no names up: a rule is about all, an address or a net. */
export function accessRuleFaults({ access_rules: rules }: ApiDocument): readonly FormFault[] {
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule, at) => {
    const who = accessRule.exec(String(rule).trim())?.[1]
    const isRule = who !== undefined && (who === 'all' || isNet(who))
    return isRule ? [] : [{ path: `access_rules.${at}`, message: m.accessRule }]
  })
}

export function listenerCautions({ bind }: ApiDocument): readonly FormFault[] {
  return /^(?:.*:)?0+$/.test(String(bind)) ? [{ path: 'bind', message: m.anyPort }] : []
}

const socketProblems = [
  ['eaddrinuse', m.portInUse],
  ['eaddrnotavail', m.addressUnknown],
  ['eacces', m.portForbidden],
] as const

const pemOption = /which option: (\w+)/

/** A refusal to listen is about the address, one about PEM about the option that it names. */
export function findListenerFaults(words: string): readonly FormFault[] {
  const option = pemOption.exec(words)?.[1]
  if (option !== undefined) return [{ path: `ssl_options.${option}`, message: m.badPem }]
  const found = socketProblems.find(([word]) => words.includes(word))
  return found === undefined ? [] : [{ path: 'bind', message: found[1] }]
}
