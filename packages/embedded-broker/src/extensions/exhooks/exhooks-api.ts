import { isDeepStrictEqual } from 'node:util'
import { listOf, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  type Exhook,
  type ExhookHook,
  type ExhookServer,
  exhookServer,
  exhookServerSchema,
  exhooks,
} from '@brokerdeck/contract/extensions/exhooks.ts'
import * as v from 'valibot'
import type { Config } from '../../config/config.ts'
import { configRoot } from '../../config/config-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import { listIn } from '../../http/config-documents.ts'
import { configResource } from '../../http/config-resource.ts'
import { formatFault } from '../../http/format-erlang.ts'
import type { BrokerLog } from '../../log/broker-log.ts'
import { version } from '../../monitoring/nodes/node-info.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode, Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import { HookCalls } from './hook-calls.ts'
import { HookCounters, joinFigures, windowMilliseconds } from './hook-counters.ts'
import { HookLink } from './hook-link.ts'

const exhook = struct('exhook', { servers: withDefault(listOf(exhookServer), []) })

const exhookRoot = configRoot({ name: 'exhook', shape: tolerant(exhook), schema: exhook })

const sysdescr = 'Brokerdeck embedded broker'

/** Runs the configured hook servers: each node connects to each server and calls its hooks. */
class Exhooks {
  readonly #parts: ExhooksDeps
  readonly #stops: readonly (() => void)[]
  readonly #calls: HookCalls
  #hooked: readonly Hooked[] = []

