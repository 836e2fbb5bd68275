import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { useEffect, useMemo, useState } from 'react'
import { tellCount } from '#acting/action.tsx'
import { whyNoWrite } from '#api/query.ts'
import { type TraceLogView, useTraceLog } from '#domain/trace/log/use-trace-log.ts'
import { removeEndedTraces } from '#domain/trace/watch/own-trace.ts'
import type { WatchActions, WatchState } from '#domain/trace/watch/use-own-trace.ts'
import { runs as m, ruleOutcomes } from '#features/integration/rules/messages/rule-live.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { addLabel } from '#i18n/sentences.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { DryRunPanel } from './dry-run-panel.tsx'
import { type Execution, executionOutcomes, type Outcome, readExecutions } from './read-executions.ts'
import classes from './rule-live.module.css'
import { RunItem } from './run-item.tsx'

interface RunsPanelProps {
  readonly rule: Rule
  readonly watch: WatchActions
}

/** Tests a saved rule with one message and watches it with real messages. Both use one trace. */
export function RuleTestTab({ rule, watch }: RunsPanelProps) {
  const { id } = rule
  useEffect(() => {
    // A broker that does not list its traces reports an error when a trace is started.
    removeEndedTraces(id).catch(() => undefined)
  }, [id])
  return (
    <div className={classes['tab']}>
      <DryRunPanel rule={rule} watch={watch} />
      <RunsPanel rule={rule} watch={watch} />
    </div>
  )
}

/** Matches the broker's error message when it holds the maximum number of traces. */
const isLimit = /reached the maximum/

/** Shows what triggered the rule while it is watched, and how each run ended. */
function RunsPanel({ rule, watch }: RunsPanelProps) {
  const { state, start, stop } = watch
  const isWatching = state.kind === 'watching' && !state.isOver
  return (
    <Panel
      title={m.title}
      caption={m.caption}
      actions={
        isWatching ? (
          <Button size="small" onClick={stop}>
            {m.stop}
          </Button>
        ) : (
          <Button
            size="small"
            isBusy={state.kind === 'starting'}
            tooltip={m.watchHelp}
            disabledReason={whyNoWrite()}
            onClick={() => void start()}
          >
            {state.kind === 'watching' ? m.watchAgain : m.watch}
          </Button>
        )
      }
    >
      {state.kind === 'watching' ? (
        <WatchedRuns
          key={state.name}
          rule={rule}
          name={state.name}
          isOwn={state.own !== undefined}
          isOver={state.isOver}
        />
      ) : (
        <Quiet state={state} watch={watch} />
      )}
    </Panel>
  )
}

interface QuietProps {
  readonly state: Exclude<WatchState, { kind: 'watching' }>
  readonly watch: WatchActions
}

/** Shows that nothing is watched, and why. */
function Quiet({ state, watch: { start, follow } }: QuietProps) {
  if (state.kind === 'failed') {
    const { detail, title, raw } = state.problem
    const reason = detail ?? title
    if (!isLimit.test(`${reason} ${raw ?? ''}`)) {
      return <ErrorState title={m.failed} detail={reason} raw={raw} onRetry={() => void start()} />
    }
    return (
      <EmptyState title={m.failed} action={<Link to={linkTo('logTraces')}>{m.toTraces}</Link>}>
        {m.limit}
      </EmptyState>
    )
  }
  if (state.kind === 'taken') {
    return (
      <EmptyState
        title={m.taken(visibleText(state.name, 80))}
        action={
          <>
            <Button size="small" onClick={() => follow(state.name)}>
              {m.follow}
            </Button>
            <Link to={linkTo('logTrace', { name: state.name })}>{m.openTrace}</Link>
          </>
        }
      >
        {m.takenText}
      </EmptyState>
    )
  }
  return <EmptyState title={m.idle}>{m.idleText}</EmptyState>
}

/** The number of runs shown at first, and added each time the user requests older runs. */
const step = 50

