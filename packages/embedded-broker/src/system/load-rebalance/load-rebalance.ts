import { parseDuration } from '@brokerdeck/contract/measures.ts'
import {
  type Balance,
  compareLoads,
  compareSides,
  type Evacuation,
  type GlobalStatus,
  loadRebalance,
  type NodeLoad,
  rebalanceDefaults,
  type Thresholds,
} from '@brokerdeck/contract/system/load-rebalance.ts'
import { runningNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode, Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Edition } from '../../runtime/edition.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { type EvacuationOrder, type Pace, type RebalanceOrder, toLimits, toPace } from './order.ts'

const kind = 'evacuation'

/** The waiting states of an evacuation and of a rebalancing have different names. */
type State =
  | 'waiting_health_check'
  | 'wait_health_check'
  | 'evicting_conns'
  | 'waiting_takeover'
  | 'wait_takeover'
  | 'evicting_sessions'
  | 'prohibiting'

interface Operation {
  readonly kind: 'evacuation' | 'rebalance'
  /** The node on which the operation was started and on which it can be stopped. */
  readonly node: string
  readonly donors: readonly string[]
  /** Undefined means all other running nodes. */
  readonly recipients: readonly string[] | undefined
  readonly pace: ReturnType<typeof toPace>
  readonly limits: Thresholds
  readonly reference: string | undefined
  readonly initial: ReadonlyMap<string, NodeLoad>
  state: State
  /** The time at which the current state began. */
  since: number
}

interface LoadRebalanceDeps {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly store: Store
  readonly edition: Edition
}

const measureLoad = (node: BrokerNode): NodeLoad => {
  const stats = node.stats()
  return {
    node: node.name,
    connected: stats['live_connections.count'] ?? 0,
    sessions: stats['sessions.count'] ?? 0,
  }
}

/**
 * Moves clients and sessions between nodes, in steps of one second. An evacuation continues after a restart of the
 * process.
 */
export class LoadRebalance {
  readonly #cluster: Cluster
  readonly #clock: Clock
  readonly #store: Store
  readonly #stop: () => void
  readonly #operations = new Set<Operation>()

