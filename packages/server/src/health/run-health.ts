import { listSecrets } from '#broker-client/broker-session.ts'
import { printable, withoutSecrets } from '#lib/printable.ts'
import type { FailOn } from '#options/health-options.ts'
import { type Examination, examineCluster, UnknownHealthError } from './examine-cluster.ts'
import { formatReport, type Report, reportToJson } from './health-report.ts'

export interface HealthOptions extends Examination {
  readonly failOn: FailOn
  readonly isJson: boolean
  readonly hasColours: boolean
  readonly print: (text: string) => Promise<void>
  readonly err: (text: string) => void
}

/**
 * Runs the checks of the Health page and prints their results. Resolves with 0 if all is fine, with 1 if a check
 * fails, with 2 if the health can't be determined.
 */
export async function runHealth(options: HealthOptions): Promise<0 | 1 | 2> {
  const secrets = [...listSecrets(options.access)]
  try {
    const report = await examineCluster(options, secrets)
    await options.print(options.isJson ? reportToJson(report) : formatReport(report, options))
    return hasFailed(report, options.failOn) ? 1 : 0
  } catch (error) {
    if (!(error instanceof UnknownHealthError)) throw error
    options.err(`brokerdeck: ${printable(withoutSecrets(error.message, secrets))}\n`)
    return 2
  }
}

const failing: Readonly<Record<FailOn, readonly string[]>> = {
  unknown: ['unknown', 'warning', 'critical'],
  warning: ['warning', 'critical'],
  critical: ['critical'],
}

function hasFailed({ checks }: Report, failOn: FailOn): boolean {
  return checks.some(({ state }) => failing[failOn].includes(state))
}
