import { isPlainObject } from '#kit/form/form-value.ts'
import type { Comparable, Kind } from './compare-sides.ts'
import { overrideKey } from './gateway-parts.ts'
import type { ConfigDocument } from './masked-config.ts'

/** The fields of an object that are state, counters or metadata, not settings. */
const doing: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  rules: ['id', 'from', 'created_at', 'last_modified_at', 'metadata'],
  authenticators: ['id'],
  // The broker returns the text of the file that a backup only names.
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

/** EMQX merges the gateway settings that it receives, so only an empty override removes one. */
const isEmptyOverride = (kind: Kind, key: string, value: unknown) =>
  kind === 'gateways' && key === overrideKey && isPlainObject(value) && Object.keys(value).length === 0

export function comparable(kind: Kind, id: string, stored: ConfigDocument): Comparable {
  const left = doing[kind] ?? (['connectors', 'actions', 'sources'].includes(kind) ? resourceDoing : [])
  const entries = Object.entries(stored).filter(
    ([key, value]) => !left.includes(key) && !isEmptyOverride(kind, key, value),
  )
  return { id, settings: Object.fromEntries(entries), writtenAt: stored['last_modified_at'] }
}

/**
 * The ID for the order of a chain. A validation or a hook server may be named “order”, and no name begins with a
 * dollar sign.
 */
const orderIds: Readonly<Partial<Record<Kind, string>>> = {
  authenticators: 'order',
  authorization: 'order',
  hooks: '$order',
  validations: '$order',
  transformations: '$order',
}

/** Returns the ID under which the order of a chain is compared; undefined for a kind that is no chain. */
export const findOrderId = (kind: Kind): string | undefined => orderIds[kind]

/** Adds the order of a chain as an object of its own. Otherwise, a new member at the head would change all members. */
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
