import { ratePerSecond } from '#domain/mqtt-link/capture/rate-window.ts'
import {
  buildNodeTopic,
  type RouteFact,
  type Source,
  sourceBit,
  type TopicNode,
  topicSources,
} from '#features/diagnose/topic-explorer/model/topic-node.ts'
import { type TopicTree, topicToLevels } from '#features/diagnose/topic-explorer/model/topic-tree.ts'
import type { TreeRow } from '#features/diagnose/topic-explorer/model/tree-rows.ts'
import type { TreeSearch } from '#features/diagnose/topic-explorer/model/tree-search.ts'
import { hexFromBytes, textFromBytes } from '#lib/payload.ts'
import { truncate } from '#lib/visible-text.ts'
import type { ExplorerRow, SelectedTopic } from './explorer-event.ts'

interface Moment {
  readonly since: number
  readonly at: number
}

const rowPreview = 80
/** The maximum number of filters listed for one topic, to keep the list readable. */
const mostFilters = 50

const listSources = (bits: number): Source[] =>
  topicSources.filter((source) => (bits & sourceBit[source]) !== 0)

const spell = ({ node, group }: RouteFact) => ({ node, ...(group === undefined ? {} : { group }) })

export function rowFacts(row: TreeRow, { since, at }: Moment, search: TreeSearch | undefined): ExplorerRow {
  const { node, ...place } = row
  const last = node.history?.messages.at(-1)
  return {
    ...place,
    id: node.id,
    name: node.name,
    topic: buildNodeTopic(node),
    depth: node.depth,
    sources: listSources(node.own),
    topics: node.topics,
    messages: node.messages,
    rate: ratePerSecond(node, at, since),
    isFound: search !== undefined && node.foundBy === search.id,
    ...(last === undefined ? {} : { preview: payloadPreview(last.payload, rowPreview) }),
  }
}

/** Returns what is known of a topic, whether it is in the tree or not. */
export function topicFacts(tree: TopicTree, topic: string, { since, at }: Moment): SelectedTopic {
  const node: TopicNode | undefined = tree.find(topic)
  const filters = filtersMatching(tree.root, topic)
    .slice(0, mostFilters)
    .map(({ filter, routes }) => ({ filter, routes: routes.map(spell) }))
  return {
    topic,
    ...(node === undefined ? {} : { id: node.id }),
    sources: listSources(node?.own ?? 0),
    below: listSources(node?.below ?? 0),
    hasChildren: node?.children !== undefined,
    topics: node?.topics ?? 0,
    messages: node?.messages ?? 0,
    bytes: node?.bytes ?? 0,
    rate: node === undefined ? 0 : ratePerSecond(node, at, since),
    received: node?.history?.received ?? 0,
    kept: node?.history?.messages.length ?? 0,
    routes: (node?.routes ?? []).map(spell),
    ...(node?.retained === undefined ? {} : { retained: { ...node.retained } }),
    filters,
  }
}

/** Returns the beginning of a payload on one line: its text, or its bytes if it is not text. */
export function payloadPreview(payload: Uint8Array, length: number): string {
  const head = payload.subarray(0, length * 4)
  const { text, isText } = textFromBytes(head, head.length < payload.length)
  if (isText) return truncate(text.replace(/\s+/g, ' ').trim(), length)
  return hexFromBytes(payload.subarray(0, Math.floor(length / 3)), ' ')
}

interface MatchingFilter {
  readonly filter: string
  readonly routes: readonly RouteFact[]
}

/**
 * Returns the subscribed filters that match a message of a topic, as far as routes are in the tree (MQTT 5.0 §4.7.1).
 * A filter that is selected as a topic matches itself.
 */
export function filtersMatching(root: TopicNode, topic: string): readonly MatchingFilter[] {
  const levels = topicToLevels(topic)
  const found: MatchingFilter[] = []
  const note = (node: TopicNode | undefined) => {
    if (node?.routes !== undefined) found.push({ filter: buildNodeTopic(node), routes: node.routes })
  }
  let reached: readonly TopicNode[] = [root]
  for (const [depth, level] of levels.entries()) {
    const isHidden = depth === 0 && topic.startsWith('$')
    const next: TopicNode[] = []
    for (const { children } of reached) {
      if (!isHidden && level !== '#') note(children?.get('#'))
      for (const wanted of new Set(isHidden ? [level] : [level, '+'])) {
        const child = children?.get(wanted)
        if (child !== undefined) next.push(child)
      }
    }
    reached = next
  }
  for (const node of reached) {
    note(node)
    // `a/#` also matches `a`.
    if (node.name !== '#') note(node.children?.get('#'))
  }
  return found
}
