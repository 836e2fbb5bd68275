import { rulesOfAcl } from '@brokerdeck/languages/access-rules/rules-of-acl.ts'
import * as v from 'valibot'
import type { Granted } from '../../mqtt/client/access.ts'

const attributesSchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))

/** Returns true only for unambiguous values, so an unexpected word makes no superuser. */
export function isTrue(value: unknown): boolean {
  if (value === true) return true
  if (Buffer.isBuffer(value)) return isTrue(value.toString('utf8'))
  if (typeof value === 'string')
    return value === 'true' || (/^\+?\d{1,15}$/.test(value) && Number(value) >= 1)
  return (
    (typeof value === 'number' && Number.isInteger(value) && value >= 1) ||
    (typeof value === 'bigint' && value >= 1n)
  )
}

/** Returns what a token or a response grants a client besides the access itself. Throws if the rules cannot be read. */
export function ownRights(
  said: Readonly<Record<string, unknown>>,
  aclName: string,
): Pick<Granted, 'isSuperuser' | 'attributes' | 'rules'> {
  const attributes = v.safeParse(attributesSchema, said['client_attrs'])
  const acl = said[aclName]
  const rules = acl === undefined ? undefined : rulesOfAcl(acl)
  if (rules !== undefined && 'fault' in rules) throw new Error(`acl: ${rules.fault}`)
  const texts = attributes.success
    ? Object.entries(attributes.output).map(([name, value]) => [name, String(value)])
    : []
  return {
    isSuperuser: isTrue(said['is_superuser']),
    attributes: Object.fromEntries(texts),
    ...(rules === undefined ? {} : { rules }),
  }
}
