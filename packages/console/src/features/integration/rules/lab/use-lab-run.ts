import { useEffect, useMemo, useState } from 'react'
import type { Lane } from '#features/integration/rules/lab/engine/lab-command.ts'
import { LabEvaluator, type LabRun } from './lab-evaluator.ts'

/** Runs one worker for as long as a component of the page uses it. */
export function useLabEvaluator(): LabEvaluator {
  const [evaluator] = useState(() => new LabEvaluator())
  useEffect(() => () => evaluator.close(), [evaluator])
  return evaluator
}

/** Delays after the last keystroke, in milliseconds: the chosen message comes before the counts. */
const delays: Readonly<Record<Lane, number>> = { chosen: 120, all: 350, cases: 350 }

interface LabQuestion {
  readonly sql: string
  readonly savedSql?: string | undefined
  readonly contexts: readonly string[]
  /** True if the result of each step for the chosen message is requested. */
  readonly hasPath?: boolean
}

interface LabState {
  /** The last result, which stays until the next. */
  readonly run: LabRun | undefined
  /** The question that `run` answers. */
  readonly asked: LabQuestion | undefined
  /** True if `run` belongs to the current input of the page. */
  readonly isCurrent: boolean
}

/** Evaluates the input of the page shortly after each change; only the result of the newest input counts. */
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

/** Returns the previous array as long as it holds the same texts. */
export function useSame(contexts: readonly string[]): readonly string[] {
  const [same, setSame] = useState(contexts)
  const isSame = same.length === contexts.length && same.every((text, at) => text === contexts[at])
  if (!isSame) setSame(contexts)
  return isSame ? same : contexts
}
