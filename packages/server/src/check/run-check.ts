import { type Endpoint, toSearch } from '@brokerdeck/contract/endpoint.ts'
import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { login } from '@brokerdeck/contract/system/login.ts'
import * as v from 'valibot'
import {
  type Answer,
  type BrokerClient,
  type Credentials,
  openBrokerClient,
} from '#broker-client/broker-client.ts'
import { type Access, listSecrets, openSession } from '#broker-client/broker-session.ts'
import { printable, withoutSecrets } from '#lib/printable.ts'
import { allQuestions, type Question } from './questions.ts'
import { spellIssues } from './spell-issues.ts'
import { areListed, findSubjects, listSubjects, type Subjects } from './subjects.ts'

const severity: Readonly<Record<Verdict['kind'], number>> = {
  read: 0,
  gone: 1,
  unset: 1,
  off: 1,
  keyless: 1,
  lacking: 2,
  refused: 3,
  silent: 4,
  unreadable: 5,
}

const nodeVersionsSchema = v.array(
  v.object({ version: v.optional(v.string()), edition: v.optional(v.string()) }),
)

export interface CheckOptions {
  readonly broker: string
  readonly access: Access
  readonly insecureTls: boolean
  readonly ca?: string | undefined
  readonly write: (text: string) => void
}

/**
 * Sends the broker every request that the console reads with, and prints the results. Resolves with 0 if the console
 * can use the broker.
 */
export async function runCheck(options: CheckOptions): Promise<0 | 1> {
  const write = (line: string) => options.write(`${line}\n`)
  const client = openBrokerClient(options.broker, options)
  try {
    const { access } = options
    const asker = 'apiKey' in access ? 'by an API key' : `as ${printable(access.username)}`
    write(`Brokerdeck asks ${options.broker} ${asker}. Nothing is changed.\n`)
    const session = await openSession(client, access)
    const { asked } = session
    const first = finding(asked, judge(asked, session.kind === 'none' ? session : session.answer))
    const findings = 'apiKey' in access && session.kind === 'open' ? [] : [first]
    const secrets = [...listSecrets(access)]
    if (session.kind === 'open') {
      secrets.push(session.secret)
      findings.push(...(await askAll(client, session.credentials, write)))
      const end = await session.close()
      if (end !== undefined) findings.push(finding(login.logout, judge(login.logout, end)))
    }
    for (const line of printFindings(findings)) write(withoutSecrets(line, secrets))
    write(`\n${printSummary(findings)}`)
    return findings.some(isFailure) ? 1 : 0
  } finally {
    client.close()
  }
}

async function askAll(
  client: BrokerClient,
  credentials: Credentials,
  write: (line: string) => void,
): Promise<readonly Finding[]> {
  const subjects: Subjects = new Map()
  const findings: Finding[] = []
  for (const question of allQuestions()) {
    const verdicts: Verdict[] = []
    for (const params of listSubjects(question.endpoint, subjects)) {
      const { endpoint, query } = question
      const answer = await client.ask(endpoint, { params, query }, credentials)
      const verdict = judge(endpoint, answer, areListed(endpoint, subjects))
      if ('value' in verdict) {
        findSubjects(endpoint.path, params, verdict.value, subjects)
        if (endpoint.path === '/nodes') write(`${describeVersions(verdict.value)}\n`)
      }
      verdicts.push(verdict)
    }
    findings.push(buildFinding(question, verdicts))
  }
  return findings
}

function finding(endpoint: Question['endpoint'], verdict: Verdict): Finding {
  return { question: formatQuestion({ endpoint, query: {} }), isDispensable: false, asked: 1, verdict }
}

function describeVersions(nodes: unknown): string {
  const parsed = v.safeParse(nodeVersionsSchema, nodes)
  if (!parsed.success) return 'Its version cannot be read.'
  const versions = parsed.output.flatMap(({ edition, version }) =>
    version === undefined ? [] : [`${edition ?? ''} ${version}`.trim()],
  )
  return printable(`${parsed.output.length} nodes: ${[...new Set(versions)].join(', ')}`)
}

