import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { currentSession } from '#api/session.ts'
import { longest, parseTestCases, printTestCases, type TestCase } from './test-cases.ts'

/** The cases of a rule that is not created yet are stored without an id. */
export type RuleId = string | undefined

/** The key contains the user, because messages may hold data that the next user must not see. */
export function formatCasesKey(clusterName: string, ruleId: RuleId): string {
  return `ruleTests ${JSON.stringify([currentSession()?.username ?? '', clusterName, ruleId ?? null])}`
}

/** Reads the stored cases; a text that is not a list of cases counts as an empty list. */
export const readKeptCases = (key: string): readonly TestCase[] =>
  parseTestCases(localStorage.getItem(key) ?? '') ?? []

/** The reason why cases are not stored: together they are too long, or the browser has no storage space left. */
export type KeepFault = 'too-long' | 'no-room'

export function keepCases(key: string, cases: readonly TestCase[]): KeepFault | undefined {
  const text = printTestCases(cases)
  if (text.length > longest.all) return 'too-long'
  try {
    if (cases.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return undefined
  } catch (error) {
    if (error instanceof DOMException) return 'no-room'
    throw error
  }
}

/** Returns undefined if the broker does not report the name of its cluster. */
async function clusterName(): Promise<string | undefined> {
  try {
    return (await request(cluster.get, {})).name
  } catch (error) {
    if (getProblem(error) === undefined) throw error
    return undefined
  }
}

export async function loadTestCases(ruleId: RuleId): Promise<readonly TestCase[]> {
  const name = await clusterName()
  return name === undefined ? [] : readKeptCases(formatCasesKey(name, ruleId))
}

/** Assigns cases that were created before the rule had an id to the rule. */
export async function adoptTestCases(ruleId: string): Promise<void> {
  const name = await clusterName()
  if (name === undefined) return
  const cases = readKeptCases(formatCasesKey(name, undefined))
  if (cases.length === 0) return
  if (keepCases(formatCasesKey(name, ruleId), cases) === undefined)
    keepCases(formatCasesKey(name, undefined), [])
}
