import type { examineHealth } from '@brokerdeck/console/health/examine-health.ts'
import { areas, routeAt } from '@brokerdeck/console/routes/routes.ts'
import { toSearch } from '@brokerdeck/contract/endpoint.ts'
import { escapeInvisible, printable } from '#lib/printable.ts'

type HealthCheck = Awaited<ReturnType<typeof examineHealth>>[number]

export type HealthState = 'ok' | 'warning' | 'critical' | 'unknown'

interface Fix {
  readonly label: string
  /** The place as in the menu, for example `Settings › Listeners`. */
  readonly menu: string
  /** The path below the console. */
  readonly path: string
  /** The whole URL; null if the URL of the console is not known. */
  readonly url: string | null
}

export interface Report {
  readonly cluster: string
  readonly broker: string
  readonly time: string
  readonly worst: HealthState
  /** The checks, the worst first. */
  readonly checks: readonly {
    readonly id: string
    readonly state: HealthState
    readonly subject: string
    readonly verdict: string
    readonly evidence: readonly string[]
    readonly consequence: string | null
    readonly fix: Fix | null
  }[]
}

/** The states, the most urgent first. */
export const healthStates = ['critical', 'warning', 'unknown', 'ok'] as const
const stateOfLevel: Readonly<Record<HealthCheck['level'], HealthState>> = {
  bad: 'critical',
  warn: 'warning',
  unknown: 'unknown',
  ok: 'ok',
}

export function makeReport(
  cluster: string,
  broker: string,
  found: readonly HealthCheck[],
  console: URL | undefined,
): Report {
  const checks = found.map(({ id, level, subject, verdict, evidence = [], consequence, fix }) => ({
    id,
    state: stateOfLevel[level],
    subject,
    verdict,
    evidence,
    consequence: consequence ?? null,
    fix: fix === undefined ? null : { label: fix.label, ...placeIn(fix.to, console) },
  }))
  const sorted = healthStates.flatMap((state) => checks.filter((one) => one.state === state))
  return {
    cluster,
    broker,
    time: new Date().toISOString(),
    worst: sorted[0]?.state ?? 'ok',
    checks: sorted,
  }
}

function placeIn(
  { to, search }: NonNullable<HealthCheck['fix']>['to'],
  console: URL | undefined,
): Omit<Fix, 'label'> {
  const query = toSearch(search).toString()
  const path = query === '' ? to : `${to}?${query}`
  const [name = '', page] = routeAt(to) ?? []
  const shown = page !== undefined && 'within' in page ? page.within : name
  const found = Object.values(areas).flatMap(({ title, routes }) =>
    Object.entries(routes).flatMap(([one, declared]) =>
      one === shown && 'title' in declared ? [`${title.en} › ${declared.title.en}`] : [],
    ),
  )
  return {
    menu: found[0] ?? '',
    path,
    url: console === undefined ? null : `${console.href}${path.replace(/^\//, '')}`,
  }
}

/** Returns the report as JSON; `docs/health.md` specifies its format. */
export function reportToJson(report: Report): string {
  return `${JSON.stringify(report, null, 2).split('\n').map(escapeInvisible).join('\n')}\n`
}

const colours: Readonly<Record<HealthState, string>> = {
  critical: '\u001b[1;31m',
  warning: '\u001b[33m',
  unknown: '\u001b[36m',
  ok: '\u001b[32m',
}

const idWidth = 18

/**
 * Formats a line for each check, the worst first; below it, unless all is well, the evidence and the place to fix it.
 */
export function formatReport(report: Report, { hasColours }: { readonly hasColours: boolean }): string {
  const { cluster, broker, checks } = report
  const place = cluster === broker ? printable(cluster) : `${printable(cluster)} (${printable(broker)})`
  const lines = checks.flatMap(({ id, state, subject, verdict, evidence, consequence, fix }) => {
    const word = state.toUpperCase().padEnd(9)
    const painted = hasColours ? `${colours[state]}${word}\u001b[0m` : word
    const first = `${painted} ${id.padEnd(idWidth)} ${printable(subject)}: ${printable(verdict)}`
    if (state === 'ok') return [first]
    const more = [
      ...evidence.map((one) => `- ${printable(one)}`),
      ...(consequence === null ? [] : [printable(consequence)]),
      ...(fix === null ? [] : [`→ ${printable(fix.label)}: ${printable(fix.url ?? fix.menu)}`]),
    ]
    return [first, ...more.map((one) => `${' '.repeat(10)}${one}`)]
  })
  return [`${place}: ${countStates(checks)}`, ...lines, ''].join('\n')
}

export function countStates(checks: readonly { readonly state: HealthState }[]): string {
  const counts = healthStates.flatMap((state) => {
    const count = checks.filter((one) => one.state === state).length
    return count === 0 ? [] : [`${count} ${state}`]
  })
  return counts.join(', ')
}
