import { trace as endpoints, type Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { ItemButtons } from '#managed/item-buttons.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { trace as m } from '../messages/trace.ts'
import classes from './trace.module.css'
import { TraceLooks } from './trace-looks.tsx'
import { conditionOf, formatterNames, payloadEncodingNames, sizeOf, traceTypeNames } from './trace-names.ts'
import { traceSearchSchema } from './trace-search.ts'
import { TraceState } from './trace-state.tsx'
import { tracePollSeconds, traces } from './traces.tsx'

/** One trace: what it follows, and what it has seen, in words, as a table, as it was written. */
export function TracePage() {
  const { name = '' }: { name?: string } = useParams({ strict: false })
  const result = useQuery(read(endpoints.list, {}, { pollSeconds: tracePollSeconds }))
  const found = result.data?.find((one) => one.name === name)
  return (
    <Page
      title={name}
      heading={<Verbatim text={name} />}
      mono
      breadcrumbs={[{ to: paths.logTraces(), label: m.title }]}
      badges={found && <TraceState status={found.status} pill />}
      actions={found && <ItemButtons resource={traces} item={found} />}
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
          <EmptyState title={m.unknownTitle} action={<Link to={paths.logTraces()}>{m.toTraces}</Link>}>
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
  const [{ look, node }, setSearch] = useUrlSearch(traceSearchSchema)
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

/** What is traced, for how long and how it is written. */
function TraceFacts({ trace }: { readonly trace: Trace }) {
  return (
    <Panel label={m.facts}>
      <dl className={classes['facts']}>
        <Fact label={traceTypeNames[trace.type]}>
          <Verbatim text={conditionOf(trace)} mono focusable />
        </Fact>
        <Fact label={m.start}>{formatDateTime(trace.start_at)}</Fact>
        <Fact label={m.end}>{formatDateTime(trace.end_at)}</Fact>
        <Fact label={m.formatter}>{formatterNames[trace.formatter]}</Fact>
        <Fact label={m.payload}>{payloadEncodingNames[trace.payload_encode]}</Fact>
        <Fact label={m.size}>{formatBytes(sizeOf(trace))}</Fact>
      </dl>
    </Panel>
  )
}
