import type { Handlers, Resource } from '@brokerdeck/contract/endpoint.ts'
import type { BrokerContext } from '../compose/broker-context.ts'
import type { ConfigRoot } from '../config/config-root.ts'
import type { Edition } from '../runtime/edition.ts'
import type { CallerContext } from './caller.ts'
import type { AnyHandler } from './endpoint-table.ts'

/** A part of the broker that a resource may ask for by name. */
export type Piece = Exclude<keyof BrokerContext, 'close'>
export type Pieces<K extends Piece> = Pick<BrokerContext, K>

/** The context of a handler: the caller, and the parts of the broker that its resource uses. */
export type ApiCall<K extends Piece> = CallerContext & Pieces<K>

/** A resource opened in a broker: its handlers receive `pieces` with each request. */
export interface OpenResource {
  readonly pieces: object
  close(): Promise<void>
}

export interface ApiResource<R extends Resource = Resource> {
  /**
   * Tells whether the settings of the resource have an effect in this broker, or are only checked, stored and shown.
   */
  readonly kind: 'acts' | 'keeps only'
  readonly endpoints: R
  /** The only edition that has the resource; undefined for both. */
  readonly edition: Edition | undefined
  readonly handlers: Readonly<Record<string, AnyHandler>>
  /** The roots of the configuration that the resource adds. */
  readonly roots: readonly ConfigRoot[]
  open(context: BrokerContext): Promise<OpenResource>
}

interface Acting<R extends Resource, K extends Piece, Own extends object> {
  readonly endpoints: R
  readonly edition?: Edition
  /** All parts of the broker that the resource receives. */
  readonly uses?: readonly K[]
  /** The roots of the configuration that the resource adds. */
  readonly roots?: readonly ConfigRoot[]
  /** Returns the state of the resource while the broker runs; every closable part of it is closed with the broker. */
  readonly state?: (pieces: Pieces<K>) => Own | Promise<Own>
  readonly handlers: Handlers<R, ApiCall<K> & Own>
}

/** Defines a resource whose settings have an effect in this broker. */
export function apiResource<
  const R extends Resource,
  const K extends Piece = never,
  Own extends object = Record<never, never>,
>({ endpoints, edition, uses = [], roots = [], state, handlers }: Acting<R, K, Own>) {
  return { kind: 'acts' as const, endpoints, edition, handlers, roots, ...createState(uses, state) }
}

/** Opens the state of a resource for each broker, and finds it again. */
export function createState<K extends Piece, Own extends object>(
  uses: readonly K[],
  state: (pieces: Pieces<K>) => Own | Promise<Own> | undefined = () => undefined,
) {
  const states = new WeakMap<BrokerContext, Own>()
  return {
    async open(context: BrokerContext): Promise<OpenResource> {
      const own = await state(context)
      if (own !== undefined) states.set(context, own)
      const asked = Object.fromEntries(uses.map((piece) => [piece, context[piece]]))
      return { pieces: { ...asked, ...own }, close: () => closeAll(own) }
    },
    /** Returns the state of the resource in this broker, for tests that arrange or inspect it. */
    own(context: BrokerContext): Own {
      const own = states.get(context)
      if (own === undefined) throw new Error('this broker has not opened the resource')
      return own
    },
  }
}

async function closeAll(own: object = {}): Promise<void> {
  for (const one of Object.values(own)) if (canBeClosed(one)) await one.close()
}

function canBeClosed(one: unknown): one is { close(): void | Promise<void> } {
  return typeof one === 'object' && one !== null && 'close' in one && typeof one.close === 'function'
}