interface WatchedRunsProps {
  readonly rule: Rule
  /** The name of the trace. */
  readonly name: string
  readonly isOwn: boolean
  readonly isOver: boolean
}

/** Shows the runs that a trace has recorded on all nodes, the newest first. */
function WatchedRuns({ rule, name, isOwn, isOver }: WatchedRunsProps) {
  const log = useTraceLog(name, { isLive: !isOver, hasEnded: false })
  const all = useMemo(() => readExecutions(log.rows, rule.id).toReversed(), [log.rows, rule.id])
  const [wanted, setWanted] = useState<Outcome>()
  const [count, setCount] = useState(step)
  const chosen = wanted === undefined ? all : all.filter(({ outcome }) => outcome === wanted)
  const left = chosen.length - count
  return (
    <>
      <p className={classes['remark']} role="status">
        {formatCaption(log, { name, isOwn, isOver })}
      </p>
      <Remarks log={log} isOver={isOver} />
      {all.length > 0 && <OutcomeFilter all={all} wanted={wanted} onWanted={setWanted} />}
      {chosen.length === 0 ? (
        <Nothing hasOthers={all.length > 0} isOver={isOver} />
      ) : (
        <ol className={classes['runs']} aria-label={m.list}>
          {chosen.slice(0, count).map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ol>
      )}
      {left > 0 && (
        <div className={classes['more']}>
          <Button size="small" onClick={() => setCount(count + step)}>
            {m.more(Math.min(step, left))}
          </Button>
        </div>
      )}
    </>
  )
}

function formatCaption(
  { files }: TraceLogView,
  { name, isOwn, isOver }: Pick<WatchedRunsProps, 'name' | 'isOwn' | 'isOver'>,
): string {
  if (isOver) return m.over
  if (!isOwn) return m.following(visibleText(name, 80))
  return files === undefined ? '' : m.watching(tellCount(files, m.nodes))
}

/** Tells which parts of the log are missing, and why. */
function Remarks({ log, isOver }: { readonly log: TraceLogView; readonly isOver: boolean }) {
  const { letGo, skipped, problem, isGone } = log
  const fault =
    isOver || problem === undefined
      ? undefined
      : isGone
        ? m.gone
        : addLabel(m.readFailed, problem.detail ?? problem.title)
  return (
    <>
      {letGo > 0 && <p className={classes['remark']}>{m.letGo(formatNumber(letGo))}</p>}
      {skipped > 0 && <p className={classes['remark']}>{m.skipped(formatBytes(skipped))}</p>}
      {fault !== undefined && (
        <p role="alert" className={classes['remark']}>
          {fault}
        </p>
      )}
    </>
  )
}

interface OutcomeFilterProps {
  readonly all: readonly Execution[]
  readonly wanted: Outcome | undefined
  readonly onWanted: (outcome: Outcome | undefined) => void
}

function OutcomeFilter({ all, wanted, onWanted }: OutcomeFilterProps) {
  const options = executionOutcomes
    .map((outcome) => ({ outcome, count: all.filter((run) => run.outcome === outcome).length }))
    .filter(({ outcome, count }) => count > 0 || outcome === wanted)
    .map(({ outcome, count }) => ({
      value: outcome,
      label: m.one(ruleOutcomes[outcome], formatNumber(count)),
    }))
  return (
    <LabelledField label={m.filter} className={classes['filter']}>
      {(control) => (
        <SelectBox
          {...control}
          value={wanted ?? ''}
          options={[{ value: '', label: m.all(formatNumber(all.length)) }, ...options]}
          onChange={(value) => onWanted(executionOutcomes.find((outcome) => outcome === value))}
        />
      )}
    </LabelledField>
  )
}

function Nothing({ hasOthers, isOver }: { readonly hasOthers: boolean; readonly isOver: boolean }) {
  if (hasOthers) return <EmptyState title={m.noneSuch} />
  return <EmptyState title={isOver ? m.nothingSeen : m.waiting}>{isOver ? null : m.waitingText}</EmptyState>
}
