import type { Order, TopicNode } from './topic-node.ts'

export const byName: Order = 0

const names = new Intl.Collator('en', { numeric: true })

/** `line-2` before `line-10`; at the top the broker's own topics come last. */
function compareNames(a: TopicNode, b: TopicNode): number {
  if (a.depth === 1) {
    const apart = Number(a.name.startsWith('$')) - Number(b.name.startsWith('$'))
    if (apart !== 0) return apart
  }
  return names.compare(a.name, b.name) || (a.name < b.name ? -1 : 1)
}

function compareActivity(a: TopicNode, b: TopicNode): number {
  if (a.depth === 1) {
    const apart = Number(a.name.startsWith('$')) - Number(b.name.startsWith('$'))
    if (apart !== 0) return apart
  }
  return b.messages - a.messages || compareNames(a, b)
}

function merge(list: readonly TopicNode[], more: readonly TopicNode[]): TopicNode[] {
  const merged: TopicNode[] = []
  let next = 0
  for (const node of list) {
    for (let other = more[next]; other !== undefined && compareNames(other, node) < 0; other = more[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(node)
  }
  return merged.concat(more.slice(next))
}

/** By name new ones go where they belong, by activity to the end until somebody asks for a new order. */
export function childrenInOrder(node: TopicNode, order: Order): readonly TopicNode[] {
  if (node.children === undefined) return []
  const { arranged } = node
  if (arranged === undefined || arranged.order !== order) {
    const list = [...node.children.values()].sort(order === byName ? compareNames : compareActivity)
    node.arranged = { order, list, pending: [] }
    return list
  }
  if (arranged.pending.length > 0) {
    const more = arranged.pending.sort(compareNames)
    arranged.list = order === byName ? merge(arranged.list, more) : arranged.list.concat(more)
    arranged.pending = []
  }
  return arranged.list
}
