import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import * as v from 'valibot'

type Params = Readonly<Record<string, string>>

/** What there is to ask about, by the path of the list it was found in. */
export type Subjects = Map<string, readonly Params[]>

/** Reads as little as it needs: a list that the contract cannot read still tells whom to ask about. */
export function findSubjects(path: string, answer: unknown, subjects: Subjects): void {
  const read = readers.get(path)
  // The first list is the whole one; later questions narrow it.
  if (read === undefined || subjects.has(path)) return
  subjects.set(
    path,
    read(answer).filter((params) => Object.values(params).every(canAddress)),
  )
}

/** Whom an endpoint is asked about: what its schema names, or what the list before its first parameter holds. */
export function subjectsOf({ path, params }: Endpoint, subjects: Subjects): readonly Params[] {
  if (!path.includes('/:')) return [{}]
  const named = v.safeParse(namedParamsSchema, params)
  if (named.success) {
    const [[name, { options }] = ['', { options: [] }]] = Object.entries(named.output.entries)
    return options.map((option) => ({ [name]: option }))
  }
  const prefix = path.slice(0, path.indexOf('/:'))
  return subjects.get(listOf.get(prefix) ?? prefix) ?? []
}

const namedParamsSchema = v.object({
  entries: v.record(v.string(), v.object({ type: v.literal('picklist'), options: v.array(v.string()) })),
})

/** Where the list of a thing is not what its own path begins with. */
const listOf = new Map([
  ['/monitor/nodes', '/nodes'],
  ['/monitor_current/nodes', '/nodes'],
  ['/mqtt/retainer/message', '/mqtt/retainer/messages'],
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

const topicListSchema = v.object({ data: v.array(v.object({ topic: v.string() })) })
const listenerListSchema = v.array(v.object({ id: v.string() }))
const keyListSchema = v.array(v.object({ name: v.string() }))
const delayedListSchema = v.object({ data: v.array(v.object({ node: v.string(), msgid: v.string() })) })

/** What a list says, as far as it can be read. */
function reader<S extends v.GenericSchema>(
  schema: S,
  paramsOf: (list: v.InferOutput<S>) => readonly Params[],
) {
  return (answer: unknown): readonly Params[] => {
    const list = v.safeParse(schema, answer)
    return list.success ? paramsOf(list.output) : []
  }
}

const readers = new Map([
  [
    '/nodes',
    reader(nodeListSchema, (nodes) =>
      nodes.filter((one) => one.node_status !== 'stopped').map(({ node }) => ({ node })),
    ),
  ],
  ['/clients', reader(clientListSchema, ({ data }) => telling(data))],
  [
    '/topics',
    // A shared subscription is asked for without its prefix.
    reader(topicListSchema, ({ data }) =>
      data
        .filter(({ topic }) => !/^\$(share|queue)\//.test(topic))
        .slice(0, 1)
        .map(({ topic }) => ({ topic })),
    ),
  ],
  ['/listeners', reader(listenerListSchema, (all) => all.map(({ id }) => ({ id })))],
  ['/api_key', reader(keyListSchema, (keys) => keys.slice(0, 1).map(({ name }) => ({ name })))],
  [
    '/mqtt/retainer/messages',
    reader(topicListSchema, ({ data }) => data.slice(0, 1).map(({ topic }) => ({ topic }))),
  ],
  [
    '/mqtt/delayed/messages',
    reader(delayedListSchema, ({ data }) => data.slice(0, 1).map(({ node, msgid }) => ({ node, msgid }))),
  ],
])

/** Clients whose answers differ: connected, not connected, with messages waiting, with messages on the way. */
function telling(clients: readonly ClientEntry[]): readonly Params[] {
  const found = [
    clients.find((client) => client.connected),
    clients.find((client) => !client.connected),
    clients.find((client) => client.mqueue_len > 0),
    clients.find((client) => client.inflight_cnt > 0),
  ].flatMap((client) => (client === undefined ? [] : [client.clientid]))
  return [...new Set(found)].map((clientid) => ({ clientid }))
}
