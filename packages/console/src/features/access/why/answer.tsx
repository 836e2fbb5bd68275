import { findDecidedTopic } from '@brokerdeck/languages/access-rules/decided-topic.ts'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import { clearCache } from '#domain/client/clear-cache.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { TimelinePanel } from '#domain/trace/watch/timeline-panel.tsx'
import { MatchesButton } from '#features/access/access-evaluation/matches/ask-rule-matches.tsx'
import { stripMountpoint } from '#features/access/access-evaluation/strip-mountpoint.ts'
import { why as m } from '#features/access/messages/why.ts'
import { isRemembered } from '#features/access/why/model/cache-step.ts'
import { evaluateAccess } from '#features/access/why/model/evaluate-access.ts'
import { evaluateConnect } from '#features/access/why/model/evaluate-connect.ts'
import type { Evaluation, EvaluationStep } from '#features/access/why/model/evaluation.ts'
import type { Facts } from '#features/access/why/model/facts.ts'
import { observe } from '#features/access/why/model/observed.ts'
import { formatAlternatives, formatList } from '#i18n/sentences.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './why.module.css'

interface AnswerProps {
  readonly question: WhyQuestion
  readonly facts: UseQueryResult<Facts>
  readonly onChange: (question: WhyQuestion) => void
}

