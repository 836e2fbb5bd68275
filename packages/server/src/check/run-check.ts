import { login } from '@brokerdeck/contract/system/login.ts'
import * as v from 'valibot'
import type { CheckOptions } from '../run.ts'
import { type BrokerClient, openBrokerClient } from './broker-client.ts'
import { type Finding, findingOf, isFailure, nameOf } from './findings.ts'
import { judge, type Verdict } from './judge.ts'
import { printable, printFindings, printSummary } from './print-findings.ts'
import { allQuestions, type Question } from './questions.ts'
import { areListed, findSubjects, type Subjects, subjectsOf } from './subjects.ts'

const signedInSchema = v.object({ token: v.string() })
const nodeVersionsSchema = v.array(
  v.object({ version: v.optional(v.string()), edition: v.optional(v.string()) }),
)

/** Asks a broker everything that the console reads, and prints what came of it. 0: the console can use it. */
export async function runCheck(options: CheckOptions): Promise<0 | 1> {
  const write = (line: string) => options.write(`${line}\n`)
  const client = openBrokerClient(options.broker, options.insecureTls)
  try {
    write(`Brokerdeck asks ${options.broker} as ${printable(options.user)}. Nothing is changed.\n`)
    const body = { username: options.user, password: options.password }
    const signIn = judge(login.login, await client.ask(login.login, { body }, undefined))
    const signedIn = finding(login.login, signIn)
    const token = v.safeParse(signedInSchema, 'value' in signIn ? signIn.value : undefined)
    const findings = token.success
      ? [signedIn, ...(await askAll(client, token.output.token, write))]
      : [signedIn]
    if (token.success) findings.push(await signOut(client, options.user, token.output.token))
    for (const line of printFindings(findings)) write(line)
    write(`\n${printSummary(findings)}`)
    return findings.some(isFailure) ? 1 : 0
  } finally {
    client.close()
  }
}

async function askAll(
  client: BrokerClient,
  token: string,
  write: (line: string) => void,
): Promise<readonly Finding[]> {
  const subjects: Subjects = new Map()
  const findings: Finding[] = []
  for (const question of allQuestions()) {
    const verdicts: Verdict[] = []
    for (const params of subjectsOf(question.endpoint, subjects)) {
      const { endpoint, query } = question
      const answer = await client.ask(endpoint, { params, query }, token)
      const verdict = judge(endpoint, answer, areListed(endpoint, subjects))
      if ('value' in verdict) {
        findSubjects(endpoint.path, params, verdict.value, subjects)
        if (endpoint.path === '/nodes') write(`${versionsOf(verdict.value)}\n`)
      }
      verdicts.push(verdict)
    }
    findings.push(findingOf(question, verdicts))
  }
  return findings
}

/** The token that the check was given does not outlive it. */
async function signOut(client: BrokerClient, user: string, token: string): Promise<Finding> {
  const answer = await client.ask(login.logout, { body: { username: user } }, token)
  return finding(login.logout, judge(login.logout, answer))
}

function finding(endpoint: Question['endpoint'], verdict: Verdict): Finding {
  return { question: nameOf({ endpoint, query: {} }), isDispensable: false, asked: 1, verdict }
}

function versionsOf(nodes: unknown): string {
  const parsed = v.safeParse(nodeVersionsSchema, nodes)
  if (!parsed.success) return 'Its version cannot be read.'
  const versions = parsed.output.flatMap(({ edition, version }) =>
    version === undefined ? [] : [`${edition ?? ''} ${version}`.trim()],
  )
  return printable(`${parsed.output.length} nodes: ${[...new Set(versions)].join(', ')}`)
}
