import type { CachedDecision } from '@brokerdeck/contract/traffic/clients.ts'
import type { Remembered } from '../../access/authorization/decision-cache.ts'

export function toCachedDecision({ action, topic, qos, retain, permission, at }: Remembered): CachedDecision {
  const access =
    action === 'publish' ? ({ action_type: action, qos, retain } as const) : { action_type: action, qos }
  return { access, result: permission, topic, updated_time: at }
}
