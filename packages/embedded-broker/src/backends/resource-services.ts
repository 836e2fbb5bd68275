import type { Clock } from '../runtime/clock.ts'

export interface ResourceServices {
  readonly clock: Clock
}
