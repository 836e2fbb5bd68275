import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/is-gone.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PayloadViewer } from '#ui/payload-viewer.tsx'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type MessageFacts, MessageProperties } from './message-properties.tsx'
import { m } from './messages.ts'

type PayloadQuery = Pick<
  UseQueryResult<{ readonly payload?: string | undefined }>,
  'data' | 'error' | 'refetch' | 'isFetching'
>

interface PayloadPartProps {
  /** Asked when the message is opened: a list has no payloads. */
  readonly query: PayloadQuery
  /** Why there is no payload in the answer; undefined: there is one. */
  readonly whyWithheld: (payload: string | undefined) => string | undefined
}

interface MessageDrawerProps extends PayloadPartProps {
  readonly message: MessageFacts
  readonly more?: PropertyGroup['properties']
  readonly onClose: () => void
}

/** One message of a list, with its payload. */
export function MessageDrawer({ message, more = [], onClose, ...payload }: MessageDrawerProps) {
  return (
    <DrawerShell title={visibleText(message.topic, 80)} isOpen onClose={onClose} size={720}>
      <MessageProperties message={message} more={more} />
      <PayloadPart {...payload} />
    </DrawerShell>
  )
}

function PayloadPart({ query, whyWithheld }: PayloadPartProps) {
  const { data, error, refetch, isFetching } = query
  if (isGone(error)) return <EmptyState title={m.gone} />
  if (error !== null) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={m.loading} aria-busy="true">
        <Skeleton height={120} />
      </div>
    )
  }
  const reason = whyWithheld(data.payload)
  return reason === undefined ? (
    <PayloadViewer base64={data.payload ?? ''} />
  ) : (
    <EmptyState title={m.noPayload}>{reason}</EmptyState>
  )
}
