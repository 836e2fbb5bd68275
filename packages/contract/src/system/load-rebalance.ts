import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { parseDuration } from '../measures.ts'
import { rows } from '../paging.ts'
import { integerSchema } from '../scalars.ts'

const statsSchema = v.object({
  initial_connected: v.number(),
  current_connected: v.number(),
  initial_sessions: v.number(),
  current_sessions: v.number(),
  current_disconnected_sessions: v.optional(v.number()),
})

/** The fields of every process, as far as they are known yet; `state` is a word of the broker. */
const progress = {
  state: v.string(),
  connection_eviction_rate: v.optional(v.number()),
  session_eviction_rate: v.optional(v.number()),
  connection_goal: v.optional(v.number()),
  session_goal: v.optional(v.number()),
  disconnected_session_goal: v.optional(v.number()),
  session_recipients: v.optional(v.array(v.string())),
  recipients: v.optional(v.array(v.string())),
  coordinator_node: v.optional(v.string()),
  stats: v.optional(statsSchema),
}

const evacuationSchema = v.object({ node: v.string(), ...progress })
export type Evacuation = v.InferOutput<typeof evacuationSchema>

/** `node` is the node that was asked to start the rebalance, and must be asked to stop it. */
const rebalanceSchema = v.object({
  node: v.string(),
  ...progress,
  donors: v.optional(v.array(v.string())),
  donor_conn_avg: v.optional(v.number()),
  donor_sess_avg: v.optional(v.number()),
})
export type Rebalance = v.InferOutput<typeof rebalanceSchema>

const purgeSchema = v.object({ node: v.string(), ...progress, purge_rate: v.optional(v.number()) })
export type Purge = v.InferOutput<typeof purgeSchema>

export const globalStatusSchema = v.object({
  evacuations: rows(evacuationSchema),
  rebalances: rows(rebalanceSchema),
  purges: rows(purgeSchema),
})
export type GlobalStatus = v.InferOutput<typeof globalStatusSchema>

const disabledSchema = v.object({ status: v.literal('disabled') })

/** The broker's defaults: rates are per second, thresholds in clients and sessions. */
export const rebalanceDefaults = {
  conn_evict_rate: 500,
  sess_evict_rate: 500,
  wait_health_check: '60s',
  wait_takeover: '60s',
  abs_conn_threshold: 1000,
  rel_conn_threshold: 1.1,
  abs_sess_threshold: 1000,
  rel_sess_threshold: 1.1,
} as const

const wait = v.pipe(
  v.string(),
  v.check((text) => parseDuration(text) !== undefined, 'Bad duration'),
)
const pace = {
  conn_evict_rate: v.optional(integerSchema(1)),
  sess_evict_rate: v.optional(integerSchema(1)),
  /** The time that a load balancer needs to notice that the node accepts no clients, such as `30s`. */
  wait_health_check: v.optional(wait),
  /** The time in which clients reconnect elsewhere and take over their sessions. */
  wait_takeover: v.optional(wait),
}
const nodeNames = v.optional(v.array(v.string()))
const params = v.object({ node: v.string() })
const changed = [
  '/load_rebalance/global_status',
  '/load_rebalance/status',
  '/load_rebalance/availability_check',
  '/node_eviction/status',
  '/nodes',
] as const
const write = {
  method: 'POST',
  params,
  response: { 200: v.object({}) },
  errors: [],
  access: 'token',
} as const

