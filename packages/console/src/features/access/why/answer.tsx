import { decidedTopic } from '@brokerdeck/contract/access/rules/decided-topic.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { TimelinePanel } from '#domain/trace/watch/timeline-panel.tsx'
import { unmountedTopic } from '#features/access/access-walk/unmounted-topic.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { why as m } from '../messages/why.ts'
import { AnswerPanel } from './answer-panel.tsx'
import type { Facts } from './model/facts.ts'
import { observe } from './model/observed.ts'
import type { Walk } from './model/walk.ts'
import { walkAccess } from './model/walk-access.ts'
import { walkConnect } from './model/walk-connect.ts'
import classes from './why.module.css'

interface AnswerProps {
  readonly question: WhyQuestion
  readonly facts: UseQueryResult<Facts>
  readonly onChange: (question: WhyQuestion) => void
}

/** The walk for one question, and the client to be watched where it leaves something open. */
export function Answer({ question, facts, onChange }: AnswerProps) {
  const [rows, setRows] = useState<readonly TraceRow[]>([])
  const { data, error, isFetching } = facts
  const ask = () => void facts.refetch()
  const box = useRef<HTMLDivElement>(null)
  /** A button that has done its work goes; whoever pressed it stays at the answer. */
  const stayHere = () => box.current?.focus()
  const canWatch = whyNoWrite() === undefined
  const isMissing = data?.kind === 'no-session'
  const session = data === undefined || data.kind === 'no-session' ? undefined : data.facts.session
  const asked = unmounted(question, session?.mountpoint)
  const walk = data && walkOf(data, asked, rows)
  return (
    <div className={classes['stack']} ref={box} tabIndex={-1}>
      {isMissing ? (
        <NoSession
          question={question}
          onChange={(typed) => {
            onChange(typed)
            stayHere()
          }}
        />
      ) : walk ? (
        <AnswerPanel
          question={asked}
          walk={walk}
          isAbsent={session?.connected === false}
          isFetching={isFetching}
          onAgain={ask}
          onCleared={() => {
            stayHere()
            ask()
          }}
        />
      ) : (
        <Panel title={m.answer}>
          {error === null ? (
            <div aria-busy="true">
              <p className={classes['asking']}>{m.asking}</p>
              <Skeleton height={280} />
            </div>
          ) : (
            <ErrorState {...describeError(error)} onRetry={ask} isRetrying={isFetching} />
          )}
        </Panel>
      )}
      {canWatch && walk?.steps.some(({ basis }) => basis === 'unknown') === true && (
        <p className={classes['hint']}>{m.watchText}</p>
      )}
      <TimelinePanel
        clientid={question.clientid}
        isPresent={data === undefined ? question.as === 'session' : session !== undefined}
        onActivity={ask}
        onRows={setRows}
      />
    </div>
  )
}

function unmounted(question: WhyQuestion, mountpoint: string | null | undefined): WhyQuestion {
  if (!question.isMounted) return question
  return { ...question, isMounted: false, topic: unmountedTopic(question.topic, mountpoint ?? '') }
}

function walkOf(facts: Facts, question: WhyQuestion, rows: readonly TraceRow[]): Walk | undefined {
  const { clientid, wish, topic, qos, retain } = question
  const action = wish === 'subscribe' ? 'subscribe' : 'publish'
  const seen = observe(rows, {
    ...{ clientid, action, qos },
    topic: decidedTopic(action, topic),
    retain: retain && action === 'publish',
  })
  if (facts.kind === 'no-session') return undefined
  return facts.kind === 'attempt'
    ? walkConnect(facts.facts, question, seen)
    : walkAccess(facts.facts, question, seen)
}

function NoSession({ question, onChange }: Pick<AnswerProps, 'question' | 'onChange'>) {
  return (
    <Panel label={m.answer}>
      <EmptyState
        title={m.noSession(visibleText(question.clientid, 80))}
        action={
          <Button size="small" onClick={() => onChange({ ...question, as: 'typed' })}>
            {m.typeIt}
          </Button>
        }
      >
        {m.noSessionText}
      </EmptyState>
    </Panel>
  )
}