/** Returns the lines of a table: the request, the status, and the result. */
function printFindings(findings: readonly Finding[]): readonly string[] {
  const rows = findings.map((finding) => ({ question: finding.question, ...describeFinding(finding) }))
  const width = Math.max('Question'.length, ...rows.map((row) => row.question.length))
  const line = (question: string, answer: string, result: string) =>
    `${question.padEnd(width)}  ${answer.padEnd(6)}  ${result}`.trimEnd()
  return [
    line('Question', 'Answer', 'Result'),
    ...rows.flatMap(({ question, answer, results: [result = '', ...more] }) => [
      line(question, answer, printable(result)),
      ...more.map((one) => line('', '', printable(one))),
    ]),
  ]
}

function printSummary(findings: readonly Finding[]): string {
  const count = (kind: Finding['verdict']['kind']) =>
    findings.filter(({ verdict }) => verdict.kind === kind).length
  const parts = [
    [count('read') + count('gone'), 'read'],
    [count('off'), 'switched off'],
    [count('unset'), 'not configured'],
    [count('keyless'), 'not open to API keys'],
    [count('unreadable'), 'not readable'],
    [count('lacking'), 'not offered by this broker'],
    [count('refused'), 'refused'],
    [count('silent'), 'without an answer'],
    [count('unasked'), 'not asked'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  const verdict = findings.some(isFailure)
    ? 'The console cannot be fully used with this broker.'
    : 'The console can be used with this broker.'
  const number = findings.length === 1 ? '1 question' : `${findings.length} questions`
  return `${number}: ${told.join(', ')}. ${verdict}`
}

function describeFinding(finding: Finding): { readonly answer: string; readonly results: readonly string[] } {
  const { verdict, asked, isDispensable } = finding
  switch (verdict.kind) {
    case 'read':
      return { answer: String(verdict.status), results: [asked > 1 ? `read (${asked} asked)` : 'read'] }
    case 'gone':
      return { answer: String(verdict.status), results: ['gone while it was asked about'] }
    case 'unset':
      return { answer: String(verdict.status), results: ['not configured'] }
    case 'off':
      return { answer: String(verdict.status), results: ['switched off'] }
    case 'keyless':
      return { answer: String(verdict.status), results: ['not open to API keys'] }
    case 'lacking':
      return {
        answer: String(verdict.status),
        results: [isDispensable ? 'not offered by this broker' : 'NOT OFFERED, though the console needs it'],
      }
    case 'refused':
      return { answer: String(verdict.status), results: [`REFUSED ${verdict.reason}`] }
    case 'silent':
      return { answer: '-', results: [`NO ANSWER ${verdict.reason}`] }
    case 'unreadable':
      return {
        answer: String(verdict.status),
        results: verdict.faults.map((fault) => `DOES NOT PARSE ${fault}`),
      }
    case 'unasked':
      return { answer: '-', results: [`not asked: ${verdict.reason}`] }
  }
}

/** A row of the table: a request, sent for one or several subjects, and its worst verdict. */
interface Finding {
  readonly question: string
  readonly isDispensable: boolean
  readonly asked: number
  readonly verdict: Verdict | { readonly kind: 'unasked'; readonly reason: string }
}

function buildFinding(question: Question, verdicts: readonly Verdict[]): Finding {
  const [worst] = [...verdicts].sort((a, b) => severity[b.kind] - severity[a.kind])
  return {
    question: formatQuestion(question),
    isDispensable: question.isDispensable,
    asked: verdicts.length,
    verdict: worst ?? { kind: 'unasked', reason: `nothing there to ask about` },
  }
}

function formatQuestion({ endpoint, query }: Pick<Question, 'endpoint' | 'query'>): string {
  const search = decodeURIComponent(toSearch(query).toString())
  return `${endpoint.method} ${endpoint.path}${search === '' ? '' : `?${search}`}`
}

/** Tells whether the finding prevents the console from working. */
function isFailure({ verdict, isDispensable }: Finding): boolean {
  switch (verdict.kind) {
    case 'read':
    case 'gone':
    case 'unset':
    case 'off':
    case 'keyless':
    case 'unasked':
      return false
    case 'lacking':
      return !isDispensable
    case 'refused':
    case 'silent':
    case 'unreadable':
      return true
  }
}

type Verdict =
  | { readonly kind: 'read'; readonly status: number; readonly value: unknown }
  /** The response is a success but does not match the contract; the faults say where and why. */
  | {
      readonly kind: 'unreadable'
      readonly status: number
      readonly faults: readonly string[]
      readonly value: unknown
    }
  /** This edition or version has no such endpoint. */
  | { readonly kind: 'lacking'; readonly status: number }
  /** The requested item has been removed in the meantime. */
  | { readonly kind: 'gone'; readonly status: number }
  /** The broker has the endpoint, but the item is not set up. */
  | { readonly kind: 'unset'; readonly status: number }
  /** The broker has the feature, and an operator has disabled it. */
  | { readonly kind: 'off'; readonly status: number }
  /** The endpoint responds only to a user, whatever permissions the key has. */
  | { readonly kind: 'keyless'; readonly status: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string }

/** Judges a response; `isListed` tells that a list of the broker contains the requested item. */
function judge(endpoint: Endpoint, answer: Answer, isListed = false): Verdict {
  if (answer.kind === 'none') return { kind: 'silent', reason: answer.reason }
  const { status } = answer
  const schema = findSchema(endpoint, status)
  if (schema === undefined) return judgeRefusal(endpoint, answer, isListed)
  const value = parseBody(answer)
  if (schema === null) return { kind: 'read', status, value: undefined }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return { kind: 'read', status, value }
  return { kind: 'unreadable', status, faults: spellIssues(parsed.issues), value }
}

function findSchema(endpoint: Endpoint, status: number): v.GenericSchema | null | undefined {
  return Object.entries(endpoint.response).find(([known]) => Number(known) === status)?.[1]
}

function parseBody({ contentType, text }: Extract<Answer, { kind: 'answer' }>): unknown {
  if (!contentType.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    // The text is returned so that the schema reports the error: a text instead of an object.
    return text
  }
}

function judgeRefusal(
  { path }: Endpoint,
  answer: Extract<Answer, { kind: 'answer' }>,
  isListed: boolean,
): Verdict {
  const { status } = answer
  const refusal = parseRefusal(status, answer.contentType, answer.text)
  if (refusal.code === 'API_KEY_NOT_ALLOW') return { kind: 'keyless', status }
  if (status === 405) return { kind: 'lacking', status }
  // Matches `GET /durable_queues` of a cluster without durable queues, and `GET /telemetry/data` of a cluster that
  // reports nothing.
  if (status === 404 && /\b(are disabled|is not enabled)$/i.test(refusal.message))
    return { kind: 'off', status }
  if (status === 404) {
    const isPath = refusal.code === 'NOT_FOUND' && /not found$|embedded broker/i.test(refusal.message)
    if (isPath) return { kind: 'lacking', status }
    return { kind: isListed ? 'gone' : 'unset', status }
  }
  // Matches `GET /audit` of a fresh Enterprise: 400 "Audit is disabled".
  if (status === 400 && /\bis disabled$/i.test(refusal.message)) return { kind: 'off', status }
  // The broker responds in this way while file transfer is disabled, or if its store cannot be reached.
  if (status === 503 && path.startsWith('/file_transfer/')) return { kind: 'off', status }
  const reason = [refusal.code, refusal.message].filter((part) => part !== '').join(': ')
  return { kind: 'refused', status, reason }
}
