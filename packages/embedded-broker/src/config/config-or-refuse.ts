import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import { type ApiRefusal, boundMessage, refusal } from '../http/api-refusal.ts'
import { checkConfig } from './check-config.ts'
import type { Checked, Fault, Path } from './fault.ts'

/** 400 with what is wrong as JSON in the message: one fault as an object, several as a list. */
export function toRefusal(faults: readonly Fault[]): ApiRefusal {
  return refusal(400, 'BAD_REQUEST', boundMessage(faults))
}

/** The value filled with defaults, or the broker's refusal thrown. */
export function configOrRefuse(schema: Schema, value: unknown, root: Path = ['root']): unknown {
  const checked: Checked = checkConfig(schema, value, root)
  if ('faults' in checked) throw toRefusal(checked.faults)
  return checked.value
}
