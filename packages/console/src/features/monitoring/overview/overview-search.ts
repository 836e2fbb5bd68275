import * as v from 'valibot'
import { defaultRange, historyRanges } from '#features/monitoring/broker-history/history-ranges.ts'

/** `?range=6h&node=mq-1@10.20.0.11`: of the charts; the figures are always those of the cluster. */
export const overviewSearchSchema = v.object({
  range: v.fallback(v.optional(v.picklist(historyRanges), defaultRange), defaultRange),
  node: v.fallback(v.optional(v.string()), undefined),
})
