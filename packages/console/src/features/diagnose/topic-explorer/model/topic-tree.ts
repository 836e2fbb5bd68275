import { parseShared } from '@brokerdeck/languages/topic.ts'
import { tally } from '#domain/mqtt-link/capture/rate-window.ts'
import { type CapturedMessage, MessageStore } from './message-store.ts'
import {
  buildNodeTopic,
  type RetainedFact,
  type RouteFact,
  type Source,
  sourceBit,
  TopicNode,
} from './topic-node.ts'

interface TreeLimits {
  readonly nodes: number
  /** Bytes of messages. */
  readonly messages: number
}

/** 100,000 topics with what lies between them and the root; payloads as many as two captures may bring. */
export const treeLimits: TreeLimits = { nodes: 250_000, messages: 32 * 1024 * 1024 }

/** Topics by level, from all sources, bounded. */
export class TopicTree {
  readonly root = new TopicNode(0, '', undefined)
  readonly #limits: TreeLimits
  readonly #store: MessageStore
  readonly #nodes = new Map<number, TopicNode>()
  readonly #named: Record<Source, number> = { routes: 0, retained: 0, capture: 0 }
  /** Branches that went while they were open: they come back open. */
  readonly #wereOpen = new Set<string>()
  #lastId = 0
  #unplaced = 0

  constructor(limits: TreeLimits = treeLimits) {
    this.#limits = limits
    this.#store = new MessageStore(limits.messages)
  }

  get size(): number {
    return this.#nodes.size
  }

  /** How often a topic was not taken in because the tree is full. */
  get unplaced(): number {
    return this.#unplaced
  }

  get keptBytes(): number {
    return this.#store.bytes
  }

  /** How many topics each source names. */
  get named(): Readonly<Record<Source, number>> {
    return this.#named
  }

  getNode(id: number): TopicNode | undefined {
    return this.#nodes.get(id)
  }

  find(topic: string): TopicNode | undefined {
    let at: TopicNode | undefined = this.root
    for (const level of topicToLevels(topic)) at = at?.children?.get(level)
    return at
  }

  addRoute(topic: string, node: string): TopicNode | undefined {
    const { group, filter } = parseShared(topic)
    const place = this.#place(filter, 'routes')
    if (place === undefined) return undefined
    place.routes ??= []
    const known = place.routes.some((route) => route.node === node && route.group === group)
    if (!known) place.routes.push({ node, group } satisfies RouteFact)
    return place
  }

  addRetained(topic: string, fact: RetainedFact): TopicNode | undefined {
    const place = this.#place(topic, 'retained')
    if (place !== undefined) place.retained = fact
    return place
  }

  addMessage(topic: string, message: CapturedMessage): TopicNode | undefined {
    const place = this.#place(topic, 'capture')
    if (place === undefined) return undefined
    place.history ??= { messages: [], received: 0 }
    place.history.received += 1
    this.#store.keep(place.history, message)
    for (let at: TopicNode | undefined = place; at !== undefined; at = at.parent) {
      at.messages += 1
      at.bytes += message.size
      tally(at, message.time)
    }
    return place
  }

  /** Its retained message has gone; the topic too if nothing else names it or something below. */
  dropRetained(topic: string): void {
    const node = this.find(topic)
    if (node?.retained === undefined) return
    node.retained = undefined
    this.#named.retained -= 1
    node.own &= ~sourceBit.retained
    for (let at: TopicNode | undefined = node; at !== undefined; at = at.parent) {
      if (node.own === 0) at.topics -= 1
      this.#sum(at)
      if (at.below !== 0 || at.parent === undefined) continue
      this.#remove(at, at.parent)
    }
  }

  /** Everything that came from one source goes; what another one names too stays. */
  forget(source: Source): void {
    if (source === 'capture') this.#store.clear()
    this.#unplaced = 0
    this.#named[source] = 0
    this.#forget(this.root, source)
  }

  #forget(node: TopicNode, source: Source): void {
    node.own &= ~sourceBit[source]
    if (source === 'routes') node.routes = undefined
    if (source === 'retained') node.retained = undefined
    if (source === 'capture') {
      node.history = undefined
      node.messages = node.bytes = node.current = node.previous = 0
    }
    node.topics = Number(node.own !== 0)
    node.arranged = undefined
    for (const child of node.children?.values() ?? []) {
      this.#forget(child, source)
      node.topics += child.topics
      if (child.below === 0) this.#remove(child, node)
    }
    this.#sum(node)
  }

  /** After something went: what is left can only be less, so mostly the first children tell. */
  #sum(node: TopicNode): void {
    const before = node.below
    node.below = node.own
    for (const child of node.children?.values() ?? []) {
      node.below |= child.below
      if (node.below === before) return
    }
  }

  #remove(node: TopicNode, parent: TopicNode): void {
    if (node.isOpen) this.#wereOpen.add(buildNodeTopic(node))
    parent.children?.delete(node.name)
    if (parent.children?.size === 0) parent.children = undefined
    parent.arranged = undefined
    this.#nodes.delete(node.id)
  }

  #place(topic: string, source: Source): TopicNode | undefined {
    const levels = topicToLevels(topic)
    let at = this.root
    for (const [depth, level] of levels.entries()) {
      const child = at.children?.get(level)
      if (child === undefined) {
        if (this.size + levels.length - depth > this.#limits.nodes) {
          this.#unplaced += 1
          return undefined
        }
        at = this.#grow(at, level)
      } else at = child
    }
    this.#name(at, source)
    return at
  }

  #grow(parent: TopicNode, level: string): TopicNode {
    this.#lastId += 1
    const child = new TopicNode(this.#lastId, level, parent)
    parent.children ??= new Map()
    parent.children.set(level, child)
    parent.arranged?.pending.push(child)
    if (this.#wereOpen.size > 0) child.isOpen = this.#wereOpen.delete(buildNodeTopic(child))
    this.#nodes.set(child.id, child)
    return child
  }

  #name(node: TopicNode, source: Source): void {
    const bit = sourceBit[source]
    if ((node.own & bit) !== 0) return
    this.#named[source] += 1
    const isNew = node.own === 0
    node.own |= bit
    for (let at: TopicNode | undefined = node; at !== undefined; at = at.parent) {
      if (isNew) at.topics += 1
      at.below |= bit
    }
  }
}

/**
 * A broker lets 128 levels pass unless it is told otherwise; what is deeper stays together as one last level, so that
 * one topic of 65,535 slashes cannot fill the tree.
 */
const deepest = 128

export function topicToLevels(topic: string): readonly string[] {
  const levels = topic.split('/')
  if (levels.length <= deepest) return levels
  return [...levels.slice(0, deepest - 1), levels.slice(deepest - 1).join('/')]
}
