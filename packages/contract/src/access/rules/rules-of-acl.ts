import { type AccessRule, everybody, everyQos, parseRuleTopic } from './access-rule.ts'
import { type RecordFault, ruleOfRecord } from './rule-of-record.ts'

const lists = [
  ['pub', 'publish'],
  ['sub', 'subscribe'],
  ['all', 'all'],
] as const

/** Nothing else is allowed to who brings a list of what is. */
const denyTheRest: AccessRule = {
  permission: 'deny',
  who: everybody,
  action: 'all',
  qos: everyQos,
  retain: 'all',
  topics: 'all',
}

/**
 * Reads the `acl` of a token or of an answer: rules as back ends keep them, or in the older form lists of what may be
 * published, subscribed, or both, `{pub: ["a/#"], sub: […], all: […]}`.
 */
export function rulesOfAcl(acl: unknown): readonly AccessRule[] | RecordFault {
  if (Array.isArray(acl)) return rulesOfList(acl)
  if (typeof acl !== 'object' || acl === null) return { fault: 'invalid_acl' }
  const given = new Map<string, unknown>(Object.entries(acl))
  const rules: AccessRule[] = []
  for (const [name, action] of lists) {
    const topics = given.get(name) ?? []
    if (!Array.isArray(topics) || !topics.every((one) => typeof one === 'string')) {
      return { fault: 'invalid_acl' }
    }
    if (topics.length === 0) continue
    rules.push({ ...denyTheRest, permission: 'allow', action, topics: topics.map(parseRuleTopic) })
  }
  return [...rules, denyTheRest]
}

function rulesOfList(acl: readonly unknown[]): readonly AccessRule[] | RecordFault {
  const rules: AccessRule[] = []
  for (const entry of acl) {
    if (typeof entry !== 'object' || entry === null) return { fault: 'invalid_rule' }
    const rule = ruleOfRecord({ ...entry })
    if ('fault' in rule) return rule
    rules.push(rule)
  }
  return rules
}
