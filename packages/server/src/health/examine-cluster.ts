import { type Examiner, examineHealth } from '@brokerdeck/console/health/examine-health.ts'
import type { LossWatch } from '@brokerdeck/console/health/watch-losses.ts'
import { cluster, clusterSchema } from '@brokerdeck/contract/system/cluster.ts'
import * as v from 'valibot'
import { type BrokerClient, type Credentials, openBrokerClient } from '#broker-client/broker-client.ts'
import { type Access, type BrokerSession, openSession } from '#broker-client/broker-session.ts'
import { withoutSecrets } from '#lib/printable.ts'
import { makeReport, type Report } from './health-report.ts'
import { type ExaminationLimits, openLimitedClient } from './limited-client.ts'

export interface Examination {
  /** The addresses of the cluster; the first address that responds is used. */
  readonly brokers: readonly string[]
  readonly access: Access
  readonly insecureTls: boolean
  readonly ca?: string | undefined
  readonly checks?: readonly string[] | undefined
  readonly waitForSecondLook: (() => Promise<void>) | undefined
  /** The losses of earlier examinations, for repeated examinations. */
  readonly losses?: LossWatch | undefined
  readonly console?: URL | undefined
  /**
   * The limits of a background examination. Once the signal is aborted, nothing more is sent, and pending responses
   * are not waited for.
   */
  readonly background?: { readonly limits: ExaminationLimits; readonly signal: AbortSignal } | undefined
}

/** The reason why the health of the cluster is unknown: it does not respond, or it refuses access. */
export class UnknownHealthError extends Error {
  override readonly name = 'UnknownHealthError'
}

/**
 * Examines a cluster. It tries the next address only if an address does not respond. Secrets that it receives are
 * added to `secrets`.
 */
export async function examineCluster(options: Examination, secrets: string[]): Promise<Report> {
  const silent: string[] = []
  for (const broker of options.brokers) {
    const client =
      options.background === undefined
        ? openBrokerClient(broker, options)
        : openLimitedClient(broker, options, options.background)
    try {
      const session = await openSession(client, options.access)
      if (session.kind === 'none') {
        silent.push(session.reason)
        continue
      }
      if (session.kind === 'refused') throw new UnknownHealthError(session.reason)
      secrets.push(session.secret)
      try {
        return await examine(broker, client, session, options, (text) => withoutSecrets(text, secrets))
      } finally {
        await session.close()
      }
    } finally {
      client.close()
    }
  }
  throw new UnknownHealthError(silent.join('; '))
}

async function examine(
  broker: string,
  client: BrokerClient,
  { credentials, edition }: BrokerSession,
  options: Examination,
  conceal: (text: string) => string,
): Promise<Report> {
  let answers = 0
  const send: Examiner['send'] = async (endpoint, given) => {
    const answer = await client.ask(endpoint, given, credentials)
    if (answer.kind === 'none') throw new Error(answer.reason)
    answers += 1
    return answer
  }
  const { access, waitForSecondLook, checks, losses, background } = options
  const signedIn = 'apiKey' in access ? undefined : access
  const found = await examineHealth({ send, signedIn, edition, waitForSecondLook, losses }, checks)
  // Checks with a response are judged even if time has run out; only the other checks are unknown.
  if (answers === 0 && background?.signal.aborted === true)
    throw new UnknownHealthError(`${new URL(broker).host} did not answer in time`)
  if (answers === 0) throw new UnknownHealthError(`${broker} gave no answer to any check`)
  const name = await readName(client, credentials, broker)
  // The broker's text may repeat secrets that were sent to it.
  const told = found.map((check) => ({
    ...check,
    verdict: conceal(check.verdict),
    evidence: (check.evidence ?? []).map(conceal),
  }))
  return makeReport(conceal(name), broker, told, options.console)
}

/** Returns the cluster's own name, if it reports one; otherwise the address. */
async function readName(client: BrokerClient, credentials: Credentials, broker: string): Promise<string> {
  const answer = await client.ask(cluster.get, {}, credentials)
  const told = v.safeParse(
    v.pipe(v.string(), v.parseJson(), clusterSchema),
    answer.kind === 'none' ? '' : answer.text,
  )
  return told.success ? told.output.name : broker
}
