import type { ActionFigures } from '@brokerdeck/contract/integration/actions.ts'
import { runningNodes } from '../broker/answering-node.ts'
import type { Cluster } from '../mqtt/cluster.ts'
import type { Store } from '../storage/store.ts'
import { idOf, type ResourceKind, type ResourceRecord, ResourceStore } from './connectors/resource-store.ts'

interface Parts {
  readonly cluster: Cluster
  readonly store: Store
}

/** How one fares on one node; a reason where something is wrong. */
export interface Health {
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'stopped'
  readonly reason?: string
}

/** The rules, as far as actions and sources are concerned by them. */
export interface RuleReferences {
  /** Ids of the rules that name it. */
  naming(kind: ResourceKind, id: string): readonly string[]
  /** Takes the action out of the rules that name it. */
  withdraw(id: string): Promise<void>
}

const notInstalled: Health = { status: 'disconnected', reason: 'Not installed' }
const notOperational: Health = { status: 'disconnected', reason: 'Resource not operational' }

/** Connections to other systems with the actions and sources that go through them. */
export class Integrations {
  readonly connectors: ResourceStore
  readonly actions: ResourceStore
  readonly sources: ResourceStore
  rules: RuleReferences = { naming: () => [], withdraw: async () => undefined }
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.connectors = new ResourceStore(parts.store, 'connectors')
    this.actions = new ResourceStore(parts.store, 'actions')
    this.sources = new ResourceStore(parts.store, 'sources')
  }

  /** What goes through a connector. */
  users(kind: 'actions' | 'sources', connector: ResourceRecord): readonly ResourceRecord[] {
    return this[kind]
      .all()
      .filter((one) => one.type === connector.type && connectorOf(one) === connector.name)
  }

  connectorOf(record: ResourceRecord): ResourceRecord | undefined {
    return this.connectors.find(idOf({ type: record.type, name: connectorOf(record) }))
  }

  /** On each running node. */
  health(kind: ResourceKind, record: ResourceRecord): readonly (Health & { readonly node: string })[] {
    return runningNodes(this.#parts.cluster).map(({ name }) => ({
      node: name,
      ...(kind === 'connectors' ? this.#reaches(record) : this.#works(record)),
    }))
  }

  async put(kind: ResourceKind, record: ResourceRecord): Promise<void> {
    await this[kind].put(record)
  }

  async remove(kind: ResourceKind, id: string): Promise<void> {
    await this[kind].remove(id)
  }

  /** Tries a connector that is none yet; the answer is what is wrong. */
  async probeConnector(record: ResourceRecord): Promise<string | undefined> {
    return this.#reaches(record).reason
  }

  /** Connects anew, on all nodes or on one; the answer is what is wrong. */
  async startConnector(record: ResourceRecord, _node?: string): Promise<string | undefined> {
    return this.#reaches(record).reason
  }

  /** Tries an action or a source that is none yet through its connector; the answer is what is wrong. */
  async probe(
    _kind: 'actions' | 'sources',
    connector: ResourceRecord,
    _record: ResourceRecord,
  ): Promise<string | undefined> {
    return this.#reaches(connector).reason
  }

  figures(_kind: 'actions' | 'sources', _id: string, _node: string): ActionFigures {
    return noFigures
  }

  reset(_kind: 'actions' | 'sources', _id: string): void {
    // Nothing is counted yet.
  }

  #reaches({ type, settings }: ResourceRecord): Health {
    if (!settings.enable) return { status: 'stopped' }
    return { status: 'disconnected', reason: `This broker has no client for systems of type ${type}` }
  }

  #works(record: ResourceRecord): Health {
    const connector = this.connectorOf(record)
    if (!record.settings.enable || connector?.settings.enable !== true) return notInstalled
    return this.#reaches(connector).status === 'connected' ? { status: 'connected' } : notOperational
  }
}

export function connectorOf({ settings }: ResourceRecord): string {
  return typeof settings['connector'] === 'string' ? settings['connector'] : ''
}

/** Of something that has done nothing yet, and of something that is not there. */
export const noFigures: ActionFigures = {
  ...{ matched: 0, success: 0, failed: 0, retried: 0, received: 0, late_reply: 0, inflight: 0 },
  ...{ queuing: 0, queuing_bytes: 0, dropped: 0, 'dropped.expired': 0, 'dropped.queue_full': 0 },
  ...{ 'dropped.resource_stopped': 0, 'dropped.resource_not_found': 0, 'dropped.other': 0 },
  ...{ rate: 0, rate_last5m: 0, rate_max: 0 },
}
