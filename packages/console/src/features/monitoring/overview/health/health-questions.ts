import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { license } from '@brokerdeck/contract/system/license.ts'
import { loadRebalance } from '@brokerdeck/contract/system/load-rebalance.ts'
import { users } from '@brokerdeck/contract/system/users.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'

/** State that changes by itself is polled often, settings that only an operator changes seldom. */
export const often = { pollSeconds: 15 } as const
export const seldom = { pollSeconds: 60 } as const
/** For expensive requests whose result changes only through an operator or with the date. */
export const rarely = { pollSeconds: 600 } as const

/** The requests of the checks as `read` takes them: the endpoint, the parameters and the polling interval. */
export const healthQuestions = {
  alarms: [...activeAlarmsQuestion, often],
  listeners: [listeners.list, {}, seldom],
  license: [license.get, {}, seldom],
  moves: [loadRebalance.global, {}, often],
  /**
   * This response is long, and only certificates and the changes applied by each node are read from it. It is
   * requested last, and only if it is needed.
   */
  figures: [prometheus.stats, { query: { mode: 'all_nodes_unaggregated' } }],
  users: [users.list, {}, rarely],
  chain: [authentication.list, {}, rarely],
  connectors: [connectors.list, {}, seldom],
  hooks: [exhooks.list, {}, seldom],
} as const

/** Returns the request for the settings of one listener, which alone tell whether it authenticates. */
export const askListener = (id: string) => [listeners.get, { params: { id } }, rarely] as const
