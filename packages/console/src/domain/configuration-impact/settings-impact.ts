import { type LogConfig, logConfigSchema } from '@brokerdeck/contract/settings/log-config.ts'
import * as v from 'valibot'
import { joinSentences } from '#i18n/sentences.ts'
import { authorizationImpact as authorization, settingsImpact as m } from './messages.ts'

type Document = Readonly<Record<string, unknown>>

/** Observed on 5.8.9: these settings are read at each packet, so they apply to connected clients at once. */
const atOnce: ReadonlySet<string> = new Set([
  'max_topic_levels',
  'wildcard_subscription',
  'shared_subscription',
  'shared_subscription_strategy',
  'shared_subscription_initial_sticky_pick',
  'exclusive_subscription',
  'retain_available',
  'max_qos_allowed',
  'ignore_loop_deliver',
])

/** A changed setting, with its label. */
interface ChangedField {
  readonly path: string
  readonly label: string
}

/** Describes the effect of a change of `mqtt` on clients, grouped by the time when each setting takes effect. */
export function mqttImpact(
  changed: readonly ChangedField[],
  now: Document,
  before: Document,
  words: {
    readonly connected: number | undefined
    readonly comma: string
    /** Returns the sentence for the settings that take effect only for new connections or new sessions. */
    readonly later: (fields: string) => string
  },
): readonly string[] {
  const toNamed = (isNow: boolean) =>
    changed
      .filter(({ path }) => atOnce.has(path) === isNow)
      .map(({ label }) => label)
      .join(words.comma)
  const [immediate, coming] = [toNamed(true), toNamed(false)]
  return [
    ...(immediate === '' ? [] : [m.atOnce(immediate, words.connected)]),
    ...disconnecting(now, before),
    ...(coming === '' ? [] : [words.later(coming)]),
  ]
}

/**
 * Returns the effects of a change of `mqtt` that end connections: of clients that continue to publish as was
 * permitted before.
 */
export function disconnecting(now: Document, before: Document): readonly string[] {
  const noRetained = now['retain_available'] === false && before['retain_available'] === true
  const lowerQos = Number(now['max_qos_allowed']) < Number(before['max_qos_allowed'])
  return [
    ...(noRetained ? [m.retainedDisconnects] : []),
    ...(lowerQos ? [m.qosDisconnects(Number(now['max_qos_allowed']))] : []),
  ]
}

export function shutdownImpact({ enable }: Document, before: Document): string | undefined {
  if (enable === true) return m.shutdown
  return before['enable'] === true ? m.shutdownOff : undefined
}

export function retainerImpact({ enable, backend }: Document, before: Document): string | undefined {
  if (enable === false && before['enable'] === true) return m.retainerOff
  return JSON.stringify(backend) === JSON.stringify(before['backend']) ? undefined : m.storage
}

const handlers = ({ console, file }: LogConfig) => [console, ...Object.values(file)]

const chatty: readonly string[] = ['debug', 'all']

const chattyCount = (log: LogConfig) =>
  handlers(log).filter(({ enable, level }) => enable && chatty.includes(level)).length

const listFilePaths = (log: LogConfig) => Object.values(log.file).map(({ path }) => path)

/** Describes the effect of a log change on the nodes. */
export function logImpact(document: Document, before: Document): string | undefined {
  const [now, was] = [v.safeParse(logConfigSchema, document), v.safeParse(logConfigSchema, before)]
  if (!now.success || !was.success) return undefined
  if (chattyCount(now.output) > chattyCount(was.output)) return m.logDebug
  if (!handlers(now.output).some(({ enable }) => enable)) return m.logQuiet
  const isMoved = listFilePaths(now.output).some((path) => !listFilePaths(was.output).includes(path))
  return isMoved ? m.logFile : m.logOnly
}

/** Tells whether a log will contain too little to be useful, or more than a node can bear. */
export function isLogAtRisk(document: Document, before: Document): boolean {
  const words = logImpact(document, before)
  return words === m.logDebug || words === m.logQuiet
}

/** Tells whether the change affects how long deactivated alarms are kept. */
export function changesAlarmHistory(now: Document, before: Document): boolean {
  return now['size_limit'] !== before['size_limit'] || now['validity_period'] !== before['validity_period']
}

/** Describes the effect on deactivated alarms; a change of the actions has no effect on past alarms. */
export function alarmImpact(now: Document, before: Document): string {
  return changesAlarmHistory(now, before) ? m.alarmsForgotten : m.alarmActions
}

export const thresholdImpact = (): string => m.thresholds

/** Describes the effect of a change of the authorization settings in a sentence or two. */
export function authorizationImpact(now: Document, before: Document): string {
  const isOther = (name: string) => now[name] !== before[name]
  return joinSentences(
    isOther('no_match') && (now['no_match'] === 'deny' ? authorization.deny : authorization.allow),
    isOther('deny_action') && now['deny_action'] === 'disconnect' && authorization.disconnect,
    authorization.settings,
  )
}
