import { lazy, Suspense } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { watch as m } from '#domain/trace/messages.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useOwnTrace, type WatchState } from './use-own-trace.ts'

const WatchedTimeline = lazy(async () => ({
  default: (await import('./watched-timeline.tsx')).WatchedTimeline,
}))

interface TimelinePanelProps {
  readonly clientid: string
  /** True if the client is connected or has a session. */
  readonly isPresent: boolean
  /** Called when the client did something. */
  readonly onActivity: () => void
  /** Called with the rows of the trace, for components that read more from it than the timeline shows. */
  readonly onRows?: ((rows: readonly TraceRow[]) => void) | undefined
}

function formatCaption(state: WatchState, isPresent: boolean): string {
  if (state.kind !== 'watching') return isPresent ? m.caption : m.captionAbsent
  if (state.isOver) return m.over
  return state.own === undefined ? m.watchingKept : m.watching
}

/** Shows what happens to one client from now on, as long as the user watches. */
export function TimelinePanel({ clientid, isPresent, onActivity, onRows }: TimelinePanelProps) {
  const { state, start, follow, keep, stop } = useOwnTrace({ type: 'clientid', clientid })
  const isWatching = state.kind === 'watching' && !state.isOver
  const isKept = isWatching && state.own === undefined
  return (
    <Panel
      title={m.title}
      caption={<span role="status">{formatCaption(state, isPresent)}</span>}
      actions={
        <>
          {isKept && <Link to={linkTo('logTrace', { name: state.name })}>{m.openTrace}</Link>}
          {isWatching && !isKept && (
            <Button size="small" tooltip={m.keepHelp} onClick={keep}>
              {m.keep}
            </Button>
          )}
          {isWatching ? (
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
          )}
        </>
      }
    >
      {state.kind === 'failed' && (
        <ErrorState
          title={m.failed}
          detail={state.problem.detail ?? state.problem.title}
          raw={state.problem.raw}
          onRetry={() => void start()}
        />
      )}
      {state.kind === 'taken' && (
        <EmptyState
          title={m.taken(visibleText(state.name, 80))}
          action={
            <>
              <Button size="small" variant="primary" onClick={() => follow(state.name)}>
                {m.follow}
              </Button>
              <Link to={linkTo('logTrace', { name: state.name })}>{m.openTrace}</Link>
            </>
          }
        >
          {m.takenText}
        </EmptyState>
      )}
      {state.kind === 'watching' && (
        <Suspense fallback={null}>
          <WatchedTimeline
            key={state.name}
            name={state.name}
            isOver={state.isOver}
            onActivity={onActivity}
            onRows={onRows}
          />
        </Suspense>
      )}
    </Panel>
  )
}
