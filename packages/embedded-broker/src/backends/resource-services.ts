import type { Clock } from '../broker/clock.ts'

export interface ResourceServices {
  readonly clock: Clock
}
