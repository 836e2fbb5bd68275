import type { Message, Route, Subscription } from './cluster.ts'
import { FilterTrie } from './filter-trie.ts'
import type { ClusterGauges, Home } from './home.ts'
import { Outgoing } from './outgoing.ts'
import type { Settings } from './settings.ts'
import { ShareGroup } from './share-group.ts'
import type { Subscriber } from './subscriber.ts'

interface Entry {
  readonly filter: string
  readonly direct: Map<Subscriber, Subscription>
  readonly groups: Map<string, ShareGroup>
  /** How many subscribers each node has, per group ('' for direct ones): the rows of the route table. */
  readonly rows: Map<string, { readonly group: string; readonly home: Home; count: number }>
}

export interface Dispatched {
  readonly receivers: number
  readonly pending: readonly Promise<void>[]
}

const nobody: Dispatched = { receivers: 0, pending: [] }

/** The cluster's route table: subscriptions of all nodes, and how a message finds them. */
export class Router {
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
      direct: new Map(),
      groups: new Map(),
      rows: new Map(),
    }))
    if (group === undefined) {
      if (!entry.direct.has(subscriber)) this.#countRow(entry, '', subscriber.home, 1)
      entry.direct.set(subscriber, subscription)
      return
    }
    let members = entry.groups.get(group)
    if (members === undefined) {
      members = new ShareGroup()
      entry.groups.set(group, members)
    }
    if (members.set(subscriber, subscription)) {
      this.#countRow(entry, group, subscriber.home, 1)
      this.#gauges.sharedSubscriptions.add(1)
    }
  }

  remove(subscriber: Subscriber, subscription: Subscription): void {
    const { filter, group } = subscription
    const entry = this.#entries.get(filter)
    if (entry === undefined) return
    if (group === undefined) {
      if (entry.direct.delete(subscriber)) this.#countRow(entry, '', subscriber.home, -1)
    } else {
      const members = entry.groups.get(group)
      if (members?.delete(subscriber) === true) {
        this.#countRow(entry, group, subscriber.home, -1)
        this.#gauges.sharedSubscriptions.add(-1)
      }
      if (members?.size === 0) entry.groups.delete(group)
    }
    if (entry.direct.size === 0 && entry.groups.size === 0) this.#entries.delete(filter)
  }

  dispatch(message: Message, origin: Home): Dispatched {
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
      for (const row of entry.rows.values()) {
        if (row.group === '' && row.home !== origin) origin.metrics.count('messages.forward')
      }
      for (const [subscriber, subscription] of entry.direct) give(subscriber, subscription)
      for (const group of entry.groups.values()) {
        const member = group.pick(message, origin, this.#settings.mqtt)
        if (member === undefined) continue
        if (member.subscriber.home !== origin) origin.metrics.count('messages.forward')
        give(member.subscriber, member.subscription)
      }
    })
    return receivers === 0 ? nobody : { receivers, pending: pending ?? nobody.pending }
  }

  /** For a message that its member of a group can no longer take. */
  redispatch(message: Message, filter: string, group: string): Promise<void> | undefined {
    const members = this.#entries.get(filter)?.groups.get(group)
    const member = members?.pick(message, undefined, this.#settings.mqtt)
    return member?.subscriber.deliver(new Outgoing(message), member.subscription)
  }

  *routes(): Iterable<Route> {
    for (const { filter, rows } of this.#entries.values()) {
      for (const { group, home } of rows.values()) {
        yield { topic: writtenTopic(group, filter), node: home.name }
      }
    }
  }

  #countRow(entry: Entry, group: string, home: Home, by: 1 | -1): void {
    const key = `${home.name}\0${group}`
    const row = entry.rows.get(key)
    if (row === undefined) {
      entry.rows.set(key, { group, home, count: 1 })
      this.#gauges.topics.add(1)
      return
    }
    row.count += by
    if (row.count > 0) return
    entry.rows.delete(key)
    this.#gauges.topics.add(-1)
  }
}

/** As its subscriber wrote it. */
function writtenTopic(group: string, filter: string): string {
  if (group === '') return filter
  return group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`
}