/** Enterprise only. Moves clients and sessions between nodes. In 5.8.9 no node can be asked for a purge. */
export const loadRebalance = {
  /** For load balancers: returns 503 while the responding node evicts its clients. */
  availability: endpoint({
    method: 'GET',
    path: '/load_rebalance/availability_check',
    response: { 200: v.object({}) },
    errors: ['NODE_EVACUATING'],
    access: 'public',
  }),
  global: endpoint({
    method: 'GET',
    path: '/load_rebalance/global_status',
    response: { 200: globalStatusSchema },
    errors: [],
    access: 'token',
  }),
  /** Returns the status of the responding node. */
  local: endpoint({
    method: 'GET',
    path: '/load_rebalance/status',
    response: {
      200: v.variant('status', [
        disabledSchema,
        v.object({
          status: v.literal('enabled'),
          process: v.picklist(['rebalance', 'evacuation']),
          ...progress,
        }),
      ]),
    },
    errors: [],
    access: 'token',
  }),
  evacuate: endpoint({
    ...write,
    path: '/load_rebalance/:node/evacuation/start',
    refreshes: changed,
    body: v.strictObject({
      ...pace,
      /** Sent to MQTT 5 clients: `host:port`, several addresses separated by spaces. */
      redirect_to: v.optional(v.pipe(v.string(), v.maxBytes(65_535))),
      migrate_to: nodeNames,
    }),
  }),
  stopEvacuation: endpoint({ ...write, path: '/load_rebalance/:node/evacuation/stop', refreshes: changed }),
  rebalance: endpoint({
    ...write,
    path: '/load_rebalance/:node/start',
    refreshes: changed,
    body: v.strictObject({
      ...pace,
      nodes: nodeNames,
      abs_conn_threshold: v.optional(integerSchema(1)),
      rel_conn_threshold: v.optional(v.pipe(v.number(), v.minValue(1))),
      abs_sess_threshold: v.optional(integerSchema(1)),
      rel_sess_threshold: v.optional(v.pipe(v.number(), v.minValue(1))),
    }),
  }),
  stopRebalance: endpoint({ ...write, path: '/load_rebalance/:node/stop', refreshes: changed }),
  /** Returns the eviction status of the responding node, whatever the reason. */
  eviction: endpoint({
    method: 'GET',
    path: '/node_eviction/status',
    response: {
      200: v.variant('status', [
        disabledSchema,
        v.object({
          status: v.literal('enabled'),
          stats: v.object({ connections: v.number(), sessions: v.number() }),
        }),
      ]),
    },
    errors: [],
    access: 'token',
  }),
} as const

export type NodeLoad = { readonly node: string; readonly connected: number; readonly sessions: number }

/**
 * A donor must have more than the recipients' average plus the absolute threshold, and more than it times the
 * relative one.
 */
export interface Thresholds {
  readonly abs_conn_threshold: number
  readonly rel_conn_threshold: number
  readonly abs_sess_threshold: number
  readonly rel_sess_threshold: number
}

export interface Balance {
  readonly donors: readonly string[]
  readonly recipients: readonly string[]
  /** The averages are whole numbers for display. */
  readonly donorAverage: number
  readonly recipientAverage: number
  readonly isConnectionsOff: boolean
  readonly isSessionsOff: boolean
}

const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/**
 * Determines the donors and recipients. Nodes at or above the average of all nodes are donors, but only if the
 * thresholds are exceeded.
 */
export function compareLoads(loads: readonly NodeLoad[], thresholds: Thresholds): Balance {
  const mean = average(loads.map(({ connected }) => connected))
  return compareSides(
    loads.filter(({ connected }) => connected >= mean),
    loads.filter(({ connected }) => connected < mean),
    thresholds,
  )
}

/** Compares donors and recipients that are chosen already. */
export function compareSides(
  donors: readonly NodeLoad[],
  recipients: readonly NodeLoad[],
  limits: Thresholds,
): Balance {
  const isOff = (pick: (load: NodeLoad) => number, absolute: number, relative: number) => {
    const [high, low] = [average(donors.map(pick)), average(recipients.map(pick))]
    return high > low + absolute && high > low * relative
  }
  const hasSides = donors.length > 0 && recipients.length > 0
  const { abs_conn_threshold, rel_conn_threshold, abs_sess_threshold, rel_sess_threshold } = limits
  return {
    donors: donors.map(({ node }) => node),
    recipients: recipients.map(({ node }) => node),
    donorAverage: Math.ceil(average(donors.map(({ connected }) => connected))),
    recipientAverage: Math.ceil(average(recipients.map(({ connected }) => connected))),
    isConnectionsOff: hasSides && isOff(({ connected }) => connected, abs_conn_threshold, rel_conn_threshold),
    isSessionsOff: hasSides && isOff(({ sessions }) => sessions, abs_sess_threshold, rel_sess_threshold),
  }
}
