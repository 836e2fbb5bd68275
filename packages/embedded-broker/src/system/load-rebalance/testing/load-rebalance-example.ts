import { loadRebalance } from '@brokerdeck/contract/system/load-rebalance.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const node = 'emqx2@127.0.0.2'

export const loadRebalanceExample: ResourceExample = {
  endpoints: loadRebalance,
  // After a restart the evacuation disconnects clients at once, without the configured wait.
  fills: [['POST', `/load_rebalance/${node}/evacuation/start`, { wait_health_check: '0s' }]],
  writes: [['POST', `/load_rebalance/${node}/evacuation/stop`]],
}
