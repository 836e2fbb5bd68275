import { printable } from '#lib/printable.ts'
import type { NotifyFormat } from '#options/health-watch-options.ts'
import { countStates, type HealthState, healthStates, type Report } from './health-report.ts'

type Check = Report['checks'][number]

/** A check as reported to the receiver, with the time since when it has its state. */
export interface NotifiedCheck extends Check {
  readonly since: string
}

export interface Change extends NotifiedCheck {
  /** The state that the receiver knows, and since when. */
  readonly before: { readonly state: HealthState; readonly since: string }
}

export interface HealthNotification {
  readonly cluster: string
  readonly time: string
  readonly changes: readonly Change[]
  /** The checks that are not fine now. */
  readonly firing: readonly NotifiedCheck[]
  /** The time for which an alert is valid unless it is repeated, in milliseconds; for Alertmanager. */
  readonly holdsMs: number
}

export function formatNotification(format: NotifyFormat, notification: HealthNotification): string {
  if (format === 'slack') return JSON.stringify({ text: formatText(notification) })
  return JSON.stringify(format === 'json' ? toDocument(notification) : toAlerts(notification))
}

/** The maximum number of lines of evidence for one check, to keep a message readable. */
const mostEvidence = 20

const showEvidence = (evidence: readonly string[], most: number) => [
  ...evidence.slice(0, most).map((one) => printable(one)),
  ...(evidence.length > most ? [`${evidence.length - most} more`] : []),
]

function toDocument({ cluster, time, changes, firing }: HealthNotification): object {
  const worst = healthStates.find((state) => firing.some((one) => one.state === state)) ?? 'ok'
  return {
    cluster,
    time,
    worst,
    changes: sortWorstFirst(changes).map(({ id, state, before, subject, verdict, evidence, ...rest }) => ({
      id,
      state,
      previous: before.state,
      subject: printable(subject),
      verdict: printable(verdict),
      evidence: showEvidence(evidence, mostEvidence),
      consequence: rest.consequence === null ? null : printable(rest.consequence),
      fix: rest.fix,
    })),
  }
}

function sortWorstFirst<T extends NotifiedCheck>(checks: readonly T[]): readonly T[] {
  return healthStates.flatMap((state) => checks.filter((one) => one.state === state))
}

/** The maximum length of a message, in characters; Slack cuts off messages longer than 40,000. */
const longestText = 12_000

/** Formats a line for each change, the worst first. Text of the broker must not mention users. */
function formatText({ cluster, changes }: HealthNotification): string {
  const open = changes.filter(({ state }) => state !== 'ok')
  const resolved = changes.length - open.length
  const counts = [
    ...(open.length > 0 ? [countStates(open)] : []),
    ...(resolved > 0 ? [`${resolved} resolved`] : []),
  ]
  const lines = sortWorstFirst(changes).flatMap(({ state, before, subject, verdict, evidence, fix }) => {
    const first = `${escapeText(printable(subject))}: ${escapeText(printable(verdict))}`
    if (state === 'ok') return [`RESOLVED ${first}`]
    const was = before.state === 'ok' ? '' : ` (was ${before.state})`
    const place =
      fix === null
        ? []
        : [fix.url === null ? `→ ${fix.menu}` : `→ <${escapeText(fix.url)}|${escapeText(fix.label)}>`]
    const details = showEvidence(evidence, 3).map((one) => `    - ${escapeText(one)}`)
    return [`${state.toUpperCase()}${was} ${first}`, ...details, ...place.map((one) => `    ${one}`)]
  })
  const lengths = lines.map((_, at) => lines.slice(0, at + 1).join('\n').length)
  const shown = lines.filter((_, at) => (lengths[at] ?? 0) <= longestText)
  const more = shown.length < lines.length ? [`${lines.length - shown.length} more lines`] : []
  return [`${escapeText(cluster)}: ${counts.join(', ')}`, ...shown, ...more].join('\n')
}

/** Escapes text as Slack requires: https://docs.slack.dev/messaging/formatting-message-text */
function escapeText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  // Services with a compatible format recognize names of groups in plain text.
  return escaped.replaceAll(/(?<!\w)@(?=\w)/g, '@\u200b')
}

/**
 * Formats the body of POST /api/v2/alerts: https://prometheus.io/docs/alerting/latest/alerts_api. Labels identify an
 * alert, so when its severity changes, one alert ends and another begins.
 */
function toAlerts({ cluster, time, changes, firing, holdsMs }: HealthNotification): readonly object[] {
  const buildLabels = (check: string, severity: HealthState) => ({
    alertname: 'BrokerdeckHealth',
    cluster,
    check,
    severity,
  })
  const buildAnnotations = ({ subject, verdict, evidence, consequence }: NotifiedCheck) => ({
    summary: `${printable(subject)}: ${printable(verdict)}`,
    description: [
      ...showEvidence(evidence, mostEvidence),
      ...(consequence === null ? [] : [printable(consequence)]),
    ].join('\n'),
  })
  const ended = changes
    .filter(({ before }) => before.state !== 'ok')
    .map((one) => ({
      labels: buildLabels(one.id, one.before.state),
      annotations: buildAnnotations(one),
      startsAt: one.before.since,
      endsAt: time,
    }))
  const active = sortWorstFirst(firing).map((one) => ({
    labels: buildLabels(one.id, one.state),
    annotations: buildAnnotations(one),
    startsAt: one.since,
    endsAt: new Date(Date.parse(time) + holdsMs).toISOString(),
    ...(typeof one.fix?.url === 'string' ? { generatorURL: one.fix.url } : {}),
  }))
  return [...ended, ...active]
}
