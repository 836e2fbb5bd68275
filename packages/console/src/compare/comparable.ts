import type { Comparable, Kind } from './compare-sides.ts'
import type { ConfigDocument } from './masked-config.ts'

/** What is done, counted or noted with a thing, not set. */
const doing: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  rules: ['id', 'from', 'created_at', 'last_modified_at', 'metadata'],
  authenticators: ['id'],
  // The broker shows the text of the file that a backup names.
  authorization: ['path'],
  listeners: ['id', 'type', 'name', 'running', 'current_connections'],
}
const resourceDoing = [
  ...['type', 'name', 'status', 'status_reason', 'node_status', 'actions', 'sources', 'rules'],
  ...['created_at', 'last_modified_at', 'error'],
]

export function comparable(kind: Kind, id: string, stored: ConfigDocument): Comparable {
  const left = doing[kind] ?? (['connectors', 'actions', 'sources'].includes(kind) ? resourceDoing : [])
  const entries = Object.entries(stored).filter(([key]) => !left.includes(key))
  return { id, settings: Object.fromEntries(entries), writtenAt: stored['last_modified_at'] }
}

/** In a chain the order counts as well; it is a thing of its own, or one more at its head would change all. */
export function chain(kind: Kind, all: readonly Comparable[]): readonly Comparable[] {
  const order = all.map(({ id }) => id)
  return order.length < 2 ? all : [...all, comparable(kind, 'order', { order })]
}

interface Named {
  readonly type: string
  readonly name: string
}
export const formatTypedId = ({ type, name }: Named) => `${type}:${name}`
