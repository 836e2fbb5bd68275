import type { Handlers, Resource } from '@brokerdeck/contract/endpoint.ts'
import type { BrokerContext } from '../compose/broker-context.ts'
import type { ConfigRoot } from '../config/config-root.ts'
import type { Edition } from '../runtime/edition.ts'
import type { CallerContext } from './caller.ts'
import type { AnyHandler } from './endpoint-table.ts'

/** A part of the broker that a resource may ask for by name. */
export type Piece = Exclude<keyof BrokerContext, 'close'>
export type Pieces<K extends Piece> = Pick<BrokerContext, K>

/** What a handler is given: who asks, and what its resource uses. */
export type ApiCall<K extends Piece> = CallerContext & Pieces<K>

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
  open(context: BrokerContext): Promise<OpenResource>
}

interface Acting<R extends Resource, K extends Piece, Own extends object> {
  readonly endpoints: R
  readonly edition?: Edition
  /** All of the broker that it is given. */
  readonly uses?: readonly K[]
  /** What it brings into the configuration. */
  readonly roots?: readonly ConfigRoot[]
  /** What it keeps for itself while the broker runs; whatever of it can be closed is closed with the broker. */
  readonly state?: (pieces: Pieces<K>) => Own | Promise<Own>
  readonly handlers: Handlers<R, ApiCall<K> & Own>
}

/** A resource that the broker acts by. */
export function apiResource<
  const R extends Resource,
  const K extends Piece = never,
  Own extends object = Record<never, never>,
>({ endpoints, edition, uses = [], roots = [], state, handlers }: Acting<R, K, Own>) {
  return { kind: 'acts' as const, endpoints, edition, handlers, roots, ...createState(uses, state) }
}

/** How the state of a resource is opened for each broker, and found again. */
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
    /** Its state in this broker, for tests that arrange and look there. */
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
