import { printable } from '#lib/printable.ts'
import type { NotifyFormat } from '#options/health-watch-options.ts'
import { countStates, type HealthState, healthStates, type Report } from './health-report.ts'

type Check = Report['checks'][number]

/** A check as the receiver is told of it, and since when it has been so. */
export interface ToldCheck extends Check {
  readonly since: string
}

export interface Change extends ToldCheck {
  /** As the receiver knows it, and since when. */
  readonly before: { readonly state: HealthState; readonly since: string }
}

export interface HealthNotification {
  readonly cluster: string
  readonly time: string
  readonly changes: readonly Change[]
  /** Whatever is not fine now. */
  readonly firing: readonly ToldCheck[]
  /** How long it holds unless it is said again; for Alertmanager. */
  readonly holdsMs: number
}

export function formatNotification(format: NotifyFormat, notification: HealthNotification): string {
  if (format === 'slack') return JSON.stringify({ text: formatText(notification) })
  return JSON.stringify(format === 'json' ? toDocument(notification) : toAlerts(notification))
}

/** Of one check: a list without end would be no message. */
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

function sortWorstFirst<T extends ToldCheck>(checks: readonly T[]): readonly T[] {
  return healthStates.flatMap((state) => checks.filter((one) => one.state === state))
}

/** Characters; Slack cuts off what is longer than 40,000. */
const longestText = 12_000

/** A line for each change, worst first. What a broker says must not mention anybody. */
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

/** As Slack asks for: https://docs.slack.dev/messaging/formatting-message-text */
function escapeText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  // Services that take the same form read names of groups in plain text.
  return escaped.replaceAll(/(?<!\w)@(?=\w)/g, '@\u200b')
}

/**
 * For POST /api/v2/alerts: https://prometheus.io/docs/alerting/latest/alerts_api. Labels tell one alert from another, so
 * one whose severity changes ends as another one begins.
 */
function toAlerts({ cluster, time, changes, firing, holdsMs }: HealthNotification): readonly object[] {
  const buildLabels = (check: string, severity: HealthState) => ({
    alertname: 'BrokerdeckHealth',
    cluster,
    check,
    severity,
  })
  const buildAnnotations = ({ subject, verdict, evidence, consequence }: ToldCheck) => ({
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
