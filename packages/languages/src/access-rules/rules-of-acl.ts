import { type AccessQos, type AccessRule, everybody, everyQos, parseRuleTopic } from './access-rule.ts'

const lists = [
  ['pub', 'publish'],
  ['sub', 'subscribe'],
  ['all', 'all'],
] as const

/** A client that brings a list of allowed topics is denied everything else. */
const denyTheRest: AccessRule = {
  permission: 'deny',
  who: everybody,
  action: 'all',
  qos: everyQos,
  retain: 'all',
  topics: 'all',
}

/**
 * Reads the `acl` of a token or of a response: rules as back ends store them, or the older form, lists of topics for
 * publishing, subscribing, or both, `{pub: ["a/#"], sub: […], all: […]}`.
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
    const rule = parseAclRecord({ ...entry })
    if ('fault' in rule) return rule
    rules.push(rule)
  }
  return rules
}

/** The reason why a row of a database, an entry of a document, or an entry in a token's `acl` is no valid rule. */
interface RecordFault {
  readonly fault: string
}

type Row = Readonly<{ [name: string]: unknown }>

const permissions = new Map<unknown, AccessRule['permission']>([
  ['allow', 'allow'],
  ['deny', 'deny'],
])
const actions = new Map<unknown, AccessRule['action']>([
  ['pub', 'publish'],
  ['publish', 'publish'],
  ['sub', 'subscribe'],
  ['subscribe', 'subscribe'],
  ['all', 'all'],
])
const levels = new Map<unknown, AccessQos>([
  [0, 0],
  ['0', 0],
  [1, 1],
  ['1', 1],
  [2, 2],
  ['2', 2],
])
const retains = new Map<unknown, boolean | 'all'>([
  [undefined, 'all'],
  [null, 'all'],
  ['all', 'all'],
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  [0, false],
  ['0', false],
])

function parseQos(given: unknown): readonly AccessQos[] | undefined {
  if (given === undefined || given === null) return everyQos
  const items: readonly unknown[] = Array.isArray(given)
    ? given
    : typeof given === 'string'
      ? given.split(',')
      : [given]
  const found = items.map((one) => levels.get(one)).filter((one) => one !== undefined)
  return found.length === items.length ? found : undefined
}

function parseTopics({ topic, topics }: Row): readonly string[] | undefined {
  if (typeof topic === 'string') return [topic]
  if (!Array.isArray(topics)) return undefined
  const texts = topics.filter((one) => typeof one === 'string')
  return texts.length === topics.length ? texts : undefined
}

/**
 * Parses a rule as back ends store it: `permission`, `action`, `topic` or `topics`, `qos`, `retain`. It applies to
 * all clients.
 */
export function parseAclRecord(record: Row): AccessRule | RecordFault {
  const permission = permissions.get(record['permission'])
  if (permission === undefined) return { fault: 'invalid_permission' }
  const action = actions.get(record['action'])
  if (action === undefined) return { fault: 'invalid_action' }
  const topics = parseTopics(record)
  if (topics === undefined) return { fault: 'missing_topic_or_topics' }
  const qos = parseQos(record['qos'])
  if (qos === undefined) return { fault: 'invalid_qos' }
  const retain = action === 'subscribe' ? 'all' : retains.get(record['retain'])
  if (retain === undefined) return { fault: 'invalid_retain' }
  return { permission, who: everybody, action, qos, retain, topics: topics.map(parseRuleTopic) }
}
