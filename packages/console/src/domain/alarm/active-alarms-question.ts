import { alarms } from '@brokerdeck/contract/monitoring/alarms.ts'

/**
 * The request that the frame, the overview and its checks share, so that it is sent once. At most 100 alarms are
 * read.
 */
export const activeAlarmsQuestion = [alarms.list, { query: { activated: true, limit: 100 } }] as const
