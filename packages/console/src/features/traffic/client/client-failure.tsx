import { Link } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState, type ProblemView } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { m } from './messages.ts'

/** Nobody has this client ID, or not any longer. */
export function ClientAbsence({ clientid }: { readonly clientid: string }) {
  return (
    <Panel label={m.notExist} padded>
      <EmptyState
        title={m.notExist}
        action={
          <>
            <Link to={paths.why()} search={{ clientid, as: 'typed', wish: 'connect' }}>
              {m.whyNotConnect}
            </Link>
            <Link to={paths.clients()}>{m.toClients}</Link>
          </>
        }
      >
        {m.notExistText}
      </EmptyState>
    </Panel>
  )
}

interface ClientFailureProps extends ProblemView {
  readonly onRetry?: () => void
  readonly isRetrying?: boolean
}

export function ClientFailure(props: ClientFailureProps) {
  return (
    <Panel label={props.title} padded>
      <ErrorState {...props} />
    </Panel>
  )
}
