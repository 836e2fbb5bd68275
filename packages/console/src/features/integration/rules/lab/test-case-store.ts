import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { currentSession } from '#api/session.ts'
import { longest, parseTestCases, printTestCases, type TestCase } from './test-cases.ts'

/** A rule that is not created yet has its cases under no id. */
export type RuleId = string | undefined

/** Of this user: messages may hold what the next one is not to see. */
export function formatCasesKey(clusterName: string, ruleId: RuleId): string {
  return `ruleTests ${JSON.stringify([currentSession()?.username ?? '', clusterName, ruleId ?? null])}`
}

/** What is no list of cases is as if there were none. */
export const readKeptCases = (key: string): readonly TestCase[] =>
  parseTestCases(localStorage.getItem(key) ?? '') ?? []

/** Why cases are not kept: they are too long together, or the browser has no room. */
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

/** Undefined where the broker does not say which cluster it is. */
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

/** Cases that were made before the rule had an id become those of the rule. */
export async function adoptTestCases(ruleId: string): Promise<void> {
  const name = await clusterName()
  if (name === undefined) return
  const cases = readKeptCases(formatCasesKey(name, undefined))
  if (cases.length === 0) return
  if (keepCases(formatCasesKey(name, ruleId), cases) === undefined)
    keepCases(formatCasesKey(name, undefined), [])
}
