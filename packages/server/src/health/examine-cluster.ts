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
  /** The first that answers is asked. */
  readonly brokers: readonly string[]
  readonly access: Access
  readonly insecureTls: boolean
  readonly ca?: string | undefined
  readonly checks?: readonly string[] | undefined
  readonly waitForSecondLook: (() => Promise<void>) | undefined
  /** Of who examines again and again. */
  readonly losses?: LossWatch | undefined
  readonly console?: URL | undefined
  /** Once the signal is aborted nothing more is sent, and what was sent is not waited for. */
  readonly background?: { readonly limits: ExaminationLimits; readonly signal: AbortSignal } | undefined
}

/** Why nothing can be told about the cluster: nobody answers, or nobody is let in. */
export class NotToldError extends Error {
  override readonly name = 'NotToldError'
}

/** Goes on to the next address only where nobody answers. What it learns that is secret is added to `secrets`. */
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
      if (session.kind === 'refused') throw new NotToldError(session.reason)
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
  throw new NotToldError(silent.join('; '))
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
  // What was answered is judged; only the rest is unknown.
  if (answers === 0 && background?.signal.aborted === true)
    throw new NotToldError(`${new URL(broker).host} did not answer in time`)
  if (answers === 0) throw new NotToldError(`${broker} gave no answer to any check`)
  const name = await readName(client, credentials, broker)
  // What a broker says may repeat what was sent to it.
  const told = found.map((check) => ({
    ...check,
    verdict: conceal(check.verdict),
    evidence: (check.evidence ?? []).map(conceal),
  }))
  return makeReport(conceal(name), broker, told, options.console)
}

/** As the cluster calls itself, where it says so. */
async function readName(client: BrokerClient, credentials: Credentials, broker: string): Promise<string> {
  const answer = await client.ask(cluster.get, {}, credentials)
  const told = v.safeParse(
    v.pipe(v.string(), v.parseJson(), clusterSchema),
    answer.kind === 'none' ? '' : answer.text,
  )
  return told.success ? told.output.name : broker
}
