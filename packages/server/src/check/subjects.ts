import { canAddress } from '@brokerdeck/contract/wire.ts'
import * as v from 'valibot'

/** What there is to ask about, by the name of the path parameter; found in the answers of lists. */
export type Subjects = Map<string, readonly string[]>

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
const topicListSchema = v.object({ data: v.array(v.object({ topic: v.string() })) })
const listenerListSchema = v.array(v.object({ id: v.string() }))

/** Reads as little as it needs: a list that the contract cannot read still tells whom to ask about. */
export function findSubjects(path: string, answer: unknown, subjects: Subjects): void {
  const found = readers.get(path)?.(answer)
  if (found === undefined) return
  const [parameter, values] = found
  // The first list is the whole one; later questions narrow it.
  if (!subjects.has(parameter)) subjects.set(parameter, [...new Set(values)].filter(canAddress))
}

type Found = readonly [parameter: string, values: readonly string[]]

const readers = new Map<string, (answer: unknown) => Found | undefined>([
  [
    '/nodes',
    (answer) => {
      const nodes = v.safeParse(nodeListSchema, answer)
      if (!nodes.success) return undefined
      return ['node', nodes.output.filter((one) => one.node_status !== 'stopped').map((one) => one.node)]
    },
  ],
  [
    '/clients',
    (answer) => {
      const clients = v.safeParse(clientListSchema, answer)
      return clients.success ? ['clientid', telling(clients.output.data)] : undefined
    },
  ],
  [
    '/topics',
    (answer) => {
      const topics = v.safeParse(topicListSchema, answer)
      if (!topics.success) return undefined
      // A shared subscription is asked for without its prefix.
      const plain = topics.output.data
        .map(({ topic }) => topic)
        .filter((topic) => !/^\$(share|queue)\//.test(topic))
      return ['topic', plain.slice(0, 1)]
    },
  ],
  [
    '/listeners',
    (answer) => {
      const listeners = v.safeParse(listenerListSchema, answer)
      return listeners.success ? ['id', listeners.output.map(({ id }) => id)] : undefined
    },
  ],
])

type ClientEntry = v.InferOutput<typeof clientListSchema>['data'][number]

/** Clients whose answers differ: connected, not connected, with messages waiting, with messages on the way. */
function telling(clients: readonly ClientEntry[]): readonly string[] {
  return [
    clients.find((client) => client.connected),
    clients.find((client) => !client.connected),
    clients.find((client) => client.mqueue_len > 0),
    clients.find((client) => client.inflight_cnt > 0),
  ].flatMap((client) => (client === undefined ? [] : [client.clientid]))
}
