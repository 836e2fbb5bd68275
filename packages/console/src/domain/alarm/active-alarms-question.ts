import { alarms } from '@brokerdeck/contract/monitoring/alarms.ts'

/** What the frame, the overview and its checks ask alike, so that it is asked once: more alarms are not told apart. */
export const activeAlarmsQuestion = [alarms.list, { query: { activated: true, limit: 100 } }] as const
