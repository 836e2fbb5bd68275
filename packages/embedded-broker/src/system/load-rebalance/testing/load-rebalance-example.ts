import { loadRebalance } from '@brokerdeck/contract/system/load-rebalance.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const node = 'emqx2@127.0.0.2'

export const loadRebalanceExample: ResourceExample = {
  endpoints: loadRebalance,
  // A start goes on with disconnecting, whatever was to be waited for.
  fills: [['POST', `/load_rebalance/${node}/evacuation/start`, { wait_health_check: '0s' }]],
  writes: [['POST', `/load_rebalance/${node}/evacuation/stop`]],
}
