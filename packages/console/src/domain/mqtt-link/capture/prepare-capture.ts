import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { type ConnectionSettings, defaultSettings } from '#domain/mqtt-link/connection-settings.ts'
import { explainRefusal } from '#domain/mqtt-link/explain-refusal.ts'
import { hasTunnel, linkAddress } from '#domain/mqtt-link/link-address.ts'
import { capture as m } from '#domain/mqtt-link/messages.ts'
import type { DirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { formatRate } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { consoleConfig, isMqttClosed } from '#lib/console-config.ts'
import { hexFromBytes } from '#lib/payload.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { CaptureLimits } from './capture-budget.ts'
import { type CaptureDraft, isBroad, readLimits } from './capture-draft.ts'
import type { CaptureStart } from './capture-state.ts'
import { limitsInWords } from './limits-in-words.ts'

/** Recognisable in the list of clients, and another one each time. */
function observerId(observer: string): string {
  return `brokerdeck-${observer}-${hexFromBytes(crypto.getRandomValues(new Uint8Array(4)))}`
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
  const config = consoleConfig()
  if (isMqttClosed(config)) return explainRefusal('closed').title
  if (config.readOnly) return explainRefusal('read-only').title
  return readLimits(draft) === undefined ? m.limits : undefined
}

interface PrepareCaptureOptions {
  /** Who captures, as the list of clients shows it. */
  readonly observer: string
  readonly filters: readonly string[]
  readonly qos: CaptureStart['qos']
  readonly draft: CaptureDraft
  readonly place: DirectPlace | undefined
}

/** What a worker captures with; filters that name nothing only after a question. Undefined: not now. */
export async function prepareCapture({
  observer,
  filters,
  qos,
  draft,
  place,
}: PrepareCaptureOptions): Promise<CaptureStart | undefined> {
  const { hasCredentials, username, password } = draft
  const limits = readLimits(draft)
  if (limits === undefined) return undefined
  const broad = filters.find(isBroad)
  if (broad !== undefined && !(await confirmBroad(broad, limits))) return undefined
  const settings = observerSettings(observerId(observer), place, hasCredentials ? username : '')
  const link = {
    url: linkAddress(settings, document.baseURI),
    settings,
    ...(hasCredentials && password !== '' ? { password } : {}),
  }
  return { link, filters: [...filters], qos, limits: { ...limits } }
}

/** Undefined where the broker does not tell: the question is asked all the same. */
async function currentRate(): Promise<number | undefined> {
  try {
    return (await request(monitor.current, {}, { timeoutMs: 3_000 })).received_msg_rate
  } catch (error) {
    if (getProblem(error) === undefined) throw error
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
    interrupts: 'nothing',
  })
}
