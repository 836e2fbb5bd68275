import type {
  BuiltInRule,
  ClientRules,
  authorizationRules as contract,
  UserRules,
} from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { World } from '../../broker/world.ts'
import { authorizationRoot } from '../../config/roots/authorization-root.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { pageOf } from '../../http/page.ts'
import type { RulesOf, RuleTable } from './built-in-rules.ts'

interface Page {
  readonly page: number
  readonly limit: number
}

const usualMost = 100
const done = { status: 204, body: undefined } as const

const clientRules = ({ id, rules }: RulesOf): ClientRules => ({ clientid: id, rules: [...rules] })
const userRules = ({ id, rules }: RulesOf): UserRules => ({ username: id, rules: [...rules] })

/** Retained or not is nothing that a subscription is. */
const stored = (rules: readonly BuiltInRule[]): readonly BuiltInRule[] =>
  rules.map((rule) => (rule.action === 'subscribe' ? { ...rule, retain: 'all' } : rule))

function builtIn({ config }: World) {
  return config.get(authorizationRoot).sources.find(({ type }) => type === 'built_in_database')
}

function checkLength(world: World, whose: string, rules: readonly unknown[]): void {
  const most = builtIn(world)?.['max_rules']
  if (rules.length <= (typeof most === 'number' ? most : usualMost)) return
  throw refusal(400, 'BAD_REQUEST', `The rules length${whose} exceeds the maximum limit.`)
}

function page<Row>(
  world: World,
  table: RuleTable,
  query: Page,
  like: string | undefined,
  toRow: (of: RulesOf) => Row,
) {
  const all = world.authorization.rules.list(table)
  const found = like === undefined ? all : all.filter(({ id }) => id.includes(like))
  return { status: 200, body: pageOf(found, query, toRow, like === undefined) } as const
}

async function create(world: World, table: 'clients' | 'users', entries: readonly RulesOf[]) {
  const word = table === 'clients' ? 'Client' : 'User'
  for (const { id, rules } of entries) {
    if (world.authorization.rules.find(table, id) !== undefined) {
      throw refusal(409, 'ALREADY_EXISTS', `${word} '${id}' already exist`)
    }
    checkLength(world, ` of ${word} '${id}'`, rules)
  }
  await world.authorization.rules.put(
    table,
    entries.map(({ id, rules }) => ({ id, rules: stored(rules) })),
  )
  return done
}

function find(world: World, table: RuleTable, id: string): RulesOf {
  const rules = world.authorization.rules.find(table, id)
  if (rules === undefined) throw refusal(404, 'NOT_FOUND', 'Not Found')
  return { id, rules }
}

async function save(world: World, table: 'clients' | 'users', id: string, given: RulesOf) {
  if (given.id !== id) throw refusal(400, 'BAD_REQUEST', 'The name in the body is not that of the path')
  checkLength(world, ` of ${table === 'clients' ? 'Client' : 'User'} '${id}'`, given.rules)
  await world.authorization.rules.put(table, [{ id, rules: stored(given.rules) }])
  return done
}

async function remove(world: World, table: RuleTable, id: string, unknown: string) {
  if (!(await world.authorization.rules.remove(table, id))) throw refusal(404, 'NOT_FOUND', unknown)
  return done
}

export const authorizationRules: Handlers<typeof contract, ApiCall> = {
  async clear(_received, { world }) {
    if (builtIn(world)?.enable === true) {
      const message = "'built_in_database' type source must be disabled before purge."
      throw refusal(400, 'BAD_REQUEST', message)
    }
    await world.authorization.rules.clear()
    return done
  },

  all(_received, { world }) {
    return { status: 200, body: { rules: [...(world.authorization.rules.find('all', '') ?? [])] } }
  },

  async saveAll({ body: { rules } }, { world }) {
    checkLength(world, '', rules)
    await world.authorization.rules.put('all', [{ id: '', rules: stored(rules) }])
    return done
  },

  async clearAll(_received, { world }) {
    await world.authorization.rules.remove('all', '')
    return done
  },

  clients: ({ query }, { world }) => page(world, 'clients', query, query.like_clientid, clientRules),

  createClients: ({ body }, { world }) =>
    create(
      world,
      'clients',
      body.map(({ clientid, rules }) => ({ id: clientid, rules })),
    ),

  client: ({ params }, { world }) => ({
    status: 200,
    body: clientRules(find(world, 'clients', params.clientid)),
  }),

  saveClient: ({ params, body }, { world }) =>
    save(world, 'clients', params.clientid, { id: body.clientid, rules: body.rules }),

  removeClient: ({ params }, { world }) => remove(world, 'clients', params.clientid, 'ClientID Not Found'),

  users: ({ query }, { world }) => page(world, 'users', query, query.like_username, userRules),

  createUsers: ({ body }, { world }) =>
    create(
      world,
      'users',
      body.map(({ username, rules }) => ({ id: username, rules })),
    ),

  user: ({ params }, { world }) => ({
    status: 200,
    body: userRules(find(world, 'users', params.username)),
  }),

  saveUser: ({ params, body }, { world }) =>
    save(world, 'users', params.username, { id: body.username, rules: body.rules }),

  removeUser: ({ params }, { world }) => remove(world, 'users', params.username, 'Username Not Found'),
}
