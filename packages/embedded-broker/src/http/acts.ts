import type { Handlers, Resource } from '@brokerdeck/contract/endpoint.ts'
import type { Edition } from '../broker/edition.ts'
import type { World } from '../broker/world.ts'
import type { ConfigRoot } from '../config/config-root.ts'
import type { ApiCall, OpenResource, Piece, Pieces } from './api-resource.ts'

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
export function acts<
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
  const states = new WeakMap<World, Own>()
  return {
    async open(world: World): Promise<OpenResource> {
      const own = await state(world)
      if (own !== undefined) states.set(world, own)
      const asked = Object.fromEntries(uses.map((piece) => [piece, world[piece]]))
      return { pieces: { ...asked, ...own }, close: () => closeAll(own) }
    },
    /** Its state in this broker, for tests that arrange and look there. */
    own(world: World): Own {
      const own = states.get(world)
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
