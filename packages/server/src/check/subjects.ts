import { canAddress, type Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { pluginRef } from '@brokerdeck/contract/extensions/plugins.ts'
import * as v from 'valibot'

type Params = Readonly<Record<string, string>>

/**
 * Maps paths to the parameters of the items to request. The key is the path of the list that contained the items, or
 * of the only endpoint that they are for.
 */
export type Subjects = Map<string, readonly Params[]>

const createNameReader = (list: string): ListReader => ({ list, read: firstName })

/**
 * Reads the items of a list. It reads as little as it needs, so that even a list that does not match the contract
 * gives the parameters of later requests.
 */
export function findSubjects(path: string, params: Params, answer: unknown, subjects: Subjects): void {
  const own = readers.filter(({ list }) => list === path)
  for (const { list, of = list, read } of own.length > 0 ? own : [createNameReader(path)]) {
    // The first list is complete; later requests narrow it. The list below one item may be empty while the list below
    // another is not.
    const known = subjects.get(of)
    if (known !== undefined && (known.length > 0 || !path.includes('/:'))) continue
    const found = read(answer).filter((one) => Object.values(one).every(canAddress))
    const asked = found.map((one) => ({ ...params, ...one }))
    if (own.length > 0 || asked.length > 0) subjects.set(of, asked)
  }
}

/**
 * Returns the parameters for an endpoint: those from the list before its first parameter, or those that its schema
 * names.
 */
export function listSubjects({ path, params }: Endpoint, subjects: Subjects): readonly Params[] {
  if (!path.includes('/:')) return [{}]
  const prefix = path.slice(0, path.indexOf('/:'))
  const listed = subjects.get(path) ?? subjects.get(listOf.get(prefix) ?? prefix)
  if (listed !== undefined) return listed
  const named = v.safeParse(namedParamsSchema, params)
  if (!named.success) return []
  const [[name, { options }] = ['', { options: [] }]] = Object.entries(named.output.entries)
  return options.map((option) => ({ [name]: option }))
}

/** Tells whether a list of the broker contained the items; otherwise they stem from the contract, or there are none. */
export function areListed({ path }: Endpoint, subjects: Subjects): boolean {
  const prefix = path.slice(0, path.indexOf('/:'))
  return path.includes('/:') && (subjects.has(path) || subjects.has(listOf.get(prefix) ?? prefix))
}

const namedParamsSchema = v.object({
  entries: v.record(v.string(), v.object({ type: v.literal('picklist'), options: v.array(v.string()) })),
})

/** The list of the items, for endpoints whose path does not begin with it. */
const listOf = new Map([
  ['/monitor/nodes', '/nodes'],
  ['/relup/status', '/nodes'],
  ['/monitor_current/nodes', '/nodes'],
  ['/mqtt/retainer/message', '/mqtt/retainer/messages'],
  ['/cluster/links/link', '/cluster/links'],
  ['/message_transformations/transformation', '/message_transformations'],
  ['/schema_registry_external/registry', '/schema_registry_external'],
  ['/schema_validations/validation', '/schema_validations'],
])

const nodeListSchema = v.array(v.object({ node: v.string(), node_status: v.optional(v.string()) }))
const clientListSchema = v.object({
  data: v.array(
    v.object({
      clientid: v.string(),
      connected: v.optional(v.boolean(), false),
      mqueue_len: v.optional(v.number(), 0),
      inflight_cnt: v.optional(v.number(), 0),
    }),
  ),
})
type ClientEntry = v.InferOutput<typeof clientListSchema>['data'][number]

const topicSchema = v.object({ topic: v.string() })
const topicListSchema = v.object({ data: v.array(topicSchema) })
const sourceListSchema = v.object({ sources: v.array(v.object({ type: v.string() })) })
const builtInRules = '/authorization/sources/built_in_database/rules'
const ruleListSchema = v.object({
  data: v.array(v.union([v.object({ clientid: v.string() }), v.object({ username: v.string() })])),
})
const idListSchema = v.array(v.object({ id: v.string() }))
const pluginListSchema = v.array(
  v.object({ name: v.string(), rel_vsn: v.string(), with_config_schema: v.optional(v.boolean(), false) }),
)
const toPluginRef = (plugin: v.InferOutput<typeof pluginListSchema>[number]) => ({ name: pluginRef(plugin) })
const resourceListSchema = v.array(v.object({ type: v.string(), name: v.string() }))
const nameListSchema = v.array(v.object({ name: v.string() }))
const usersOfAuthenticator = '/authentication/:id/users'
const userListSchema = v.object({ data: v.array(v.object({ user_id: v.string() })) })
const gatewayListSchema = v.array(v.object({ name: v.string(), status: v.string() }))
const gatewayClientsSchema = v.object({ data: v.array(v.object({ clientid: v.string() })) })
/** The endpoints that are requested only for a gateway that is set up. */
const partsOfGateway = [
  '/gateways/:name/clients',
  '/gateways/:name/listeners',
  '/gateways/:name/authentication',
]
const listenerOfGateway = '/gateways/:name/listeners/:id'
/**
 * The authenticator of a gateway or of one of its listeners; only an authenticator with a built-in database has
 * users.
 */
const gatewayAuthenticatorSchema = v.object({ backend: v.literal('built_in_database') })
const clientOfGateway = '/gateways/:name/clients/:clientid'
const delayedListSchema = v.object({ data: v.array(v.object({ node: v.string(), msgid: v.string() })) })

/** Returns a function that reads the parameters from a list, as far as the list can be read. */
function reader<S extends v.GenericSchema>(
  schema: S,
  paramsOf: (list: v.InferOutput<S>) => readonly Params[],
) {
  return (answer: unknown): readonly Params[] => {
    const list = v.safeParse(schema, answer)
    return list.success ? paramsOf(list.output) : []
  }
}

/** Reads the first name of a list without a reader of its own. */
const firstName = reader(nameListSchema, (all) => all.slice(0, 1).map(({ name }) => ({ name })))

interface ListReader {
  readonly list: string
  /** The path of the endpoint that the read parameters are for, if they are not for all endpoints below the list. */
  readonly of?: string
  readonly read: (answer: unknown) => readonly Params[]
}

/** Reads the first entry of a list of plain names. */
const firstText = (name: string) =>
  reader(v.array(v.string()), (all) => all.slice(0, 1).map((one) => ({ [name]: one })))

const readers: readonly ListReader[] = [
  { list: '/ds/sites', read: firstText('site') },
  { list: '/ds/storages', read: firstText('ds') },
  {
    list: '/durable_queues',
    read: reader(v.object({ data: idListSchema }), ({ data }) => data.slice(0, 1).map(({ id }) => ({ id }))),
  },
  {
    list: '/nodes',
    read: reader(nodeListSchema, (nodes) =>
      nodes.filter((one) => one.node_status !== 'stopped').map(({ node }) => ({ node })),
    ),
  },
  { list: '/clients', read: reader(clientListSchema, ({ data }) => telling(data)) },
  {
    list: '/topics',
    // A shared subscription would have to be requested without its prefix, so it is left out.
    read: reader(topicListSchema, ({ data }) =>
      data
        .filter(({ topic }) => !/^\$(share|queue)\//.test(topic))
        .slice(0, 1)
        .map(({ topic }) => ({ topic })),
    ),
  },
  {
    list: '/authorization/sources',
    read: reader(sourceListSchema, ({ sources }) => sources.map(({ type }) => ({ type }))),
  },
  { list: '/rules', read: reader(v.object({ data: idListSchema }), ({ data }) => data.slice(0, 1)) },
  { list: `${builtInRules}/clients`, read: reader(ruleListSchema, ({ data }) => data.slice(0, 1)) },
  { list: `${builtInRules}/users`, read: reader(ruleListSchema, ({ data }) => data.slice(0, 1)) },
  { list: '/authentication', read: reader(idListSchema, (all) => all.map(({ id }) => ({ id }))) },
  {
    list: '/authentication',
    of: usersOfAuthenticator,
    read: reader(idListSchema, (all) =>
      all.filter(({ id }) => id.endsWith(':built_in_database')).map(({ id }) => ({ id })),
    ),
  },
  {
    list: usersOfAuthenticator,
    of: `${usersOfAuthenticator}/:user_id`,
    read: reader(userListSchema, ({ data }) => data.slice(0, 1).map(({ user_id }) => ({ user_id }))),
  },
  {
    list: '/file_transfer/files',
    of: '/file_transfer/files/:clientid/:fileid',
    read: reader(
      v.object({ files: v.array(v.object({ clientid: v.string(), fileid: v.string() })) }),
      ({ files }) => files.slice(0, 1),
    ),
  },
  {
    list: '/gcp_devices',
    read: reader(v.object({ data: v.array(v.object({ deviceid: v.string() })) }), ({ data }) =>
      data.slice(0, 1),
    ),
  },
  { list: '/plugins', read: reader(pluginListSchema, (all) => all.slice(0, 1).map(toPluginRef)) },
  {
    list: '/plugins',
    of: '/plugins/:name/config',
    // The broker refuses the request for a plugin without a configuration.
    read: reader(pluginListSchema, (all) =>
      all
        .filter((one) => one.with_config_schema)
        .slice(0, 1)
        .map(toPluginRef),
    ),
  },
  ...['/connectors', '/actions', '/sources'].map((list) => ({
    list,
    // Types differ in their settings, so one item of each type is requested.
    read: reader(resourceListSchema, (all) =>
      [...new Map(all.map((one) => [one.type, one])).values()].map(({ type, name }) => ({
        id: `${type}:${name}`,
      })),
    ),
  })),
  ...['/gateways', ...partsOfGateway].map((of) => ({
    list: '/gateways',
    of,
    read: reader(gatewayListSchema, (all) =>
      all.filter(({ status }) => status !== 'unloaded').map(({ name }) => ({ name })),
    ),
  })),
  ...[clientOfGateway, `${clientOfGateway}/subscriptions`].map((of) => ({
    list: '/gateways/:name/clients',
    of,
    read: reader(gatewayClientsSchema, ({ data }) => data.slice(0, 1).map(({ clientid }) => ({ clientid }))),
  })),
  ...[listenerOfGateway, `${listenerOfGateway}/authentication`].map((of) => ({
    list: '/gateways/:name/listeners',
    of,
    read: reader(idListSchema, (all) => all.slice(0, 1).map(({ id }) => ({ id }))),
  })),
  {
    list: '/schema_registry_external',
    read: reader(v.record(v.string(), v.unknown()), (all) =>
      Object.keys(all)
        .slice(0, 1)
        .map((name) => ({ name })),
    ),
  },
  ...['/gateways/:name/authentication', `${listenerOfGateway}/authentication`].map((list) => ({
    list,
    of: `${list}/users`,
    read: reader(gatewayAuthenticatorSchema, () => [{}]),
  })),
  ...['/gateways/:name/authentication/users', `${listenerOfGateway}/authentication/users`].map((list) => ({
    list,
    of: `${list}/:uid`,
    read: reader(userListSchema, ({ data }) => data.slice(0, 1).map(({ user_id }) => ({ uid: user_id }))),
  })),
  { list: '/listeners', read: reader(idListSchema, (all) => all.map(({ id }) => ({ id }))) },
  {
    list: '/mqtt/topic_metrics',
    read: reader(v.array(topicSchema), (all) => all.slice(0, 1).map(({ topic }) => ({ topic }))),
  },
  {
    list: '/mqtt/retainer/messages',
    read: reader(topicListSchema, ({ data }) => data.slice(0, 1).map(({ topic }) => ({ topic }))),
  },
  {
    list: '/mqtt/delayed/messages',
    read: reader(delayedListSchema, ({ data }) =>
      data.slice(0, 1).map(({ node, msgid }) => ({ node, msgid })),
    ),
  },
]

/**
 * Returns clients whose responses differ: connected, disconnected, with queued messages, and with inflight messages.
 */
function telling(clients: readonly ClientEntry[]): readonly Params[] {
  const found = [
    clients.find((client) => client.connected),
    clients.find((client) => !client.connected),
    clients.find((client) => client.mqueue_len > 0),
    clients.find((client) => client.inflight_cnt > 0),
  ].flatMap((client) => (client === undefined ? [] : [client.clientid]))
  return [...new Set(found)].map((clientid) => ({ clientid }))
}
