import type { Clock } from '../world/clock.ts'

export interface ResourceServices {
  readonly clock: Clock
}
