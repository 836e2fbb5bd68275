import { trace as endpoints, type Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { useTraceLog } from '#domain/trace/log/use-trace-log.ts'
import { TraceTimeline } from '#domain/trace/timeline/trace-timeline.tsx'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { addLabel } from '#i18n/sentences.ts'
import { Link, usePageParams, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { SearchableText } from '#kit/searchable-text/searchable-text.tsx'
import { ItemButtons } from '#resource/item-buttons.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { LogBar } from './log-bar.tsx'
import classes from './trace.module.css'
import {
  countTraceBytes,
  formatterNames,
  getTraceCondition,
  payloadEncodingNames,
  traceTypeNames,
} from './trace-names.ts'
import { TraceState } from './trace-state.tsx'
import { tracePollSeconds, traceResource } from './traces.tsx'

/** Shows one trace: its condition and its log, in words, as a table, or as written. */
export function TracePage() {
  const { name } = usePageParams('logTrace')
  const result = useQuery(read(endpoints.list, {}, { pollSeconds: tracePollSeconds }))
  const found = result.data?.find((one) => one.name === name)
  return (
    <Page
      title={name}
      heading={<Verbatim text={name} />}
      mono
      breadcrumbs={[{ to: linkTo('logTraces'), label: m.title }]}
      badges={found && <TraceState status={found.status} pill />}
      actions={found && <ItemButtons resource={traceResource} item={found} />}
    >
      {found ? (
        <TraceDetail key={name} trace={found} />
      ) : result.error ? (
        <Panel label={name} padded>
          <ErrorState
            {...describeError(result.error)}
            onRetry={() => void result.refetch()}
            isRetrying={result.isFetching}
          />
        </Panel>
      ) : result.data ? (
        <Panel label={m.unknownTitle} padded>
          <EmptyState title={m.unknownTitle} action={<Link to={linkTo('logTraces')}>{m.toTraces}</Link>}>
            {m.unknownText}
          </EmptyState>
        </Panel>
      ) : (
        <div aria-busy="true">
          <Skeleton height={480} />
        </div>
      )}
    </Page>
  )
}

function TraceDetail({ trace: shown }: { readonly trace: Trace }) {
  const [{ look, node }, setSearch] = useUrlSearch('logTrace', traceSearchSchema)
  return (
    <>
      <TraceFacts trace={shown} />
      <TraceLooks
        key={node}
        trace={shown}
        look={look}
        node={node}
        onLook={(next) => setSearch({ look: next === 'timeline' ? undefined : next })}
        onNode={(next) => setSearch({ node: next })}
      />
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows what is traced, for how long, and in which format. */
function TraceFacts({ trace }: { readonly trace: Trace }) {
  return (
    <Panel label={m.facts}>
      <dl className={classes['facts']}>
        <Fact label={traceTypeNames[trace.type]}>
          <Verbatim text={getTraceCondition(trace)} mono focusable />
        </Fact>
        <Fact label={m.start}>{formatDateTime(trace.start_at)}</Fact>
        <Fact label={m.end}>{formatDateTime(trace.end_at)}</Fact>
        <Fact label={m.formatter}>{formatterNames[trace.formatter]}</Fact>
        <Fact label={m.payload}>{payloadEncodingNames[trace.payload_encode]}</Fact>
        <Fact label={m.size}>{formatBytes(countTraceBytes(trace))}</Fact>
      </dl>
    </Panel>
  )
}

const RowTable = lazy(async () => ({ default: (await import('./row-table.tsx')).RowTable }))

/**
 * The maximum number of lines that can be wrapped: wrapped lines differ in height, so all of them are in the
 * document.
 */
const wrapLimit = 3_000

const lookNames: Readonly<Record<TraceLook, string>> = {
  timeline: m.timeline,
  table: m.table,
  raw: m.raw,
}

const quiet: Readonly<Record<Trace['status'], { readonly title: string; readonly text: string }>> = {
  waiting: { title: m.waitingTitle, text: m.waitingText },
  running: { title: m.waitingTitle, text: m.runningText },
  stopped: { title: m.stoppedTitle, text: m.stoppedText },
}

interface TraceLooksProps {
  readonly trace: Trace
  readonly look: TraceLook
  readonly node: string | undefined
  readonly onLook: (look: TraceLook) => void
  readonly onNode: (node: string | undefined) => void
}

/** Shows the log in three views and follows it while the trace runs. */
function TraceLooks({ trace, look, node, onLook, onNode }: TraceLooksProps) {
  const [isFollowing, setFollowing] = useState(true)
  const hasEnded = trace.status === 'stopped'
  const log = useTraceLog(trace.name, { isLive: isFollowing, hasEnded, node })
  const isFirst = log.files === undefined || (log.isReading && log.rows.length === 0)
  const { title, text } = quiet[trace.status]
  return (
    <div className={classes['looks']}>
      <Tabs
        label={m.look}
        tabs={traceLooks.map((id) => ({ id, label: lookNames[id] }))}
        value={look}
        onChange={onLook}
      >
        <LogBar
          trace={trace}
          log={log}
          node={node}
          onNode={onNode}
          isFollowing={isFollowing}
          onFollow={setFollowing}
        />
        {log.letGo > 0 && <Remark>{m.letGo(formatNumber(log.letGo))}</Remark>}
        {log.skipped > 0 && <Remark>{m.skipped(formatBytes(log.skipped))}</Remark>}
        {log.problem !== undefined && (
          <div role="alert" className={classes['remark']}>
            {addLabel(m.readFailed, log.problem.detail ?? log.problem.title)}{' '}
            <Button size="small" isBusy={log.isReading} onClick={log.readOn}>
              {m.tryAgain}
            </Button>
          </div>
        )}
        {log.rows.length === 0 ? (
          log.problem === undefined && (
            <Panel label={title} padded>
              <div aria-busy={isFirst || undefined}>
                {!isFirst && <EmptyState title={title}>{text}</EmptyState>}
              </div>
            </Panel>
          )
        ) : look === 'timeline' ? (
          <Panel label={m.timeline}>
            <TraceTimeline
              rows={log.rows}
              fit="page"
              isLive={isFollowing && !hasEnded}
              empty={<EmptyState title={m.noStory} />}
            />
          </Panel>
        ) : look === 'table' ? (
          <Suspense>
            <RowTable name={trace.name} rows={log.rows} isReading={log.isReading} onRefresh={log.readOn} />
          </Suspense>
        ) : (
          <RawLog rows={log.rows} isLive={isFollowing && !hasEnded} />
        )}
      </Tabs>
    </div>
  )
}

function Remark({ children }: { readonly children: ReactNode }) {
  return <p className={classes['remark']}>{children}</p>
}

interface RawLogProps {
  readonly rows: readonly TraceRow[]
  /** True if more lines may arrive, so the end of the log is kept in view. */
  readonly isLive: boolean
}

/** Shows the lines as they were written. */
function RawLog({ rows, isLive }: RawLogProps) {
  const [isWrapped, setWrapped] = useState(false)
  const isTooLong = rows.length > wrapLimit
  const text = useMemo(() => rows.map(({ line }) => line).join('\n'), [rows])
  return (
    <Panel label={m.raw}>
      <SearchableText label={m.rawText} text={text} isWrapped={isWrapped && !isTooLong} isGrowing={isLive}>
        <Button
          size="small"
          aria-pressed={isWrapped && !isTooLong}
          disabledReason={isTooLong ? m.wrapLimit(formatNumber(wrapLimit)) : undefined}
          onClick={() => setWrapped(!isWrapped)}
        >
          {m.wrap}
        </Button>
      </SearchableText>
    </Panel>
  )
}

const traceLooks = ['timeline', 'table', 'raw'] as const
type TraceLook = (typeof traceLooks)[number]

const traceSearchSchema = v.object({
  look: v.fallback(v.optional(v.picklist(traceLooks), 'timeline'), 'timeline'),
  /** The node whose log is shown. */
  node: v.fallback(v.optional(v.pipe(v.string(), v.minLength(1))), undefined),
})
