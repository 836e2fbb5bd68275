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

/** Returns a client ID that is recognisable in the list of clients and different each time. */
function observerId(observer: string): string {
  return `brokerdeck-${observer}-${hexFromBytes(crypto.getRandomValues(new Uint8Array(4)))}`
}

/** Returns settings that use the server's tunnel if it has one, and whose session ends with the connection. */
export function observerSettings(
  clientId: string,
  place: DirectPlace | undefined,
  username = '',
): ConnectionSettings {
  const via = hasTunnel() ? 'tunnel' : 'direct'
  return { ...defaultSettings(clientId, location), via, ...place?.settings, username, reconnectPeriod: 0 }
}

/** Returns the reason why nothing can be captured now; undefined if a capture is possible. */
export function whyNoCapture(draft: CaptureDraft): string | undefined {
  const config = consoleConfig()
  if (isMqttClosed(config)) return explainRefusal('closed').title
  if (config.readOnly) return explainRefusal('read-only').title
  return readLimits(draft) === undefined ? m.limits : undefined
}

interface PrepareCaptureOptions {
  /** The name of the capture in the list of clients. */
  readonly observer: string
  readonly filters: readonly string[]
  readonly qos: CaptureStart['qos']
  readonly draft: CaptureDraft
  readonly place: DirectPlace | undefined
}

/**
 * Prepares a worker's capture; filters that name no level need a confirmation. Resolves to undefined if no capture is
 * to start.
 */
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

/** Resolves to undefined if the broker does not report the rate: the confirmation is shown all the same. */
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

/** States the current cost of a subscription to everything, and asks for confirmation. */
function confirmBroad(filter: string, limits: CaptureLimits): Promise<boolean> {
  return confirm({
    title: m.broadTitle(visibleText(filter, 80)),
    body: costInWords(limits),
    action: m.broadAction,
    interrupts: 'nothing',
  })
}
