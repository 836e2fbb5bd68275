import type { World } from '../broker/world.ts'
import type { Caller } from './caller.ts'

/** Who asks, beside what is asked. */
export interface ApiCall {
  readonly world: World
  /** Undefined for public endpoints. */
  readonly caller: Caller | undefined
  readonly ip: string
  /** The header `Accept`, '' without one. */
  readonly accept: string
}
