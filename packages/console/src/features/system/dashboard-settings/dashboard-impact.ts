import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { dashboardConfigSchema } from '@brokerdeck/contract/settings/broker-config.ts'
import * as v from 'valibot'
import type { ConfigDocument } from '#compare/masked-config.ts'
import { dashboardSettings as m } from '#features/system/messages/console.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { consoleConfig } from '#lib/console-config.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const withoutTls = (listener: object | undefined) => ({ ...listener, ssl_options: undefined })

const isOff = (bind: string | number | undefined) => bind === undefined || String(bind) === '0'

/** Returns a text that names the address through which this page reaches the broker. */
function throughWhat(): string {
  const { routing } = consoleConfig()
  return routing === 'browser' ? m.viaServer : m.viaBrowser(location.origin)
}

/** Returns true if an open listener restarts or closes. With the embedded broker, these settings have no effect. */
export function cutsListener(document: ConfigDocument, before: ConfigDocument): boolean {
  const [now, was] = [document, before].map((one) => v.safeParse(dashboardConfigSchema, one))
  if (consoleConfig().mode === 'embedded' || !now?.success || !was?.success) return false
  const { http, https } = was.output.listeners
  const isOther = {
    http: !isSame(http, now.output.listeners.http),
    https: !isSame(https, now.output.listeners.https),
  }
  return (isOther.http && !isOff(http?.bind)) || (isOther.https && !isOff(https?.bind))
}

/** Returns the text that tells the effect of the change on connected users, first of all on this console. */
export function dashboardImpact(document: ConfigDocument, before: ConfigDocument): string | undefined {
  const [now, was] = [document, before].map((one) => v.safeParse(dashboardConfigSchema, one))
  if (!now?.success || !was?.success) return undefined
  const { listeners, token_expired_time: life } = now.output
  const words: string[] = []
  if (life !== was.output.token_expired_time) words.push(m.impactLife(formatDuration(parseDuration(life))))
  const { http, https } = listeners
  const { http: httpBefore, https: httpsBefore } = was.output.listeners
  const isMoved = !isSame(http, httpBefore) || !isSame(withoutTls(https), withoutTls(httpsBefore))
  if (isMoved || !isSame(https, httpsBefore)) {
    if (consoleConfig().mode === 'embedded') words.push(m.embedded)
    else if (isOff(http?.bind) && isOff(https?.bind)) words.push(m.impactCut)
    else words.push(isMoved ? m.impactListener : m.impactTls, throughWhat())
  }
  return words.length === 0 ? m.impactApi : words.join(' ')
}
