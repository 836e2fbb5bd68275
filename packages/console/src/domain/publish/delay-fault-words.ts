import type { DelayFault } from '@brokerdeck/contract/traffic/delayed.ts'
import { publish as m } from './messages.ts'

/** Why a message to `$delayed/…` goes out at once. */
export const delayFaultWords: Readonly<Record<DelayFault, string>> = {
  interval: m.delayInterval,
  topic: m.delayTopic,
  'too-long': m.delayTooLong,
}