/** Shows the steps of the decision for one question, and a panel to watch the client if something is left open. */
export function Answer({ question, facts, onChange }: AnswerProps) {
  const [rows, setRows] = useState<readonly TraceRow[]>([])
  const { data, error, isFetching } = facts
  const ask = () => void facts.refetch()
  const box = useRef<HTMLDivElement>(null)
  /** Moves the focus to the result, because the button that the user pressed disappears. */
  const stayHere = () => box.current?.focus()
  const canWatch = whyNoWrite() === undefined
  const isMissing = data?.kind === 'no-session'
  const session = data === undefined || data.kind === 'no-session' ? undefined : data.facts.session
  const asked = stripOwnMountpoint(question, session?.mountpoint)
  const evaluation = data && buildEvaluation(data, asked, rows)
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
      ) : evaluation ? (
        <AnswerPanel
          question={asked}
          evaluation={evaluation}
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
      {canWatch && evaluation?.steps.some(({ basis }) => basis === 'unknown') === true && (
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

function stripOwnMountpoint(question: WhyQuestion, mountpoint: string | null | undefined): WhyQuestion {
  if (!question.isMounted) return question
  return { ...question, isMounted: false, topic: stripMountpoint(question.topic, mountpoint ?? '') }
}

function buildEvaluation(
  facts: Facts,
  question: WhyQuestion,
  rows: readonly TraceRow[],
): Evaluation | undefined {
  const { clientid, wish, topic, qos, retain } = question
  const action = wish === 'subscribe' ? 'subscribe' : 'publish'
  const seen = observe(rows, {
    clientid,
    action,
    qos,
    topic: findDecidedTopic(action, topic),
    retain: retain && action === 'publish',
  })
  if (facts.kind === 'no-session') return undefined
  return facts.kind === 'attempt'
    ? evaluateConnect(facts.facts, question, seen)
    : evaluateAccess(facts.facts, question, seen)
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

const outcomes = {
  allow: { kind: 'ok', word: m.outcomeAllow },
  deny: { kind: 'bad', word: m.outcomeDeny },
  next: { kind: 'off', word: m.outcomeNext },
  skipped: { kind: 'off', word: m.outcomeSkipped },
  mayAllow: { kind: 'unknown', word: m.outcomeMayAllow },
  mayDeny: { kind: 'unknown', word: m.outcomeMayDeny },
  unknown: { kind: 'unknown', word: m.outcomeUnknown },
} as const

const bases = {
  computed: { word: m.basisComputed, help: m.basisComputedHelp },
  observed: { word: m.basisObserved, help: m.basisObservedHelp },
  unknown: { word: m.basisUnknown, help: m.basisUnknownHelp },
} as const

const wishes = { connect: m.askedConnect, publish: m.askedPublish, subscribe: m.askedSubscribe } as const

interface AnswerPanelProps {
  readonly question: WhyQuestion
  readonly evaluation: Evaluation
  /** True if the client has a session but no connection. */
  readonly isAbsent: boolean
  readonly isFetching: boolean
  readonly onAgain: () => void
  /** Called when the cached decisions of the client are cleared. */
  readonly onCleared: () => void
}

const headlines = {
  connect: { allow: m.mayConnect, deny: m.mayNotConnect },
  publish: { allow: m.mayPublish, deny: m.mayNotPublish },
  subscribe: { allow: m.maySubscribe, deny: m.mayNotSubscribe },
} as const

const kinds = { allow: 'ok', deny: 'bad', depends: 'unknown' } as const

/** Shows the result and every step that leads to it. */
function AnswerPanel({ question, evaluation, isAbsent, isFetching, onAgain, onCleared }: AnswerPanelProps) {
  const { outcome, by, dependsOn, notes } = evaluation.verdict
  const headline =
    outcome === 'depends' ? m.depends(formatList(dependsOn)) : headlines[question.wish][outcome]
  const isFromCache = isRemembered(evaluation.steps)
  const clear = async () => {
    if (await clearCache.run(question.clientid)) onCleared()
  }
  const ofCache = evaluation.steps[1]?.id === 'mqtt' ? 2 : 1
  const decisive = isFromCache ? ofCache : evaluation.steps.length
  return (
    <Panel
      title={m.answer}
      actions={
        <IconButton label={m.again} aria-busy={isFetching || undefined} onClick={onAgain}>
          <IconRefresh size={16} stroke={1.5} />
        </IconButton>
      }
      footer={m.limits}
    >
      <div className={classes['verdict']}>
        <AskedLine question={question} />
        <p className={classes['headline']} role="status">
          <Status kind={kinds[outcome]} wraps>
            {headline}
          </Status>
        </p>
        {outcome !== 'depends' && <p className={classes['by']}>{m.decidedBy(formatAlternatives(by))}</p>}
        {[...(isAbsent ? [m.disconnectedNow] : []), ...notes].map((note) => (
          <p key={note} className={classes['note']}>
            {note}
          </p>
        ))}
        {isFromCache && (
          <div className={classes['clear']}>
            <Button size="small" disabledReason={whyNoWrite()} onClick={() => void clear()}>
              {m.clearCache}
            </Button>
          </div>
        )}
      </div>
      <Steps label={m.steps} steps={evaluation.steps.slice(0, decisive)} />
      {isFromCache && (
        <>
          <h3 className={classes['anew']}>{m.anew}</h3>
          <Steps label={m.anew} steps={evaluation.steps.slice(decisive)} />
        </>
      )}
    </Panel>
  )
}

function Steps({ label, steps }: { readonly label: string; readonly steps: readonly EvaluationStep[] }) {
  return (
    <ol className={classes['steps']} aria-label={label}>
      {steps.map((step) => (
        <StepItem key={step.id} step={step} />
      ))}
    </ol>
  )
}

/** Shows the question, including everything that the input fields cannot display. */
function AskedLine({ question }: { readonly question: WhyQuestion }) {
  const { clientid, wish, topic, qos, retain } = question
  const isDeed = wish !== 'connect'
  const more = [...(isDeed ? [m.withQos(qos)] : []), ...(wish === 'publish' && retain ? [m.retained] : [])]
  return (
    <p className={classes['asked']}>
      <span className={classes['verbatim']}>
        <Verbatim text={clientid} mono focusable />
      </span>{' '}
      {wishes[wish]}{' '}
      {isDeed && (
        <span className={classes['verbatim']}>
          <Verbatim text={topic} mono focusable />
        </span>
      )}
      {more.map((one) => (
        <span key={one}> · {one}</span>
      ))}
    </p>
  )
}

/** Shows one step: what is asked, its answer, and how the answer is known. */
function StepItem({ step }: { readonly step: EvaluationStep }) {
  const { title, basis, outcome, text, rules = [], to } = step
  const { kind, word } = outcomes[outcome]
  return (
    <li className={classes['step']}>
      <div className={classes['who']}>{to === undefined ? title : <Link to={to}>{title}</Link>}</div>
      <div className={classes['said']}>
        <Status kind={kind}>{word}</Status>
        <p className={classes['text']}>{text}</p>
        {rules.map(({ where, words, asked }) => (
          <div key={where} className={classes['rule']}>
            <p>{where === undefined ? words : m.sentences(where, words)}</p>
            {asked && <MatchesButton rule={asked} />}
          </div>
        ))}
      </div>
      <div className={classes['basis']}>
        <Definition definition={bases[basis].help}>{bases[basis].word}</Definition>
      </div>
    </li>
  )
}
