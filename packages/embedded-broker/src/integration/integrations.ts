import type { ActionFigures } from '@brokerdeck/contract/integration/actions.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Alarms, ResourceId } from '../monitoring/alarms/alarms.ts'
import { runningNodes } from '../mqtt/node/answering-node.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import { ActionMetrics } from './buffer/action-metrics.ts'
import { BufferBudget } from './buffer/buffer-budget.ts'
import {
  getConnectorName,
  type ResourceKind,
  type ResourceRecord,
  ResourceStore,
  toResourceId,
} from './connectors/resource-store.ts'
import { findDriver } from './drivers/find-driver.ts'
import { RunningAction } from './running/running-action.ts'
import { RunningConnector, type TellHealth } from './running/running-connector.ts'
import { RunningSource } from './running/running-source.ts'

interface IntegrationsDeps {
  readonly cluster: Cluster
  readonly store: Store
  readonly clock: Clock
  readonly alarms: Alarms
}

/** The health of a resource on a node; with a reason if there is a problem. */
export interface NodeHealth {
  readonly node: string
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'stopped'
  readonly reason?: string
}

/** The part of the rules that concerns actions and sources. */
export interface RuleReferences {
  /** Returns the ids of the rules that refer to the action or source. */
  naming(kind: ResourceKind, id: string): readonly string[]
  /** Removes the action from the rules that refer to it. */
  withdraw(id: string): Promise<void>
  /** Passes the data that a source received on a node to the rules. */
  receive(sourceId: string, node: string, columns: TermMap): void
  /** Lists the rules with their counters on a node, with the names of the API. */
  listCounters(node: string): readonly CountedRule[]
}

interface CountedRule {
  readonly id: string
  readonly isEnabled: boolean
  readonly counts: Readonly<Record<string, number>>
}

type Through = 'actions' | 'sources'

/** The running resources of a node. */
interface OnNode {
  readonly connectors: Map<string, RunningConnector>
  readonly actions: Map<string, RunningAction>
  readonly sources: Map<string, RunningSource>
}

const noRules: RuleReferences = {
  naming: () => [],
  withdraw: () => Promise.resolve(),
  receive: () => undefined,
  listCounters: () => [],
}

/** The connections to other systems, with the actions and sources that use them, on every running node. */
export class Integrations {
  readonly connectors: ResourceStore
  readonly actions: ResourceStore
  readonly sources: ResourceStore
  rules: RuleReferences = noRules
  readonly #parts: IntegrationsDeps
  readonly #nodes = new Map<string, OnNode>()
  readonly #metrics = new Map<string, ActionMetrics>()
  readonly #budget = new BufferBudget()
  readonly #stops: readonly (() => void)[]

  constructor(parts: IntegrationsDeps) {
    this.#parts = parts
    const { cluster, store } = parts
    this.connectors = new ResourceStore(store, 'connectors')
    this.actions = new ResourceStore(store, 'actions')
    this.sources = new ResourceStore(store, 'sources')
    this.#stops = [
      cluster.on('node-started', ({ node }) => this.#startNode(node)),
      cluster.on('node-stopped', ({ node }) => this.#stopNode(node)),
    ]
    for (const { name } of runningNodes(cluster)) this.#startNode(name)
  }

  /** Returns the actions or sources that use a connector. */
  users(kind: Through, connector: ResourceRecord): readonly ResourceRecord[] {
    return this[kind]
      .all()
      .filter((one) => one.type === connector.type && getConnectorName(one) === connector.name)
  }

  getConnectorId(record: ResourceRecord): ResourceRecord | undefined {
    return this.connectors.find(toResourceId({ type: record.type, name: getConnectorName(record) }))
  }

  /** Returns the health on each running node. */
  health(kind: ResourceKind, record: ResourceRecord): readonly NodeHealth[] {
    const id = toResourceId(record)
    return runningNodes(this.#parts.cluster).map(({ name: node }) => {
      if (kind === 'connectors' && !record.settings.enable) return { node, status: 'stopped' }
      const running = this.#nodes.get(node)?.[kind].get(id)
      if (running === undefined) return { node, status: 'disconnected', reason: 'Not installed' }
      const { health } = running
      const reason = 'reason' in health && health.reason !== '' ? { reason: health.reason } : {}
      return { node, status: health.status, ...reason }
    })
  }

