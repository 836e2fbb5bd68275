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
  /** The maximum size of all messages, in bytes. */
  readonly messages: number
}

/**
 * The limits fit 100,000 topics with the nodes between them and the root, and the payloads that two captures may
 * bring.
 */
export const treeLimits: TreeLimits = { nodes: 250_000, messages: 32 * 1024 * 1024 }

/** Holds the topics of all sources as a tree of levels, within limits. */
export class TopicTree {
  readonly root = new TopicNode(0, '', undefined)
  readonly #limits: TreeLimits
  readonly #store: MessageStore
  readonly #nodes = new Map<number, TopicNode>()
  readonly #named: Record<Source, number> = { routes: 0, retained: 0, capture: 0 }
  /** The branches that were removed while they were open; they are open when they return. */
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

  /** The number of times that a topic was left out because the tree is full. */
  get unplaced(): number {
    return this.#unplaced
  }

  get keptBytes(): number {
    return this.#store.bytes
  }

  /** The number of topics that each source names. */
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

  /** Removes a retained message, and its topic unless another source names it or a topic below it. */
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

  /** Removes everything that came from one source; topics that another source names stay. */
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

  /**
   * Recomputes the sources of a branch after a removal. The result can only lose sources, so the first children
   * mostly suffice.
   */
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
 * The maximum depth of the tree. A broker allows 128 levels by default; deeper levels are joined into one last level,
 * so that a topic of 65,535 slashes cannot fill the tree.
 */
const deepest = 128

export function topicToLevels(topic: string): readonly string[] {
  const levels = topic.split('/')
  if (levels.length <= deepest) return levels
  return [...levels.slice(0, deepest - 1), levels.slice(deepest - 1).join('/')]
}
