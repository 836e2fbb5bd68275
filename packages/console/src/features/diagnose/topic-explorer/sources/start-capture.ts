import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { consoleConfig } from '#api/console-config.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { type ConnectionSettings, defaultSettings } from '#features/diagnose/mqtt-link/connection-settings.ts'
import { explainRefusal } from '#features/diagnose/mqtt-link/explain-refusal.ts'
import { hasTunnel } from '#features/diagnose/mqtt-link/has-tunnel.ts'
import { linkAddress } from '#features/diagnose/mqtt-link/link-address.ts'
import type { DirectPlace } from '#features/diagnose/mqtt-link/use-direct-place.ts'
import type { CaptureLimits } from '#features/diagnose/topic-explorer/model/capture-budget.ts'
import { formatRate } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { hexFromBytes } from '#lib/payload.ts'
import { visibleText } from '#lib/visible-text.ts'
import { sources as m } from '../../messages/topic-explorer.ts'
import type { ExplorerStore } from '../explorer-store.ts'
import { isBroad } from '../model/capture-filter.ts'
import { type CaptureDraft, readLimits } from './capture-draft.ts'
import { limitsInWords } from './limits-in-words.ts'

/** Recognisable in the list of clients, and another one each time. */
function observerId(): string {
  return `brokerdeck-explorer-${hexFromBytes(crypto.getRandomValues(new Uint8Array(4)))}`
}

/** Through the server's tunnel if it has one, and gone with the connection. */
export function observerSettings(
  clientId: string,
  place: DirectPlace | undefined,
  username = '',
): ConnectionSettings {
  const via = hasTunnel() ? 'tunnel' : 'direct'
  return { ...defaultSettings(clientId, location), via, ...place?.settings, username, reconnectPeriod: 0 }
}

/** Why nothing can be captured now; undefined if it can. */
export function whyNoCapture(draft: CaptureDraft): string | undefined {
  if (consoleConfig().readOnly) return explainRefusal('read-only').title
  return readLimits(draft) === undefined ? m.limits : undefined
}

/** Starts what is typed, which has to be right; a filter that names nothing only after a question. */
export async function startCapture(
  store: ExplorerStore,
  draft: CaptureDraft,
  place: DirectPlace | undefined,
): Promise<void> {
  const { filter, hasCredentials, username, password } = draft
  const limits = readLimits(draft)
  if (limits === undefined) return
  if (isBroad(filter) && !(await confirmBroad(filter, limits))) return
  const settings = observerSettings(observerId(), place, hasCredentials ? username : '')
  store.send({
    kind: 'start',
    filter,
    limits: { ...limits },
    link: {
      url: linkAddress(settings, document.baseURI),
      settings,
      ...(hasCredentials && password !== '' ? { password } : {}),
    },
  })
}

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
function confirmBroad(filter: string, limits: CaptureLimits): Promise<boolean> {
  return confirm({
    title: m.broadTitle(visibleText(filter, 80)),
    body: costInWords(limits),
    action: m.broadAction,
  })
}
