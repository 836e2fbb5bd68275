import {
  authorizationRules,
  type BuiltInRule,
  type ClientRules,
  type UserRules,
} from '@brokerdeck/contract/access/authorization-rules.ts'
import { authorizationRoot } from '../../config/roots/authorization-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import type { RulesOf, RuleTable } from './built-in-rules.ts'

type AuthorizationRulesApiDeps = Pieces<'authorization' | 'config'>

interface Page {
  readonly page: number
  readonly limit: number
}

const usualMost = 100
const done = { status: 204, body: undefined } as const

const clientRules = ({ id, rules }: RulesOf): ClientRules => ({ clientid: id, rules: [...rules] })
const userRules = ({ id, rules }: RulesOf): UserRules => ({ username: id, rules: [...rules] })

/** Sets `retain` of subscribe rules to `all`, since a subscription is neither retained nor not. */
const toStored = (rules: readonly BuiltInRule[]): readonly BuiltInRule[] =>
  rules.map((rule) => (rule.action === 'subscribe' ? { ...rule, retain: 'all' } : rule))

function findBuiltIn({ config }: Pick<AuthorizationRulesApiDeps, 'config'>) {
  return config.get(authorizationRoot).sources.find(({ type }) => type === 'built_in_database')
}

/**
 * Throws 404 while the source of the built-in database is not configured: EMQX then neither lists nor accepts its
 * rules.
 */
function requireSource(uses: Pick<AuthorizationRulesApiDeps, 'config'>): void {
  if (findBuiltIn(uses) === undefined) throw refusal(404, 'NOT_FOUND', 'Not found: built_in_database')
}

function checkLength(uses: AuthorizationRulesApiDeps, whose: string, rules: readonly unknown[]): void {
  const most = findBuiltIn(uses)?.['max_rules']
  if (rules.length <= (typeof most === 'number' ? most : usualMost)) return
  throw refusal(400, 'BAD_REQUEST', `The rules length${whose} exceeds the maximum limit.`)
}

function page<Row>(
  uses: AuthorizationRulesApiDeps,
  table: RuleTable,
  query: Page,
  like: string | undefined,
  toRow: (of: RulesOf) => Row,
) {
  requireSource(uses)
  const all = uses.authorization.rules.list(table)
  const found = like === undefined ? all : all.filter(({ id }) => id.includes(like))
  return { status: 200, body: toPage(found, query, toRow, like === undefined) } as const
}

async function create(
  uses: AuthorizationRulesApiDeps,
  table: 'clients' | 'users',
  entries: readonly RulesOf[],
) {
  requireSource(uses)
  const word = table === 'clients' ? 'Client' : 'User'
  for (const { id, rules } of entries) {
    if (uses.authorization.rules.find(table, id) !== undefined) {
      throw refusal(409, 'ALREADY_EXISTS', `${word} '${id}' already exist`)
    }
    checkLength(uses, ` of ${word} '${id}'`, rules)
  }
  await uses.authorization.rules.put(
    table,
    entries.map(({ id, rules }) => ({ id, rules: toStored(rules) })),
  )
  return done
}

function find(uses: AuthorizationRulesApiDeps, table: RuleTable, id: string): RulesOf {
  requireSource(uses)
  const rules = uses.authorization.rules.find(table, id)
  if (rules === undefined) throw refusal(404, 'NOT_FOUND', 'Not Found')
  return { id, rules }
}

async function save(uses: AuthorizationRulesApiDeps, table: 'clients' | 'users', id: string, given: RulesOf) {
  requireSource(uses)
  if (given.id !== id) throw refusal(400, 'BAD_REQUEST', 'The name in the body is not that of the path')
  checkLength(uses, ` of ${table === 'clients' ? 'Client' : 'User'} '${id}'`, given.rules)
  await uses.authorization.rules.put(table, [{ id, rules: toStored(given.rules) }])
  return done
}

async function remove(uses: AuthorizationRulesApiDeps, table: RuleTable, id: string, unknown: string) {
  requireSource(uses)
  if (!(await uses.authorization.rules.remove(table, id))) throw refusal(404, 'NOT_FOUND', unknown)
  return done
}

export const authorizationRulesApi = apiResource({
  endpoints: authorizationRules,
  uses: ['authorization', 'config'],
  handlers: {
    async clear(_received, call) {
      requireSource(call)
      if (findBuiltIn(call)?.enable === true) {
        const message = "'built_in_database' type source must be disabled before purge."
        throw refusal(400, 'BAD_REQUEST', message)
      }
      await call.authorization.rules.clear()
      return done
    },

    all(_received, call) {
      requireSource(call)
      return { status: 200, body: { rules: [...(call.authorization.rules.find('all', '') ?? [])] } }
    },

    async saveAll({ body: { rules } }, call) {
      requireSource(call)
      checkLength(call, '', rules)
      await call.authorization.rules.put('all', [{ id: '', rules: toStored(rules) }])
      return done
    },

    async clearAll(_received, call) {
      requireSource(call)
      await call.authorization.rules.remove('all', '')
      return done
    },

    clients: ({ query }, call) => page(call, 'clients', query, query.like_clientid, clientRules),

    createClients: ({ body }, call) =>
      create(
        call,
        'clients',
        body.map(({ clientid, rules }) => ({ id: clientid, rules })),
      ),

    client: ({ params }, call) => ({
      status: 200,
      body: clientRules(find(call, 'clients', params.clientid)),
    }),

    saveClient: ({ params, body }, call) =>
      save(call, 'clients', params.clientid, { id: body.clientid, rules: body.rules }),

    removeClient: ({ params }, call) => remove(call, 'clients', params.clientid, 'ClientID Not Found'),

    users: ({ query }, call) => page(call, 'users', query, query.like_username, userRules),

    createUsers: ({ body }, call) =>
      create(
        call,
        'users',
        body.map(({ username, rules }) => ({ id: username, rules })),
      ),

    user: ({ params }, call) => ({
      status: 200,
      body: userRules(find(call, 'users', params.username)),
    }),

    saveUser: ({ params, body }, call) =>
      save(call, 'users', params.username, { id: body.username, rules: body.rules }),

    removeUser: ({ params }, call) => remove(call, 'users', params.username, 'Username Not Found'),
  },
})
