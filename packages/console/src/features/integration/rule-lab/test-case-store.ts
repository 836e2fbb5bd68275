import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { currentSession } from '#api/session.ts'
import { longest, mostCases, parseTestCases, printTestCases, type TestCase } from './test-cases.ts'

/** A rule that is not created yet has its cases under no id. */
export type RuleId = string | undefined

/** Of this user: messages may hold what the next one is not to see. */
function keyOf(clusterName: string, ruleId: RuleId): string {
  return `ruleTests ${JSON.stringify([currentSession()?.username ?? '', clusterName, ruleId ?? null])}`
}

/** What is no list of cases is as if there were none. */
const readKept = (key: string): readonly TestCase[] => parseTestCases(localStorage.getItem(key) ?? '') ?? []

/** Why cases are not kept: they are too long together, or the browser has no room. */
export type KeepFault = 'too-long' | 'no-room'

function keep(key: string, cases: readonly TestCase[]): KeepFault | undefined {
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

export interface KeptCases {
  readonly cases: readonly TestCase[]
  readonly fault: KeepFault | undefined
  readonly change: (cases: readonly TestCase[]) => void
}

interface HeldCases extends Pick<KeptCases, 'cases' | 'fault'> {
  readonly key: string | undefined
  /** False of what was added before the key was known, until it is written. */
  readonly isKept: boolean
}

/** The cases under a key, and after them those that were added before it was known. */
function readHeld(key: string, before: HeldCases): HeldCases {
  const added = before.key === undefined ? before.cases : []
  const cases = [...readKept(key), ...added].slice(0, mostCases)
  return { key, cases, fault: undefined, isKept: added.length === 0 }
}

/** The test cases of a rule on this cluster, as this browser keeps them. Until the cluster is known, only those that are added meanwhile. */
export function useTestCases(ruleId: RuleId): KeptCases {
  const { data } = useQuery(read(cluster.get, {}))
  const key = data === undefined ? undefined : keyOf(data.name, ruleId)
  const [held, setHeld] = useState<HeldCases>({ key: undefined, cases: [], fault: undefined, isKept: true })
  const isHeld = held.key === key
  const current = isHeld || key === undefined ? held : readHeld(key, held)
  if (!isHeld) setHeld(current)
  useEffect(() => {
    if (held.isKept || held.key === undefined) return
    setHeld({ ...held, fault: keep(held.key, held.cases), isKept: true })
  }, [held])
  return {
    cases: current.cases,
    fault: current.fault,
    change: (cases) =>
      setHeld({ key, cases, fault: key === undefined ? undefined : keep(key, cases), isKept: true }),
  }
}

/** Undefined where the broker does not say which cluster it is. */
async function clusterName(): Promise<string | undefined> {
  try {
    return (await request(cluster.get, {})).name
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return undefined
  }
}

export async function keptCases(ruleId: RuleId): Promise<readonly TestCase[]> {
  const name = await clusterName()
  return name === undefined ? [] : readKept(keyOf(name, ruleId))
}

/** Cases that were made before the rule had an id become those of the rule. */
export async function adoptTestCases(ruleId: string): Promise<void> {
  const name = await clusterName()
  if (name === undefined) return
  const cases = readKept(keyOf(name, undefined))
  if (cases.length === 0) return
  if (keep(keyOf(name, ruleId), cases) === undefined) keep(keyOf(name, undefined), [])
}
