import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { license } from '@brokerdeck/contract/system/license.ts'
import { loadRebalance } from '@brokerdeck/contract/system/load-rebalance.ts'
import { users } from '@brokerdeck/contract/system/users.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'

/** What moves by itself is asked often, what somebody has to change seldom. */
export const often = { pollSeconds: 15 } as const
export const seldom = { pollSeconds: 60 } as const
/** Weighs much, and changes by somebody's hand or the calendar only. */
export const rarely = { pollSeconds: 600 } as const

/** What the checks ask the broker, as `read` takes it: of what, how, and how often again. */
export const healthQuestions = {
  alarms: [...activeAlarmsQuestion, often],
  listeners: [listeners.list, {}, seldom],
  license: [license.get, {}, seldom],
  moves: [loadRebalance.global, {}, often],
  /** Long, and only certificates and the changes that each node has applied are read in it: it comes last, if at all. */
  figures: [prometheus.stats, { query: { mode: 'all_nodes_unaggregated' } }],
  users: [users.list, {}, rarely],
  chain: [authentication.list, {}, rarely],
  connectors: [connectors.list, {}, seldom],
  hooks: [exhooks.list, {}, seldom],
} as const

/** Only the settings of one listener tell whether it authenticates. */
export const askListener = (id: string) => [listeners.get, { params: { id } }, rarely] as const
