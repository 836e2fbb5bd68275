import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import type { LabOutcome, LabResult } from '#features/integration/rules/lab/engine/lab-command.ts'
import { ruleLab as lab, testCases as m } from '#features/integration/rules/messages/rule-lab.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { askBroker, type BrokerAnswer } from './ask-broker.ts'
import { isBroken, judgeCase, type Verdict } from './judge-case.ts'
import { outcomeWords, pathsInWords } from './outcome-words.ts'
import classes from './rule-lab.module.css'
import type { TestCase } from './test-cases.ts'

type BrokerCasesState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'problem'; readonly error: unknown }
  | {
      readonly kind: 'answered'
      readonly sql: string
      readonly cases: readonly TestCase[]
      readonly answers: readonly BrokerAnswer[]
    }

interface BrokerCasesProps {
  readonly sql: string
  readonly cases: readonly TestCase[]
}

/**
 * Shows the results of the broker's own tester for all cases, tested one after the other; results of changed input
 * are ignored.
 */
export function BrokerCases({ sql, cases }: BrokerCasesProps) {
  const [asked, setAsked] = useState<BrokerCasesState>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const ask = async () => {
    setAsked({ kind: 'asking' })
    try {
      const answers: BrokerAnswer[] = []
      for (const { context } of cases) if (isHere.current) answers.push(await askBroker(sql, context))
      setAsked({ kind: 'answered', sql, cases, answers })
    } catch (error) {
      setAsked({ kind: 'problem', error })
    }
  }
  const isOfThese = asked?.kind === 'answered' && asked.sql === sql && asked.cases === cases
  return (
    <>
      <div className={classes['bar']}>
        <Button
          size="small"
          isBusy={asked?.kind === 'asking'}
          disabledReason={whyNoWrite()}
          onClick={() => void ask()}
        >
          {lab.askBroker}
        </Button>
      </div>
      {asked?.kind === 'problem' && (
        <ErrorState {...describeError(asked.error)} onRetry={() => void ask()} isRetrying={false} />
      )}
      {isOfThese && <BrokerVerdicts cases={cases} answers={asked.answers} />}
    </>
  )
}

interface BrokerVerdictsProps {
  readonly cases: readonly TestCase[]
  readonly answers: readonly BrokerAnswer[]
}

function BrokerVerdicts({ cases, answers }: BrokerVerdictsProps) {
  const told = cases.flatMap((one, at) => {
    const answer = answers[at]
    if (answer === undefined) return []
    const outcome = outcomeOfAnswer(answer)
    const verdict = judgeCase(one, outcome)
    return [{ one, verdict, ...verdictWords(one, { outcome }, verdict) }]
  })
  const others = told.filter(({ verdict }) => verdict.kind !== 'holds')
  const holding = formatNumber(told.length - others.length)
  return (
    <div role="status">
      <Status kind={others.some(({ verdict }) => isBroken(verdict)) ? 'bad' : 'ok'}>
        {m.brokerHolds(holding, formatNumber(told.length))}
      </Status>
      {others.map(({ one, word }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and the list is drawn once
        <p key={at} className={classes['note']}>
          {m.ofCase(visibleText(one.name, 80), word)}
        </p>
      ))}
    </div>
  )
}

/** Converts the broker's answer to an outcome that is judged like a result computed here. */
function outcomeOfAnswer(answer: BrokerAnswer): LabOutcome {
  if (answer.kind === 'passes' && answer.output.trim() === '[]') return { kind: 'no-result', why: 'empty' }
  if (answer.kind === 'no-result') return { kind: 'no-result', why: 'condition' }
  return answer.kind === 'unsendable' ? { kind: 'unreadable' } : answer
}

const expected = { passes: lab.passes, 'no-result': lab.noResult, fails: lab.fails } as const

/** Returns the words for the state of a case; `result` is its result so far. */
export function verdictWords(
  { expects }: TestCase,
  result: Pick<LabResult, 'outcome'> | undefined,
  verdict: Verdict | undefined,
): { readonly kind: StatusKind; readonly word: string } {
  if (verdict === undefined || result === undefined) return { kind: 'unknown', word: m.notRun }
  switch (verdict.kind) {
    case 'holds':
      return { kind: 'ok', word: m.asExpected(expected[expects]) }
    case 'uncertain':
      return { kind: 'unknown', word: outcomeWords(result.outcome).why ?? m.notRun }
    case 'other-outcome':
      return { kind: 'bad', word: m.otherOutcome(expected[expects], outcomeWords(result.outcome).word) }
    case 'other-output':
      return { kind: 'bad', word: m.otherOutput(pathsInWords(verdict.paths)) }
  }
}
