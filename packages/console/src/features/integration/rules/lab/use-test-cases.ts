import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { read } from '#api/query.ts'
import { formatCasesKey, type KeepFault, keepCases, type RuleId, readKeptCases } from './test-case-store.ts'
import { mostCases, type TestCase } from './test-cases.ts'

export interface KeptCases {
  readonly cases: readonly TestCase[]
  readonly fault: KeepFault | undefined
  readonly change: (cases: readonly TestCase[]) => void
}

interface HeldCases extends Pick<KeptCases, 'cases' | 'fault'> {
  readonly key: string | undefined
}

/**
 * Returns the test cases of a rule on this cluster, as this browser stores them. Until the cluster is known, it
 * returns only cases that were added meanwhile.
 */
export function useTestCases(ruleId: RuleId): KeptCases {
  const { data } = useQuery(read(cluster.get, {}))
  const key = data === undefined ? undefined : formatCasesKey(data.name, ruleId)
  const [held, setHeld] = useState<HeldCases>({ key: undefined, cases: [], fault: undefined })
  const change = (cases: readonly TestCase[]) =>
    setHeld({ key, cases, fault: key === undefined ? undefined : keepCases(key, cases) })
  const takeKept = useEffectEvent((from: string | undefined) => {
    if (from === undefined || from === held.key) return
    const added = held.key === undefined ? held.cases : []
    const cases = [...readKeptCases(from), ...added].slice(0, mostCases)
    // Stored cases in a newer format are not read, and are not overwritten here either.
    if (added.length === 0) setHeld({ key: from, cases, fault: undefined })
    else change(cases)
  })
  useEffect(() => takeKept(key), [key])
  const { cases, fault } = held.key === key ? held : { cases: [], fault: undefined }
  return { cases, fault, change }
}
