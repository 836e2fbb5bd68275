import type { World } from '../world/world.ts'

/** Who asks, beside what is asked. */
export interface ApiCall {
  readonly world: World
  /** Name of the user and the token of the session; undefined for public endpoints. */
  readonly caller: { readonly username: string; readonly token: string } | undefined
  readonly ip: string
}
