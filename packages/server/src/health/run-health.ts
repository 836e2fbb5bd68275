import { type Examiner, examineHealth } from '@brokerdeck/console/health/examine-health.ts'
import type { RawAnswer } from '@brokerdeck/console/health/read-answer.ts'
import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { cluster, clusterSchema } from '@brokerdeck/contract/system/cluster.ts'
import { login, loginAnswerSchema } from '@brokerdeck/contract/system/login.ts'
import * as v from 'valibot'
import type { ApiKey } from '#api-key-file.ts'
import { type BrokerClient, type Credentials, openBrokerClient } from '#check/broker-client.ts'
import { withoutSecrets } from '#printable.ts'
import type { FailOn } from './health-options.ts'
import { formatReport, makeReport, type Report, reportToJson, visible } from './health-report.ts'

interface User {
  readonly username: string
  readonly password: string
}

export interface HealthOptions {
  /** The first that answers is asked. */
  readonly brokers: readonly string[]
  readonly access: User | { readonly apiKey: ApiKey }
  readonly insecureTls: boolean
  readonly ca?: string | undefined
  readonly checks?: readonly string[] | undefined
  readonly waitForSecondLook: (() => Promise<void>) | undefined
  readonly failOn: FailOn
  readonly isJson: boolean
  readonly hasColours: boolean
  readonly console?: URL | undefined
  readonly print: (text: string) => Promise<void>
  readonly err: (text: string) => void
}

/** Why nothing can be told about the cluster: nobody answers, or nobody is let in. */
class NotToldError extends Error {
  override readonly name = 'NotToldError'
}

/** Runs the checks of the Health page and prints what they say. 0: fine; 1: a check fails; 2: nothing can be told. */
export async function runHealth(options: HealthOptions): Promise<0 | 1 | 2> {
  const { access } = options
  const secrets = 'apiKey' in access ? [access.apiKey.secret] : [access.password]
  try {
    const report = await examineAny(options, secrets)
    await options.print(options.isJson ? reportToJson(report) : formatReport(report, options))
    return hasFailed(report, options.failOn) ? 1 : 0
  } catch (error) {
    if (!(error instanceof NotToldError)) throw error
    options.err(`brokerdeck: ${withoutSecrets(visible(error.message), secrets)}\n`)
    return 2
  }
}

/** Goes on to the next address only where nobody answers. */
async function examineAny(options: HealthOptions, secrets: string[]): Promise<Report> {
  const silent: string[] = []
  for (const broker of options.brokers) {
    const client = openBrokerClient(broker, options)
    try {
      const session = await openSession(client, options.access)
      if (session.kind === 'none') {
        silent.push(session.reason)
        continue
      }
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

interface Session {
  readonly kind: 'open'
  readonly credentials: Credentials
  readonly secret: string
  readonly signedIn: User | undefined
  readonly edition: string | undefined
  /** The token that was given does not outlive the command. */
  readonly close: () => Promise<unknown>
}

type Opened = Session | Extract<Awaited<ReturnType<BrokerClient['ask']>>, { kind: 'none' }>

async function openSession(client: BrokerClient, access: HealthOptions['access']): Promise<Opened> {
  if ('apiKey' in access) return tryKey(client, access.apiKey)
  const body = { username: access.username, password: access.password }
  const answer = await client.ask(login.login, { body }, undefined)
  if (answer.kind === 'none') return answer
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), loginAnswerSchema), answer.text)
  if (answer.status !== 200 || !told.success) throw new NotToldError(`no sign-in: ${refusalIn(answer)}`)
  const { token, license } = told.output
  return {
    ...{ kind: 'open', credentials: token, secret: token, signedIn: access, edition: license.edition },
    close: () => client.ask(login.logout, { body: { username: access.username } }, token),
  }
}

/** A key that is wrong is refused by every question, so one is enough. */
async function tryKey(client: BrokerClient, apiKey: ApiKey): Promise<Opened> {
  const encoded = Buffer.from(`${apiKey.key}:${apiKey.secret}`).toString('base64')
  const answer = await client.ask(cluster.get, {}, apiKey)
  if (answer.kind === 'none') return answer
  if (answer.status === 401) throw new NotToldError(`the API key is refused: ${refusalIn(answer)}`)
  return {
    ...{ kind: 'open', credentials: apiKey, secret: encoded, signedIn: undefined, edition: undefined },
    close: () => Promise.resolve(),
  }
}

async function examine(
  broker: string,
  client: BrokerClient,
  { credentials, signedIn, edition }: Session,
  options: HealthOptions,
  conceal: (text: string) => string,
): Promise<Report> {
  let answers = 0
  const send: Examiner['send'] = async (endpoint, given) => {
    const answer = await client.ask(endpoint, given, credentials)
    if (answer.kind === 'none') throw new Error(answer.reason)
    answers += 1
    return answer
  }
  const { waitForSecondLook, checks } = options
  const found = await examineHealth({ send, signedIn, edition, waitForSecondLook }, checks)
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

function refusalIn({ status, contentType, text }: RawAnswer): string {
  const { code, message } = parseRefusal(status, contentType, text)
  return [`HTTP ${status}`, ...[code, message].filter((part) => part !== '')].join(' · ')
}

const failing: Readonly<Record<FailOn, readonly string[]>> = {
  unknown: ['unknown', 'warning', 'critical'],
  warning: ['warning', 'critical'],
  critical: ['critical'],
}

function hasFailed({ checks }: Report, failOn: FailOn): boolean {
  return checks.some(({ state }) => failing[failOn].includes(state))
}
