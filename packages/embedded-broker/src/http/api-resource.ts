import type { Resource } from '@brokerdeck/contract/endpoint.ts'
import type { Edition } from '../broker/edition.ts'
import type { World } from '../broker/world.ts'
import type { ConfigRoot } from '../config/config-root.ts'
import type { Asking } from './caller.ts'
import type { AnyHandler } from './endpoint-table.ts'

/** A part of the broker that a resource may ask for by name. */
export type Piece = Exclude<keyof World, 'close'>
export type Pieces<K extends Piece> = Pick<World, K>

/** What a handler is given: who asks, and what its resource uses. */
export type ApiCall<K extends Piece> = Asking & Pieces<K>

/** A resource in one broker: its handlers are given `pieces` with each request. */
export interface OpenResource {
  readonly pieces: object
  close(): Promise<void>
}

export interface ApiResource<R extends Resource = Resource> {
  /** Whether its settings have an effect in this broker, or are only checked, kept and shown. */
  readonly kind: 'acts' | 'keeps only'
  readonly endpoints: R
  /** The only edition that has it; undefined for both. */
  readonly edition: Edition | undefined
  readonly handlers: Readonly<Record<string, AnyHandler>>
  /** The roots of the configuration that it brings along. */
  readonly roots: readonly ConfigRoot[]
  open(world: World): Promise<OpenResource>
}
