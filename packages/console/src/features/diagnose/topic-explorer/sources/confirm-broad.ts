import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { formatRate } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { CaptureLimits } from '../model/capture-budget.ts'
import { limitsInWords } from './limits-in-words.ts'
import { m } from './messages.ts'

/** Undefined where the broker does not tell: the question is asked all the same. */
async function currentRate(): Promise<number | undefined> {
  try {
    return (await request(monitor.current, {}, { timeoutMs: 3_000 })).received_msg_rate
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return undefined
  }
}

async function costInWords(limits: CaptureLimits): Promise<string> {
  const rate = await currentRate()
  const cost = rate === undefined ? m.broadCostUnknown : m.broadCost(formatRate(rate))
  return `${cost} ${m.broadLimits(limitsInWords(limits))}`
}

/** Says what a subscription to everything costs now, and asks. */
export function confirmBroad(filter: string, limits: CaptureLimits): Promise<boolean> {
  return confirm({
    title: m.broadTitle(visibleText(filter, 80)),
    body: costInWords(limits),
    action: m.broadAction,
  })
}
