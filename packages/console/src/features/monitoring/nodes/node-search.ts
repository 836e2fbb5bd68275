import * as v from 'valibot'
import { defaultRange, historyRanges } from '#features/monitoring/broker-history/history-ranges.ts'

export const nodeSearchSchema = v.object({
  range: v.fallback(v.optional(v.picklist(historyRanges), defaultRange), defaultRange),
})
