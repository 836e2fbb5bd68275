import * as v from 'valibot'
import { findChosenMethod } from '#domain/mqtt-link/connect-options.ts'
import { type ConnectionSettings, connectionSettingsSchema } from '#domain/mqtt-link/connection-settings.ts'
import { authenticationData } from '#domain/mqtt-link/enhanced/begin-authentication.ts'
import { saslPrep } from '#domain/mqtt-link/enhanced/sasl-prep.ts'
import { canHash } from '#domain/mqtt-link/enhanced/scram-methods.ts'
import { connectionForm as m } from '#features/diagnose/messages/test-client.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { bytesFromBase64 } from '#lib/payload.ts'

const { version, enhanced } = connectionSettingsSchema.entries

const { method, name, data, encoding } = enhanced.wrapped.entries

/** The content of the form; hidden fields are missing. */
const documentSchema = v.object({
  version,
  enhanced: v.object({
    method,
    name: v.optional(name, ''),
    data: v.optional(data, ''),
    encoding: v.optional(encoding, 'text'),
  }),
  username: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
})

/** The maximum number of bytes of an MQTT property (MQTT 5 §1.5.6). */
const longestData = 65_535

export interface ConnectionDraft {
  readonly name: string
  readonly settings: ConnectionSettings
  readonly password: string | undefined
}

export function draftToDocument({ name, settings, password }: ConnectionDraft): ApiDocument {
  return { ...settings, name, ...(password === undefined ? {} : { password }) }
}

const namedSchema = v.object({ name: v.string(), password: v.optional(v.string()) })
const willPart = v.looseObject({ will: v.looseObject({}) })
const enhancedPart = v.looseObject({ enhanced: v.looseObject({}) })

/** Converts the form to a draft; fields that the form leaves out because they are hidden keep their values. */
export function documentToDraft(document: ApiDocument, before: ConnectionSettings): ConnectionDraft {
  const will = v.is(willPart, document) ? { ...before.will, ...document.will } : before.will
  const enhanced = v.is(enhancedPart, document)
    ? { ...before.enhanced, ...document.enhanced }
    : before.enhanced
  const settings = v.parse(connectionSettingsSchema, { ...before, ...document, will, enhanced })
  const { name, password } = v.parse(namedSchema, document)
  return { name, settings, password }
}

/** Returns the errors that no single field can detect. */
export function connectionFaults(document: ApiDocument): readonly FormFault[] {
  const { via, port, clientId, clean } = document
  const isPort = typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535
  const faults: FormFault[] = [...findEnhancedFaults(document)]
  // The message is the specification's own text, §5.
  if (via === 'direct' && typeof port === 'number' && !isPort) {
    faults.push({ path: 'port', message: m.rangeError })
  }
  if (clean === false && (clientId === '' || clientId === undefined)) {
    faults.push({ path: 'clientId', message: m.clientIdNeedsClean })
  }
  const fault = willFault(document)
  return fault === undefined ? faults : [...faults, { path: 'will.payload', message: fault }]
}

const willSchema = v.looseObject({
  will: v.looseObject({ enable: v.literal(true), payload: v.string(), encoding: v.string() }),
})

function willFault(document: ApiDocument): string | undefined {
  if (!v.is(willSchema, document)) return undefined
  const { payload, encoding } = document.will
  if (encoding === 'hex' && !/^(\s*[0-9a-f]{2})*\s*$/i.test(payload)) return m.notHex
  return encoding === 'base64' && bytesFromBase64(payload) === undefined ? m.notBase64 : undefined
}

type Checked = v.InferOutput<typeof documentSchema>

/** Returns the errors that prevent an enhanced authentication from being started. */
function findEnhancedFaults(document: ApiDocument): readonly FormFault[] {
  const checked = v.safeParse(documentSchema, document)
  if (!checked.success) return []
  const chosen = findChosenMethod(checked.output)
  if (chosen === undefined) return []
  return chosen === 'other' ? dataFaults(checked.output.enhanced) : scramFaults(checked.output)
}

function scramFaults({ username, password }: Checked): readonly FormFault[] {
  const wordsFor = (text: string, missing: string) => {
    if (text === '') return missing
    return saslPrep(text) === undefined ? m.notPrepared : undefined
  }
  const faults = [
    { path: 'enhanced.method', message: canHash() ? undefined : m.enhancedNeedsHttps },
    { path: 'username', message: wordsFor(username, m.scramNeedsUsername) },
    { path: 'password', message: wordsFor(password, m.scramNeedsPassword) },
  ]
  return faults.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]))
}

function dataFaults(typed: Checked['enhanced']): readonly FormFault[] {
  const path = 'enhanced.data'
  if (typed.data === '') return []
  const bytes = authenticationData(typed)
  if (bytes === undefined) return [{ path, message: typed.encoding === 'hex' ? m.notHex : m.notBase64 }]
  return bytes.length > longestData ? [{ path, message: m.dataTooLong }] : []
}