  /** Stores a resource and restarts it with everything that depends on it; resolves after its first health check. */
  async put(kind: ResourceKind, record: ResourceRecord): Promise<void> {
    await this[kind].put(record)
    const through = kind === 'connectors' ? this.#through(record) : []
    await Promise.all(
      [...this.#nodes.keys()].map(async (node) => {
        await Promise.all(
          through.map(([kindOfUser, user]) => this.#close(node, kindOfUser, toResourceId(user))),
        )
        await this.#close(node, kind, toResourceId(record))
        const started = [this.#open(node, kind, record)]
        for (const [kindOfUser, user] of through) started.push(this.#open(node, kindOfUser, user))
        await Promise.all(started)
      }),
    )
  }

  async remove(kind: ResourceKind, id: string): Promise<void> {
    await this[kind].remove(id)
    await Promise.all([...this.#nodes.keys()].map((node) => this.#close(node, kind, id)))
    for (const node of this.#nodes.keys()) this.#metrics.delete(metricsKey(kind, id, node))
  }

  /** Tries a connector that is not stored, on a node; resolves to the problem, if any. */
  async probeConnector(record: ResourceRecord): Promise<string | undefined> {
    return this.#tryProbe(record, () => Promise.resolve(undefined))
  }

  /** Tries an action or a source that is not stored through its connector; resolves to the problem, if any. */
  async probe(kind: Through, connector: ResourceRecord, record: ResourceRecord): Promise<string | undefined> {
    return this.#tryProbe(connector, async (running, node) => {
      const parts = { ...this.#toParts(record), connector: running, metrics: new ActionMetrics() }
      const tried =
        kind === 'actions'
          ? new RunningAction({ ...parts, budget: this.#budget })
          : new RunningSource({ ...parts, receive: () => undefined })
      await tried.started
      const { health } = tried
      await tried.close()
      return health.status === 'connected' ? undefined : toReason(health, node)
    })
  }

  /** Reconnects on all nodes or on one node; resolves to the problem, if any. */
  async startConnector(record: ResourceRecord, only?: string): Promise<string | undefined> {
    const nodes = [...this.#nodes.keys()].filter((node) => only === undefined || node === only)
    const reasons = await Promise.all(
      nodes.map(async (node) => {
        const running = this.#nodes.get(node)?.connectors.get(toResourceId(record))
        await running?.check()
        return running === undefined || running.isConnected ? undefined : toReason(running.health, node)
      }),
    )
    return reasons.find((reason) => reason !== undefined)
  }

  /** Returns the action that a rule sends its results to; undefined if it does not exist or is disabled. */
  running(id: string, node: string): RunningAction | undefined {
    return this.#nodes.get(node)?.actions.get(id)
  }

  figures(kind: Through, id: string, node: string): ActionFigures {
    return this.#metrics.get(metricsKey(kind, id, node))?.figures ?? new ActionMetrics().figures
  }

  reset(kind: Through, id: string): void {
    for (const node of this.#nodes.keys()) this.#metrics.get(metricsKey(kind, id, node))?.reset()
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await Promise.all([...this.#nodes.keys()].map((node) => this.#stopNode(node)))
  }

  #startNode(node: string): void {
    this.#nodes.set(node, { connectors: new Map(), actions: new Map(), sources: new Map() })
    for (const kind of ['connectors', 'actions', 'sources'] as const)
      for (const record of this[kind].all()) void this.#open(node, kind, record)
  }

  async #stopNode(node: string): Promise<void> {
    const running = this.#nodes.get(node)
    if (running === undefined) return
    this.#nodes.delete(node)
    const { actions, sources, connectors } = running
    await Promise.all([...actions.values(), ...sources.values()].map((one) => one.close()))
    await Promise.all([...connectors.values()].map((one) => one.close()))
  }

  #through(connector: ResourceRecord): readonly (readonly [Through, ResourceRecord])[] {
    return (['actions', 'sources'] as const).flatMap((kind) =>
      this.users(kind, connector).map((user) => [kind, user] as const),
    )
  }

  /**
   * Starts a resource and resolves after its first health check. Disabled resources, and resources whose connector is
   * disabled, do not run.
   */
  async #open(node: string, kind: ResourceKind, record: ResourceRecord): Promise<void> {
    const on = this.#nodes.get(node)
    const { clock } = this.#parts
    const id = toResourceId(record)
    if (on === undefined || !record.settings.enable) return
    if (kind === 'connectors') {
      const resource = `connector:${id}` as const
      const told = { document: record.settings, clock, tell: this.#createHealthReport(resource, node) }
      const running = new RunningConnector({ resource, node, driver: findDriver(record.type), ...told })
      on.connectors.set(id, running)
      await running.started
      return
    }
    const connector = on.connectors.get(toResourceId({ type: record.type, name: getConnectorName(record) }))
    if (connector === undefined) return
    const word = kind === 'actions' ? 'action' : 'source'
    const parts = {
      ...this.#toParts(record),
      connector,
      metrics: this.#getMetrics(kind, id, node),
      tell: this.#createHealthReport(`${word}:${id}:${connector.resource}`, node),
    }
    if (kind === 'actions') {
      const running = new RunningAction({ ...parts, budget: this.#budget })
      on.actions.set(id, running)
      await running.started
    } else {
      const receive = (columns: TermMap) => this.rules.receive(id, node, columns)
      const running = new RunningSource({ ...parts, receive })
      on.sources.set(id, running)
      await running.started
    }
  }

  async #close(node: string, kind: ResourceKind, id: string): Promise<void> {
    const on = this.#nodes.get(node)
    const running = on?.[kind].get(id)
    on?.[kind].delete(id)
    await running?.close()
  }

  #toParts(record: ResourceRecord) {
    return { id: toResourceId(record), document: record.settings, clock: this.#parts.clock }
  }

  #createHealthReport(resource: ResourceId, node: string): TellHealth {
    return (health) => {
      const failure = health !== undefined && 'reason' in health ? health.reason : undefined
      this.#parts.alarms.resourceChecked(resource, node, failure)
    }
  }

  #getMetrics(kind: Through, id: string, node: string): ActionMetrics {
    const key = metricsKey(kind, id, node)
    const metrics = this.#metrics.get(key) ?? new ActionMetrics()
    this.#metrics.set(key, metrics)
    return metrics
  }

  /** Connects for the duration of a probe. */
  async #tryProbe(
    connector: ResourceRecord,
    further: (running: RunningConnector, node: string) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const [node] = this.#nodes.keys()
    if (node === undefined) return 'node_down'
    const running = new RunningConnector({
      resource: `connector:probe:${toResourceId(connector)}`,
      node,
      clock: this.#parts.clock,
      driver: findDriver(connector.type),
      document: connector.settings,
    })
    await running.started
    try {
      return running.isConnected ? await further(running, node) : toReason(running.health, node)
    } finally {
      await running.close()
    }
  }
}

const metricsKey = (kind: ResourceKind, id: string, node: string) => JSON.stringify([kind, id, node])

function toReason(health: object, node: string): string {
  const reason = 'reason' in health ? String(health.reason) : ''
  return reason === '' ? `connecting on ${node}` : reason
}
