import { type Listener, listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { isNet } from '@brokerdeck/languages/access-rules/ip-net.ts'
import * as v from 'valibot'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

/** Returns the configuration part of a listener. */
export function toListenerDocument(listener: Listener): ApiDocument {
  const { running, current_connections, ...document } = listener
  return document
}

const textSchema = v.string()

/** Returns an ID such as `tcp:default`, or undefined while the type or the name is missing. */
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

/** Erlang refuses to start a listener that requires client certificates without verifying them. */
function sendable(document: ApiDocument): ApiDocument {
  const tls = v.safeParse(tlsSchema, document['ssl_options'])
  const isAtOdds =
    tls.success && tls.output.verify === 'verify_none' && tls.output.fail_if_no_peer_cert === true
  return isAtOdds ? { ...document, ssl_options: { ...tls.output, fail_if_no_peer_cert: false } } : document
}

const accessRule = /^(?:allow|deny)\s+(\S+)$/

/** Validates access rules. EMQX does not resolve names: a rule applies to `all`, to an address or to a network. */
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

/** Assigns an error of the broker to a field: a failure to listen to the address, a PEM error to the named option. */
export function findListenerFaults(words: string): readonly FormFault[] {
  const option = pemOption.exec(words)?.[1]
  if (option !== undefined) return [{ path: `ssl_options.${option}`, message: m.badPem }]
  const found = socketProblems.find(([word]) => words.includes(word))
  return found === undefined ? [] : [{ path: 'bind', message: found[1] }]
}
