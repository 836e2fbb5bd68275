import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { request } from '#api/http.ts'
import { formatRate } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from '../messages.ts'

/** Says what a subscription to everything costs, by what the cluster takes in now, and asks. */
export function confirmEverything(filter: string): Promise<boolean> {
  return confirm({
    title: m.everythingTitle(visibleText(filter, 60)),
    body: costInWords(),
    action: m.subscribe,
    danger: true,
  })
}

async function costInWords(): Promise<string> {
  const rate = await currentRate()
  const cost = rate === undefined ? m.everythingUnknown : m.everythingCost(formatRate(rate))
  return `${cost} ${m.everythingBounded}`
}

/** What it costs can also be asked without knowing: a broker that does not say is no reason not to ask. */
async function currentRate(): Promise<number | undefined> {
  try {
    const { received_msg_rate: rate } = await request(monitor.current, {}, { timeoutMs: 3_000 })
    return rate
  } catch {
    return undefined
  }
}