  constructor(parts: ExhooksDeps) {
    const { cluster, config, clock } = parts
    this.#parts = parts
    this.#calls = new HookCalls(cluster, (node) => this.#getLinks(node))
    // A slow server must not delay the start, so the promise is not awaited.
    void this.#follow(config.get(exhookRoot).servers)
    this.#stops = [
      config.onChange(exhookRoot, ({ servers }) => this.#follow(servers)),
      cluster.on('node-started', ({ node }) => this.#startNode(node)),
      cluster.on('node-stopped', ({ node }) => this.#stopNode(node)),
      clock.every(windowMilliseconds, () => {
        for (const { counters } of this.#hooked) for (const one of counters.values()) one.sample()
      }),
    ]
  }

  /** Returns the figures that are shown for a server beside its settings. */
  collectFigures(name: string): Pick<Exhook, 'hooks' | 'metrics' | 'node_metrics' | 'node_status'> {
    const hooked = this.#hooked.find(({ server }) => server.name === name)
    const nodes = runningNodes(this.#parts.cluster).map((node) => node.name)
    const node_metrics = nodes.map((node) => ({
      node,
      metrics: hooked?.counters.get(node)?.all ?? joinFigures([]),
    }))
    return {
      hooks: this.#toRegistered(hooked).reverse(),
      metrics: joinFigures(node_metrics.map(({ metrics }) => metrics)),
      node_metrics,
      node_status: nodes.map((node) => ({
        node,
        status: hooked?.links.get(node)?.status ?? 'disconnected',
      })),
    }
  }

  collectHooks(name: string): readonly ExhookHook[] {
    const hooked = this.#hooked.find(({ server }) => server.name === name)
    const nodes = runningNodes(this.#parts.cluster).map((node) => node.name)
    return this.#toRegistered(hooked).map((hook) => {
      const node_metrics = nodes.map((node) => ({
        node,
        metrics: hooked?.counters.get(node)?.of(hook.name) ?? joinFigures([]),
      }))
      return { ...hook, metrics: joinFigures(node_metrics.map(({ metrics }) => metrics)), node_metrics }
    })
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#calls.close()
    await Promise.all(this.#hooked.flatMap(({ links }) => [...links.values()].map((link) => link.close())))
  }

  /** Returns the registered hooks by name, in the broker's order. */
  #toRegistered(hooked: Hooked | undefined) {
    const [link] = [...(hooked?.links.values() ?? [])].filter(({ status }) => status === 'connected')
    return [...(link?.hooks ?? [])]
      .map(([name, topics]) => ({ name, params: name.startsWith('message.') ? { topics: [...topics] } : {} }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  #getLinks(node: string): readonly HookLink[] {
    return this.#hooked.flatMap(({ links }) => links.get(node) ?? [])
  }

  /**
   * Applies the configuration. A server whose settings stay the same is not reconnected; counters stay with the name.
   */
  async #follow(documents: readonly unknown[]): Promise<void> {
    const before = this.#hooked
    this.#hooked = documents.map((document) => {
      const server = v.parse(exhookServerSchema, document)
      const known = before.find((one) => one.server.name === server.name)
      if (known !== undefined && isDeepStrictEqual(known.server, server)) return known
      return { server, links: new Map(), counters: known?.counters ?? new Map() }
    })
    const gone = before.filter((one) => !this.#hooked.includes(one))
    await Promise.all(gone.flatMap(({ links }) => [...links.values()].map((link) => link.close())))
    const added = this.#hooked.filter((one) => !before.includes(one))
    const nodes = runningNodes(this.#parts.cluster)
    await Promise.all(added.flatMap((one) => nodes.map((node) => this.#link(one, node))))
    this.#calls.refresh()
  }

  async #startNode(name: string): Promise<void> {
    const node = this.#parts.cluster.nodes.find((one) => one.name === name)
    if (node !== undefined) await Promise.all(this.#hooked.map((one) => this.#link(one, node)))
  }

  async #stopNode(name: string): Promise<void> {
    await Promise.all(
      this.#hooked.map(async ({ links, counters }) => {
        const link = links.get(name)
        links.delete(name)
        counters.delete(name)
        await link?.close()
      }),
    )
  }

  async #link({ server, links, counters: kept }: Hooked, node: BrokerNode): Promise<void> {
    const { cluster, clock, log } = this.#parts
    const counters = kept.get(node.name) ?? new HookCounters()
    kept.set(node.name, counters)
    const link = new HookLink(server, {
      counters,
      meta: () => ({ node: node.name, version, sysdescr, cluster_name: cluster.name }),
      broker: () => ({
        version,
        sysdescr,
        uptime: Math.max(0, clock.now() - node.startedAt),
        datetime: new Date(clock.now()).toISOString(),
      }),
      onChange: () => this.#calls.refresh(),
      onFailure: (reason) =>
        log.write({
          level: 'error',
          message: 'exhook_call_error',
          isThrottled: true,
          details: { name: server.name, reason },
        }),
    })
    await links.get(node.name)?.close()
    links.set(node.name, link)
    await link.open()
  }
}

const unknown = (status: number) => refusal(status, 'BAD_REQUEST', 'Server not found')

export const exhooksApi = configResource({
  endpoints: exhooks,
  uses: ['cluster', 'clock', 'log'],
  root: exhookRoot,
  place: listIn('servers'),
  shape: exhookServerSchema,
  getId: (server) => server.name,
  state: (pieces) => ({ hooks: new Exhooks(pieces) }),
  refusals: {
    unknown: () => unknown(404),
    unknownToReplace: () => refusal(404, 'NOT_FOUND', 'Server not found'),
    exists: () => refusal(400, 'BAD_REQUEST', 'Already exists'),
    faults: (faults) => refusal(400, 'BAD_REQUEST', `Bad Arguments: ${faults.map(formatFault).join(',')}`),
    position: () => refusal(400, 'BAD_REQUEST', 'Invalid Position'),
  },
  answer: (server, { hooks }) => ({ ...server, ...hooks.collectFigures(server.name) }),
  handlers: {
    hooks({ params: { name } }, { kept, hooks }) {
      if (!kept.list().some((server) => server.name === name)) throw unknown(400)
      return { status: 200, body: [...hooks.collectHooks(name)] }
    },
  },
})

interface ExhooksDeps {
  readonly cluster: Cluster
  readonly config: Config
  readonly clock: Clock
  readonly log: BrokerLog
}

/** One configured server, with its link and its counters on each running node. */
interface Hooked {
  readonly server: ExhookServer
  readonly links: Map<string, HookLink>
  readonly counters: Map<string, HookCounters>
}
