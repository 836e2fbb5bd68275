import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import { type ApiRefusal, boundMessage, refusal } from '../http/api-refusal.ts'
import { checkConfig } from './check-config.ts'
import type { Checked, Fault, Path } from './fault.ts'

/** Returns a 400 with the errors as JSON in its message: one error as an object, several as a list. */
export function toRefusal(faults: readonly Fault[]): ApiRefusal {
  return refusal(400, 'BAD_REQUEST', boundMessage(faults))
}

/** Returns the value with its defaults filled in; throws the broker's refusal if the value is invalid. */
export function configOrRefuse(schema: Schema, value: unknown, root: Path = ['root']): unknown {
  const checked: Checked = checkConfig(schema, value, root)
  if ('faults' in checked) throw toRefusal(checked.faults)
  return checked.value
}
