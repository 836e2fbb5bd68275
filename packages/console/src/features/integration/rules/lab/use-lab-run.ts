import { useEffect, useMemo, useState } from 'react'
import type { Lane } from '#features/integration/rules/lab/engine/lab-command.ts'
import { LabEvaluator, type LabRun } from './lab-evaluator.ts'

/** One worker for as long as something of the page uses it. */
export function useLabEvaluator(): LabEvaluator {
  const [evaluator] = useState(() => new LabEvaluator())
  useEffect(() => () => evaluator.close(), [evaluator])
  return evaluator
}

/** Milliseconds after the last key: what is looked at comes before what is counted. */
const delays: Readonly<Record<Lane, number>> = { chosen: 120, all: 350, cases: 350 }

interface LabQuestion {
  readonly sql: string
  readonly savedSql?: string | undefined
  readonly contexts: readonly string[]
  /** With what becomes of the chosen message step by step. */
  readonly hasPath?: boolean
}

interface LabState {
  /** The last answer, until the next one. */
  readonly run: LabRun | undefined
  /** What `run` answers. */
  readonly asked: LabQuestion | undefined
  /** It answers what stands on the page now. */
  readonly isCurrent: boolean
}

/** Evaluates what stands on the page shortly after it was changed; the newest wins. */
export function useLabRun(
  evaluator: LabEvaluator,
  lane: Lane,
  { sql, savedSql, contexts, hasPath = false }: LabQuestion,
): LabState {
  const question = useMemo(() => ({ sql, savedSql, contexts, hasPath }), [sql, savedSql, contexts, hasPath])
  const [state, setState] = useState<Omit<LabState, 'isCurrent'>>({ run: undefined, asked: undefined })
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      const { savedSql: saved, ...rest } = question
      const asked = {
        ...rest,
        contexts: [...rest.contexts],
        ...(saved === undefined ? {} : { savedSql: saved }),
      }
      void evaluator.run(lane, asked).then((run) => {
        if (run !== undefined && !isOld) setState({ run, asked: question })
      })
    }, delays[lane])
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [evaluator, lane, question])
  return { ...state, isCurrent: state.asked === question }
}

/** The list of before, as long as it holds the same texts. */
export function useSame(contexts: readonly string[]): readonly string[] {
  const [same, setSame] = useState(contexts)
  const isSame = same.length === contexts.length && same.every((text, at) => text === contexts[at])
  if (!isSame) setSame(contexts)
  return isSame ? same : contexts
}
