import { parseShared } from '@brokerdeck/languages/topic.ts'
import type { Settings } from '../client/settings.ts'
import type { ClusterGauges, NodeContext } from '../connection/node-context.ts'
import type { Message, Route, Subscribed, Subscription } from '../node/cluster.ts'
import { Outgoing } from '../session/outgoing.ts'
import type { Subscriber } from '../session/subscriber.ts'
import { FilterTrie } from './filter-trie.ts'
import { ShareGroup } from './share-group.ts'

const none: ReadonlySet<Route> = new Set()

/** Holds the routes as lists that are always up to date, because a cluster has many more routes than a page shows. */
class RouteTable {
  readonly #all = new Set<Route>()
  readonly #direct = new Map<string, Set<Route>>()

  get all(): ReadonlySet<Route> {
    return this.#all
  }

  /** Returns the routes of a node, without shared subscriptions. */
  getDirect(node: string): ReadonlySet<Route> {
    return this.#direct.get(node) ?? none
  }

  add(route: Route, isShared: boolean): void {
    this.#all.add(route)
    if (isShared) return
    const ofNode = this.#direct.get(route.node)
    if (ofNode === undefined) this.#direct.set(route.node, new Set([route]))
    else ofNode.add(route)
  }

  delete(route: Route): void {
    this.#all.delete(route)
    this.#direct.get(route.node)?.delete(route)
  }
}

/** The subscriptions to a filter. Most filters have a single subscriber, so the maps are created only when needed. */
interface Entry {
  readonly filter: string
  direct: Map<Subscriber, Subscription> | undefined
  groups: Map<string, ShareGroup> | undefined
  /** The number of subscribers of each node, per group ('' for direct subscribers): the rows of the route table. */
  readonly rows: Row[]
}

interface Row {
  readonly group: string
  readonly nodeContext: NodeContext
  readonly route: Route
  count: number
}

export interface Dispatched {
  readonly receivers: number
  readonly pending: readonly Promise<void>[]
}

const nobody: Dispatched = { receivers: 0, pending: [] }

/** The route table of the cluster: holds the subscriptions of all nodes and dispatches messages to them. */
export class Router {
  readonly table = new RouteTable()
  readonly #entries = new FilterTrie<Entry>()
  readonly #gauges: ClusterGauges
  readonly #settings: Settings

  constructor(gauges: ClusterGauges, settings: Settings) {
    this.#gauges = gauges
    this.#settings = settings
  }

  add(subscriber: Subscriber, subscription: Subscription): void {
    const { filter, group } = subscription
    const entry = this.#entries.getOrInsert(filter, () => ({
      filter,
      direct: undefined,
      groups: undefined,
      rows: [],
    }))
    if (group === undefined) {
      entry.direct ??= new Map()
      if (!entry.direct.has(subscriber)) this.#countRow(entry, '', subscriber.nodeContext, 1)
      entry.direct.set(subscriber, subscription)
      return
    }
    entry.groups ??= new Map()
    let members = entry.groups.get(group)
    if (members === undefined) {
      members = new ShareGroup()
      entry.groups.set(group, members)
    }
    if (members.set(subscriber, subscription)) {
      this.#countRow(entry, group, subscriber.nodeContext, 1)
      this.#gauges.sharedSubscriptions.add(1)
    }
  }

  remove(subscriber: Subscriber, subscription: Subscription): void {
    const { filter, group } = subscription
    const entry = this.#entries.get(filter)
    if (entry === undefined) return
    if (group === undefined) {
      if (entry.direct?.delete(subscriber) === true) this.#countRow(entry, '', subscriber.nodeContext, -1)
    } else {
      const members = entry.groups?.get(group)
      if (members?.delete(subscriber) === true) {
        this.#countRow(entry, group, subscriber.nodeContext, -1)
        this.#gauges.sharedSubscriptions.add(-1)
      }
      if (members?.size === 0) entry.groups?.delete(group)
    }
    if (entry.rows.length === 0) this.#entries.delete(filter)
  }

  dispatch(message: Message, origin: NodeContext): Dispatched {
    let outgoing: Outgoing | undefined
    let receivers = 0
    let pending: Promise<void>[] | undefined
    const give = (subscriber: Subscriber, subscription: Subscription) => {
      outgoing ??= new Outgoing(message)
      receivers++
      const stored = subscriber.deliver(outgoing, subscription)
      if (stored !== undefined) {
        pending ??= []
        pending.push(stored)
      }
    }
    this.#entries.match(message.topic, (entry) => {
      for (const row of entry.rows) {
        if (row.group === '' && row.nodeContext !== origin) origin.metrics.count('messages.forward')
      }
      for (const [subscriber, subscription] of entry.direct ?? []) give(subscriber, subscription)
      for (const group of entry.groups?.values() ?? []) {
        const member = group.pick(message, origin, this.#settings.mqtt)
        if (member === undefined) continue
        if (member.subscriber.nodeContext !== origin) origin.metrics.count('messages.forward')
        give(member.subscriber, member.subscription)
      }
    })
    return receivers === 0 ? nobody : { receivers, pending: pending ?? nobody.pending }
  }

  /** Gives a message to another member of a group because its member can no longer receive it. */
  redispatch(message: Message, filter: string, group: string): Promise<void> | undefined {
    const members = this.#entries.get(filter)?.groups?.get(group)
    const member = members?.pick(message, undefined, this.#settings.mqtt)
    return member?.subscriber.deliver(new Outgoing(message), member.subscription)
  }

  /**
   * Returns the routes of a filter with its group in front; without a group, the routes of that filter in all groups.
   */
  routesTo(topic: string): readonly Route[] {
    const { filter, group } = parseShared(topic)
    const rows = [...(this.#entries.get(topic)?.rows ?? [])]
    if (group !== undefined)
      for (const row of this.#entries.get(filter)?.rows ?? []) if (row.group === group) rows.push(row)
    return rows.map(({ route }) => route)
  }

  /** Returns the subscriptions to exactly this filter. */
  subscriptionsTo(filter: string): Iterable<Subscribed> {
    const entry = this.#entries.get(filter)
    return entry === undefined ? [] : listSubscribed(entry)
  }

  /** Returns the subscriptions to filters that `filter` covers. */
  *subscriptionsUnder(filter: string): Iterable<Subscribed> {
    for (const entry of this.#entries.listCovered(filter)) yield* listSubscribed(entry)
  }

  #countRow(entry: Entry, group: string, nodeContext: NodeContext, by: 1 | -1): void {
    const row = entry.rows.find((one) => one.group === group && one.nodeContext === nodeContext)
    if (row === undefined) {
      const route = { topic: formatSharedTopic(group, entry.filter), node: nodeContext.name }
      entry.rows.push({ group, nodeContext, route, count: 1 })
      this.table.add(route, group !== '')
      this.#gauges.topics.add(1)
      return
    }
    row.count += by
    if (row.count > 0) return
    entry.rows.splice(entry.rows.indexOf(row), 1)
    this.table.delete(row.route)
    this.#gauges.topics.add(-1)
  }
}

function* listSubscribed({ direct, groups }: Entry): Iterable<Subscribed> {
  for (const [{ clientid }, subscription] of direct ?? []) yield { clientid, subscription }
  for (const group of groups?.values() ?? [])
    for (const { subscriber, subscription } of group.members())
      yield { clientid: subscriber.clientid, subscription }
}

/** Returns the topic as its subscriber wrote it. */
function formatSharedTopic(group: string, filter: string): string {
  if (group === '') return filter
  return group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`
}