  constructor({ cluster, clock, store, edition }: LoadRebalanceDeps) {
    this.#cluster = cluster
    this.#clock = clock
    this.#store = store
    // A stored evacuation does not continue in an edition that could not stop it, or if its node no longer exists.
    const isKnown = (node: string) =>
      edition === 'enterprise' && cluster.nodes.some(({ name }) => name === node)
    for (const [node, order] of readRecords(store, kind, loadRebalance.evacuate.body)) {
      if (isKnown(node)) this.#beginEvacuation(node, order, 'evicting_conns')
    }
    this.#stop = clock.every(1000, () => {
      for (const operation of this.#operations) this.#advance(operation)
    })
  }

  close(): void {
    this.#stop()
  }

  /** Returns true if the node is moving its clients to other nodes. */
  isGiving(node: string): boolean {
    return [...this.#operations].some(({ donors }) => donors.includes(node))
  }

  async evacuate(node: string, order: EvacuationOrder): Promise<string | undefined> {
    if (this.#find('evacuation', node) !== undefined) return 'already_started'
    if (this.isGiving(node)) return 'eviction_agent_busy'
    // From here on no other operation can include the node.
    const operation = this.#beginEvacuation(node, order)
    try {
      await this.#store.put(kind, node, order)
    } catch (error) {
      this.#end(operation)
      throw error
    }
    return undefined
  }

  rebalance(node: string, order: RebalanceOrder, names: readonly string[]): string | undefined {
    const limits = toLimits(order)
    const balance = compareLoads(this.#loads(names), limits)
    if (!balance.isConnectionsOff && !balance.isSessionsOff) return 'nothing_to_balance'
    const { donors, recipients } = balance
    const state = 'wait_health_check'
    this.#begin({ kind: 'rebalance', node, donors, recipients, order, limits, reference: undefined, state })
    return undefined
  }

  /** Stops an operation; resolves with false if none is running. */
  async stop(what: Operation['kind'], node: string): Promise<boolean> {
    const operation = this.#find(what, node)
    if (operation === undefined) return false
    if (what === 'evacuation') await this.#store.remove(kind, node)
    this.#end(operation)
    return true
  }

  global(): GlobalStatus {
    const all = [...this.#operations]
    return {
      evacuations: all
        .filter(({ kind }) => kind === 'evacuation')
        .map((one) => ({ node: one.node, ...this.#describeEvacuation(one) })),
      purges: [],
      rebalances: all
        .filter(({ kind }) => kind === 'rebalance')
        .map((one) => {
          const { donorAverage, recipientAverage } = this.#balance(one)
          return {
            node: one.node,
            coordinator_node: one.node,
            state: one.state,
            donors: [...one.donors],
            recipients: this.#findRecipients(one),
            ...toRates(one),
            ...(one.state === 'wait_health_check'
              ? {}
              : { connection_goal: recipientAverage, donor_conn_avg: donorAverage }),
          }
        }),
    }
  }

  /** Returns the node's own status; undefined if the node is moving no clients. */
  local(node: string) {
    const operation = [...this.#operations].find(({ donors }) => donors.includes(node))
    if (operation === undefined) return undefined
    if (operation.kind === 'evacuation') {
      return { process: 'evacuation' as const, ...this.#describeEvacuation(operation) }
    }
    const stats = this.#countStats(operation, node)
    const left = stats.current_sessions - stats.current_connected
    return {
      process: 'rebalance' as const,
      state: operation.state,
      coordinator_node: operation.node,
      recipients: this.#findRecipients(operation),
      ...toRates(operation),
      stats: { ...stats, current_disconnected_sessions: Math.max(left, 0) },
    }
  }

  #describeEvacuation(operation: Operation): Omit<Evacuation, 'node'> {
    const { state, node } = operation
    const goals = { connection_goal: 0, session_goal: 0, session_recipients: this.#findRecipients(operation) }
    return { state, ...toRates(operation), ...goals, stats: this.#countStats(operation, node) }
  }

  #countStats({ initial }: Operation, node: string) {
    const [{ connected, sessions } = { connected: 0, sessions: 0 }] = this.#loads([node])
    const begun = initial.get(node)
    return {
      // After a restart the sessions connect later than the evacuation begins.
      initial_connected: Math.max(begun?.connected ?? 0, connected),
      current_connected: connected,
      initial_sessions: Math.max(begun?.sessions ?? 0, sessions),
      current_sessions: sessions,
    }
  }

  #loads(names: readonly string[]): readonly NodeLoad[] {
    return names.flatMap((name) => {
      const node = runningNode(this.#cluster, name)
      return node === undefined ? [] : [measureLoad(node)]
    })
  }

  #balance({ donors, recipients, limits }: Operation): Balance {
    return compareSides(this.#loads(donors), this.#loads(recipients ?? []), limits)
  }

  #findRecipients({ donors, recipients }: Operation): string[] {
    const others = () => runningNodes(this.#cluster).map(({ name }) => name)
    return [...(recipients ?? others().filter((name) => !donors.includes(name)))]
  }

  #find(what: Operation['kind'], node: string): Operation | undefined {
    return [...this.#operations].find((one) => one.kind === what && one.node === node)
  }

  #beginEvacuation(node: string, order: EvacuationOrder, state: State = 'waiting_health_check'): Operation {
    return this.#begin({
      kind: 'evacuation',
      node,
      donors: [node],
      recipients: order.migrate_to,
      state,
      order,
      limits: rebalanceDefaults,
      reference: order.redirect_to,
    })
  }

  #begin({
    order,
    ...begun
  }: Omit<Operation, 'pace' | 'initial' | 'since'> & { readonly order: Pace }): Operation {
    const initial = new Map(this.#loads(begun.donors).map((load) => [load.node, load]))
    const pace = toPace(order)
    const operation = { ...begun, pace, initial, since: this.#clock.now() }
    this.#operations.add(operation)
    this.#enter(operation, parseDuration(pace.wait_health_check) === 0 ? 'evicting_conns' : begun.state)
    return operation
  }

  #end(operation: Operation): void {
    this.#operations.delete(operation)
    for (const node of operation.donors) this.#cluster.evictions.setClosed(node, false)
  }

  #enter(operation: Operation, state: State): void {
    operation.state = state
    operation.since = this.#clock.now()
    // Until the first client is disconnected, the node accepts new clients; only the availability check informs load
    // balancers.
    if (state !== 'evicting_conns') return
    for (const node of operation.donors) this.#cluster.evictions.setClosed(node, true)
  }

  #advance(operation: Operation): void {
    const { state, pace, donors, reference, since } = operation
    const recipients = this.#findRecipients(operation)
    const { evictions } = this.#cluster
    const hasWaited = (wait: string) => this.#clock.now() - since >= (parseDuration(wait) ?? 0)
    const isEvacuation = operation.kind === 'evacuation'
    if (
      (state === 'wait_health_check' || state === 'waiting_health_check') &&
      hasWaited(pace.wait_health_check)
    ) {
      this.#enter(operation, 'evicting_conns')
    } else if (state === 'evicting_conns') {
      if (this.#hasMoreClients(operation)) {
        for (const node of donors) evictions.disconnect(node, pace.conn_evict_rate, reference)
      } else this.#enter(operation, isEvacuation ? 'waiting_takeover' : 'wait_takeover')
    } else if ((state === 'wait_takeover' || state === 'waiting_takeover') && hasWaited(pace.wait_takeover)) {
      this.#enter(operation, 'evicting_sessions')
    } else if (state === 'evicting_sessions') {
      const moved = this.#hasMoreSessions(operation)
        ? donors.reduce((sum, node) => sum + evictions.move(node, pace.sess_evict_rate, recipients), 0)
        : 0
      if (moved > 0) return
      if (!isEvacuation) this.#end(operation)
      // Sessions that no node accepts now stay, and are moved later.
      else if (this.#loads(donors).every(({ sessions }) => sessions === 0))
        this.#enter(operation, 'prohibiting')
    }
  }

  #hasMoreClients(operation: Operation): boolean {
    return operation.kind === 'rebalance'
      ? this.#balance(operation).isConnectionsOff
      : this.#loads(operation.donors).some(({ connected }) => connected > 0)
  }

  #hasMoreSessions(operation: Operation): boolean {
    return operation.kind === 'evacuation' || this.#balance(operation).isSessionsOff
  }
}

const toRates = ({ pace }: Operation) => ({
  connection_eviction_rate: pace.conn_evict_rate,
  session_eviction_rate: pace.sess_evict_rate,
})
