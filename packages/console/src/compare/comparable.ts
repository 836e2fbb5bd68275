import { isPlainObject } from '#kit/form/form-value.ts'
import type { Comparable, Kind } from './compare-sides.ts'
import { overrideKey } from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'

/** What is done, counted or noted with a thing, not set. */
const doing: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  rules: ['id', 'from', 'created_at', 'last_modified_at', 'metadata'],
  authenticators: ['id'],
  // The broker shows the text of the file that a backup names.
  authorization: ['path'],
  listeners: ['id', 'type', 'name', 'running', 'current_connections'],
  hooks: ['name', 'hooks', 'metrics', 'node_metrics', 'node_status'],
  validations: ['created_at', 'last_modified_at'],
  transformations: ['created_at', 'last_modified_at'],
}
const resourceDoing = [
  'type',
  'name',
  'status',
  'status_reason',
  'node_status',
  'actions',
  'sources',
  'rules',
  'created_at',
  'last_modified_at',
  'error',
]

/** EMQX merges what it is sent of a gateway, so an override of nothing is all that takes one away. */
const isEmptyOverride = (kind: Kind, key: string, value: unknown) =>
  kind === 'gateways' && key === overrideKey && isPlainObject(value) && Object.keys(value).length === 0

export function comparable(kind: Kind, id: string, stored: ConfigDocument): Comparable {
  const left = doing[kind] ?? (['connectors', 'actions', 'sources'].includes(kind) ? resourceDoing : [])
  const entries = Object.entries(stored).filter(
    ([key, value]) => !left.includes(key) && !isEmptyOverride(kind, key, value),
  )
  return { id, settings: Object.fromEntries(entries), writtenAt: stored['last_modified_at'] }
}

/** What the order of a chain is called; a validation or a hook server may be named “order”, and no name begins with a dollar sign. */
const orderIds: Readonly<Partial<Record<Kind, string>>> = {
  authenticators: 'order',
  authorization: 'order',
  hooks: '$order',
  validations: '$order',
  transformations: '$order',
}

/** The name under which the order of a chain is compared; undefined of what is no chain. */
export const findOrderId = (kind: Kind): string | undefined => orderIds[kind]

/** In a chain the order counts as well; it is a thing of its own, or one more at its head would change all. */
export function chain(kind: Kind, all: readonly Comparable[]): readonly Comparable[] {
  const order = all.map(({ id }) => id)
  const orderId = findOrderId(kind)
  return order.length < 2 || orderId === undefined ? all : [...all, comparable(kind, orderId, { order })]
}

interface TypedIdentity {
  readonly type: string
  readonly name: string
}
export const formatTypedId = ({ type, name }: TypedIdentity) => `${type}:${name}`
