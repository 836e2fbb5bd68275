import * as v from 'valibot'
import { connectionSettingsSchema } from '#features/diagnose/mqtt-link/connection-settings.ts'
import { authenticationData } from '#features/diagnose/mqtt-link/enhanced/begin-authentication.ts'
import { chosenMethod } from '#features/diagnose/mqtt-link/enhanced/chosen-method.ts'
import { saslPrep } from '#features/diagnose/mqtt-link/enhanced/sasl-prep.ts'
import { canHash } from '#features/diagnose/mqtt-link/enhanced/scram-hash.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { m } from './messages.ts'

const { version, enhanced } = connectionSettingsSchema.entries
const { method, name, data, encoding } = enhanced.wrapped.entries

/** What is hidden is missing. */
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
type Checked = v.InferOutput<typeof documentSchema>

/** Bytes that a property of MQTT can have (MQTT 5 §1.5.6). */
const longestData = 65_535

/** What an enhanced authentication cannot be begun with. */
export function enhancedFaults(document: ApiDocument): readonly FormFault[] {
  const checked = v.safeParse(documentSchema, document)
  if (!checked.success) return []
  const chosen = chosenMethod(checked.output)
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
